/// The tables of sign-in with Telegram, for auth's migrations.
enum TelegramSchema {
    static let first = """
        CREATE TABLE telegram_links (
            telegram_id INTEGER PRIMARY KEY,
            user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            linked_at_us INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE telegram_attempts (
            secret_digest BLOB PRIMARY KEY,
            nonce_digest BLOB NOT NULL UNIQUE,
            button_key TEXT NOT NULL UNIQUE,
            link_user_id TEXT,
            device TEXT,
            number INTEGER NOT NULL,
            created_at_us INTEGER NOT NULL,
            state INTEGER NOT NULL,
            telegram_id INTEGER,
            telegram_name TEXT,
            language TEXT,
            round INTEGER NOT NULL,
            choices TEXT NOT NULL,
            user_id TEXT,
            session_id TEXT,
            delivery_key_digest BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX telegram_attempts_by_time ON telegram_attempts (created_at_us);
        CREATE INDEX telegram_attempts_by_user ON telegram_attempts (link_user_id) WHERE link_user_id IS NOT NULL;

        CREATE TABLE telegram_updates (
            update_id INTEGER PRIMARY KEY,
            handled_at_us INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX telegram_updates_by_time ON telegram_updates (handled_at_us, update_id);

        CREATE TABLE telegram_replies (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            chat_id INTEGER NOT NULL,
            reply BLOB NOT NULL,
            created_at_us INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE telegram_proofs (
            digest BLOB PRIMARY KEY,
            used_at_us INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX telegram_proofs_by_time ON telegram_proofs (used_at_us);
        """
}
