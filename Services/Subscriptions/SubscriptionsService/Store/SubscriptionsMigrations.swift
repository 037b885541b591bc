import Storage

/// The schema of the database of subscriptions. A released step is never changed. Days are counted from 1970-01-01.
enum SubscriptionsMigrations {
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE subscriptions (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                owner TEXT NOT NULL,
                service TEXT NOT NULL,
                title_ru TEXT NOT NULL,
                title_en TEXT NOT NULL,
                color TEXT,
                start_day INTEGER NOT NULL,
                every_count INTEGER NOT NULL,
                every_unit TEXT NOT NULL,
                floor_day INTEGER NOT NULL,
                -- "day minor currency", one after another with ";" between, by day.
                prices TEXT NOT NULL,
                description TEXT,
                category TEXT,
                -- Days before a payment, the most first, with "," between.
                reminders TEXT NOT NULL,
                cancel_days INTEGER,
                pay_from TEXT,
                trial_until_day INTEGER,
                ends_day INTEGER,
                is_paused INTEGER NOT NULL CHECK (is_paused IN (0, 1)),
                created_us INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                reminded_day INTEGER,
                reminded_offset INTEGER,
                cancel_told_day INTEGER,
                due_us INTEGER,
                remind_us INTEGER
            ) STRICT;
            CREATE INDEX subscriptions_of_owner ON subscriptions (owner, number);
            CREATE INDEX subscriptions_due ON subscriptions (due_us, id) WHERE due_us IS NOT NULL;
            CREATE INDEX subscriptions_to_remind ON subscriptions (remind_us, id) WHERE remind_us IS NOT NULL;

            -- One row for each day that was due, whatever became of it: a row is what makes it happen once. It outlives
            -- its subscription when its user keeps it.
            CREATE TABLE payments (
                subscription TEXT NOT NULL,
                day INTEGER NOT NULL,
                id TEXT NOT NULL,
                owner TEXT NOT NULL,
                title_ru TEXT NOT NULL,
                title_en TEXT NOT NULL,
                amount_minor INTEGER NOT NULL,
                currency TEXT NOT NULL,
                status TEXT NOT NULL,
                method TEXT,
                paid_day INTEGER,
                account TEXT,
                category TEXT,
                transfer TEXT,
                failures INTEGER NOT NULL,
                reason TEXT,
                retry_us INTEGER,
                next_try_day INTEGER,
                PRIMARY KEY (subscription, day)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX payments_of_owner ON payments (owner, day DESC, id DESC);
            CREATE INDEX payments_pending ON payments (day, id) WHERE status = 'pending';
            CREATE INDEX payments_open ON payments (owner, day, id) WHERE status IN ('pending', 'pastDue');
            CREATE INDEX payments_refused ON payments (account, day, id) WHERE status = 'pastDue';
            CREATE INDEX payments_to_retry ON payments (retry_us, id) WHERE status = 'pastDue' AND retry_us IS NOT NULL;

            CREATE TABLE settings (
                owner TEXT PRIMARY KEY,
                time_zone TEXT NOT NULL,
                currency TEXT NOT NULL,
                account TEXT,
                warn_days INTEGER NOT NULL,
                look_us INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX settings_to_look_at ON settings (look_us) WHERE look_us IS NOT NULL;

            CREATE TABLE buffers (
                owner TEXT NOT NULL,
                account TEXT NOT NULL,
                amount_minor INTEGER NOT NULL,
                currency TEXT NOT NULL,
                PRIMARY KEY (owner, account)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE own_services (
                owner TEXT NOT NULL,
                id TEXT NOT NULL,
                title TEXT NOT NULL,
                color TEXT,
                PRIMARY KEY (owner, id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE dismissals (
                owner TEXT NOT NULL,
                suggestion TEXT NOT NULL,
                PRIMARY KEY (owner, suggestion)
            ) STRICT, WITHOUT ROWID;

            -- Accounts of which their users were told that they will have too little: a row is what makes it told once.
            CREATE TABLE low_accounts (
                owner TEXT NOT NULL,
                account TEXT NOT NULL,
                PRIMARY KEY (owner, account)
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(2, SessionRevocations.schema),
        // The sequence of ledger's newest event at the time of the refusal; NULL for refusals before this column
        // existed.
        Migration(3, "ALTER TABLE payments ADD COLUMN refused_after INTEGER;"),
        // The day that occurrences were counted from before a payment renewed its subscription; NULL for payments that
        // did not renew, and for those before this column existed.
        Migration(4, "ALTER TABLE payments ADD COLUMN renewed_from_day INTEGER;"),
        // Zones set here are sent to auth, which keeps one zone for all services.
        Migration(
            5,
            PersonZones.schema + """

                INSERT INTO person_zones (person, zone, revision)
                SELECT owner, time_zone, -1 FROM settings WHERE time_zone <> 'UTC';
                """),
        // NULL for users who have set no currency. Older rows held the currency of the house, roubles unless the
        // operator chose another. It could not be told from a currency that the user had set.
        Migration(
            6,
            """
            ALTER TABLE settings ADD COLUMN own_currency TEXT;
            UPDATE settings SET own_currency = currency WHERE currency <> 'RUB';
            ALTER TABLE settings DROP COLUMN currency;
            ALTER TABLE settings RENAME COLUMN own_currency TO currency;
            """),
    ]
}
