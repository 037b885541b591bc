import Storage

/// The schema of the database of notifications. A released step never changes.
enum NotificationsMigrations {
    static let all = [
        Migration(1, inbox), Migration(2, channels), Migration(3, SessionRevocations.schema), Migration(4, usualRules),
        Migration(5, zones), Migration(6, farewells),
        Migration(7, parties),
    ]

    /// The user whose name is in the facts, so that it can be removed when they leave.
    private static let parties = """
        ALTER TABLE notices ADD COLUMN payer TEXT;
        CREATE INDEX notices_by_payer ON notices (payer) WHERE payer IS NOT NULL;
        """

    /// A channel that ends carries one last message. Links from before a proof was required are invalidated.
    private static let farewells = """
        ALTER TABLE channels ADD COLUMN farewell TEXT;
        ALTER TABLE channels ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
        UPDATE channels SET link_expires_us = 0 WHERE state = 'pending';
        """

    /// The default for patterns is now the digest. Users with stored preferences keep the old default.
    private static let usualRules = """
        UPDATE preferences SET content = CAST(json_insert(CAST(content AS TEXT), '$.rules."patterns telegram"', 'now',
            '$.rules."patterns email"', 'now', '$.rules."patterns webhook"', 'now') AS BLOB);
        """

    /// Zones that users set here are reported to auth, which keeps one zone for all services.
    private static let zones =
        PersonZones.schema + """

            INSERT INTO person_zones (person, zone, revision)
            SELECT user_id, json_extract(CAST(content AS TEXT), '$.zone'), -1 FROM preferences
            WHERE json_extract(CAST(content AS TEXT), '$.zone') <> 'UTC';
            """

    private static let inbox = """
        -- One row for each event and person. Events of ours are made of these rows, so the number never comes again.
        CREATE TABLE notices (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            user_id TEXT NOT NULL,
            event TEXT NOT NULL,
            kind TEXT NOT NULL,
            facts BLOB NOT NULL,
            occurred_us INTEGER NOT NULL,
            created_us INTEGER NOT NULL,
            is_late INTEGER NOT NULL,
            read_us INTEGER,
            archived_us INTEGER,
            snoozed_us INTEGER,
            UNIQUE (event, user_id)
        ) STRICT;
        CREATE INDEX notices_by_user ON notices (user_id, number);
        CREATE INDEX notices_unread ON notices (user_id, snoozed_us) WHERE read_us IS NULL AND archived_us IS NULL;
        CREATE INDEX notices_to_return ON notices (snoozed_us) WHERE snoozed_us IS NOT NULL;

        CREATE TABLE changes (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id TEXT NOT NULL,
            change TEXT NOT NULL,
            before BLOB NOT NULL
        ) STRICT;
        CREATE INDEX changes_by_user ON changes (user_id, number);

        CREATE TABLE preferences (user_id TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE people (user_id TEXT PRIMARY KEY, registered_us INTEGER NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE coupons (
            user_id TEXT NOT NULL,
            isin TEXT NOT NULL,
            day INTEGER NOT NULL,
            is_repayment INTEGER NOT NULL,
            title TEXT NOT NULL,
            minor_units INTEGER NOT NULL,
            currency TEXT NOT NULL,
            is_told INTEGER NOT NULL,
            PRIMARY KEY (user_id, isin, day, is_repayment)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX coupons_to_tell ON coupons (day) WHERE is_told = 0;
        """

    private static let channels = """
        CREATE TABLE channels (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            user_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            state TEXT NOT NULL,
            reason TEXT,
            created_us INTEGER NOT NULL,
            paused_us INTEGER,
            chat INTEGER,
            link_digest BLOB UNIQUE,
            link_expires_us INTEGER,
            secret BLOB,
            old_secret BLOB,
            old_secret_until_us INTEGER,
            is_failing INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX channels_by_user ON channels (user_id, number);
        CREATE INDEX channels_paused ON channels (paused_us) WHERE paused_us IS NOT NULL;

        -- A row is written before the first try and again after each: what a crash leaves as 'sending' may have \
        arrived.
        CREATE TABLE deliveries (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            user_id TEXT NOT NULL,
            channel TEXT NOT NULL,
            form TEXT NOT NULL,
            state TEXT NOT NULL,
            due_us INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            round INTEGER NOT NULL,
            created_us INTEGER NOT NULL,
            last_us INTEGER,
            answer TEXT,
            message_id INTEGER,
            choice TEXT,
            may_be_repeat INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX deliveries_open ON deliveries (channel, due_us) WHERE state IN ('waiting', 'sending');
        CREATE INDEX deliveries_by_time ON deliveries (due_us) WHERE state IN ('waiting', 'sending');
        CREATE INDEX deliveries_dead ON deliveries (user_id, number) WHERE state = 'dead';
        CREATE INDEX deliveries_by_channel ON deliveries (channel);
        CREATE INDEX deliveries_by_user ON deliveries (user_id);

        CREATE TABLE delivery_notices (
            delivery TEXT NOT NULL,
            notice TEXT NOT NULL,
            PRIMARY KEY (delivery, notice)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_notices_by_notice ON delivery_notices (notice);

        CREATE TABLE bot_jobs (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            chat INTEGER NOT NULL,
            text TEXT NOT NULL,
            query_id TEXT,
            message_id INTEGER,
            delivery TEXT,
            action TEXT,
            created_us INTEGER NOT NULL
        ) STRICT;
        """
}
