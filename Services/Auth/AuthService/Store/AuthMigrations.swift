import Storage

/// The schema of auth's database. A released step never changes.
enum AuthMigrations {
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE users (
                id TEXT PRIMARY KEY,
                email TEXT NOT NULL,
                email_key TEXT NOT NULL UNIQUE,
                username TEXT UNIQUE,
                name TEXT NOT NULL,
                password_hash TEXT NOT NULL,
                created_at_us INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE sessions (
                id TEXT PRIMARY KEY,
                user_id TEXT NOT NULL REFERENCES users (id),
                device TEXT,
                created_at_us INTEGER NOT NULL,
                last_used_at_us INTEGER NOT NULL,
                token_expires_at_us INTEGER NOT NULL,
                refresh_digest BLOB NOT NULL,
                previous_digest BLOB,
                previous_key_digest BLOB,
                ended_at_us INTEGER
            ) STRICT;
            CREATE INDEX sessions_by_user ON sessions (user_id, created_at_us);
            CREATE INDEX sessions_ended ON sessions (token_expires_at_us) WHERE ended_at_us IS NOT NULL;

            CREATE TABLE attempts (
                login_key BLOB PRIMARY KEY,
                count INTEGER NOT NULL,
                last_at_us INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX attempts_by_time ON attempts (last_at_us);

            CREATE TABLE registrations (
                key_digest BLOB PRIMARY KEY,
                content_digest BLOB NOT NULL,
                user_id TEXT NOT NULL REFERENCES users (id),
                created_at_us INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX registrations_by_time ON registrations (created_at_us);
            """),
        Migration(
            2,
            """
            CREATE TABLE totp (
                user_id TEXT PRIMARY KEY REFERENCES users (id),
                sealed_secret BLOB NOT NULL,
                begun_at_us INTEGER NOT NULL,
                confirmed_at_us INTEGER,
                last_step INTEGER NOT NULL,
                last_key_digest BLOB
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE recovery_codes (
                user_id TEXT NOT NULL REFERENCES users (id),
                digest BLOB NOT NULL,
                PRIMARY KEY (user_id, digest)
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(
            3,
            """
            CREATE TABLE password_resets (
                user_id TEXT PRIMARY KEY REFERENCES users (id),
                digest BLOB NOT NULL,
                expires_at_us INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE departed_sessions (
                id TEXT PRIMARY KEY,
                token_expires_at_us INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(4, TelegramSchema.first),
        Migration(
            5,
            """
            ALTER TABLE users ADD COLUMN zone TEXT;
            ALTER TABLE users ADD COLUMN zone_source INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE users ADD COLUMN zone_revision INTEGER NOT NULL DEFAULT 0;
            """),
        Migration(6, PasskeySchema.first),
    ]
}
