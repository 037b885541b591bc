/// What PostgreSQL runs: a transfer with the guarantees of ours, as a good house would write it there.
///
/// Both accounts are locked in the order of their numbers, so there are no deadlocks. The id is unique for ever: a
/// repeated one gives back the first transfer. Currency and floor are checked; the transfer, its two entries with the
/// balance after each, both balances and the event that tells of it are one transaction, on the disk before the answer.
enum PostgresYardstick {
    /// Makes the tables, the function and `accounts` accounts with money.
    static func schema(accounts: Int) -> String {
        """
        CREATE TABLE accounts (
            number integer PRIMARY KEY, id text NOT NULL UNIQUE, owner text NOT NULL, currency text NOT NULL,
            floor bigint NOT NULL, balance bigint NOT NULL, version bigint NOT NULL) WITH (fillfactor = 50);
        CREATE TABLE transfers (
            sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL UNIQUE,
            giver integer NOT NULL, getter integer NOT NULL, amount bigint NOT NULL CHECK (amount > 0),
            description text NOT NULL, booked_at timestamptz NOT NULL);
        CREATE TABLE entries (
            account integer NOT NULL, version bigint NOT NULL, transfer bigint NOT NULL, amount bigint NOT NULL,
            balance_after bigint NOT NULL, PRIMARY KEY (account, version));
        CREATE TABLE events (
            sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, type text NOT NULL, subject text NOT NULL,
            time timestamptz NOT NULL, data json NOT NULL);
        INSERT INTO accounts
            SELECT n, 'account-' || n, 'user-1', 'RUB', 0, 1000000000, 0 FROM generate_series(1, \(accounts)) AS n;

        CREATE FUNCTION transfer(
            transfer_id uuid, from_account integer, to_account integer, moved bigint, moved_currency text)
            RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
            giver accounts; getter accounts; made bigint; moment timestamptz := clock_timestamp();
        BEGIN
            IF from_account = to_account THEN RAISE EXCEPTION 'sameAccount'; END IF;
            IF from_account < to_account THEN
                SELECT * INTO giver FROM accounts WHERE number = from_account FOR UPDATE;
                SELECT * INTO getter FROM accounts WHERE number = to_account FOR UPDATE;
            ELSE
                SELECT * INTO getter FROM accounts WHERE number = to_account FOR UPDATE;
                SELECT * INTO giver FROM accounts WHERE number = from_account FOR UPDATE;
            END IF;
            IF giver IS NULL OR getter IS NULL THEN RAISE EXCEPTION 'notFound'; END IF;
            INSERT INTO transfers (id, giver, getter, amount, description, booked_at)
                VALUES (transfer_id, from_account, to_account, moved, '', moment)
                ON CONFLICT (id) DO NOTHING RETURNING sequence INTO made;
            IF made IS NULL THEN
                SELECT sequence INTO made FROM transfers WHERE id = transfer_id;
                RETURN made;
            END IF;
            IF giver.currency <> moved_currency OR getter.currency <> moved_currency THEN
                RAISE EXCEPTION 'currencyMismatch';
            END IF;
            IF giver.balance - moved < giver.floor THEN RAISE EXCEPTION 'insufficientFunds'; END IF;
            INSERT INTO entries (account, version, transfer, amount, balance_after) VALUES
                (giver.number, giver.version + 1, made, -moved, giver.balance - moved),
                (getter.number, getter.version + 1, made, moved, getter.balance + moved);
            UPDATE accounts SET balance = balance - moved, version = version + 1 WHERE number = giver.number;
            UPDATE accounts SET balance = balance + moved, version = version + 1 WHERE number = getter.number;
            INSERT INTO events (type, subject, time, data) VALUES ('ledger.transferPosted', 't' || made, moment,
                json_build_object(
                    'transfer', json_build_object('id', 't' || made, 'from', giver.id, 'to', getter.id,
                        'amount', moved, 'currency', moved_currency, 'description', '', 'status', 'posted',
                        'createdAt', moment, 'sequence', made),
                    'entries', json_build_array(
                        json_build_object('account', giver.id, 'userId', giver.owner,
                            'accountSequence', giver.version + 1, 'amount', -moved,
                            'balanceAfter', giver.balance - moved),
                        json_build_object('account', getter.id, 'userId', getter.owner,
                            'accountSequence', getter.version + 1, 'amount', moved,
                            'balanceAfter', getter.balance + moved))));
            RETURN made;
        END $$;
        """
    }

    /// One transaction of pgbench; `accounts` is one of its variables.
    static let script = """
        \\set from random(1, :accounts)
        \\set step random(1, :accounts - 1)
        \\set to 1 + (:from - 1 + :step) % :accounts
        SELECT transfer(gen_random_uuid(), :from, :to, 1, 'RUB');
        """

    /// After the first transfers: a function that was planned over an empty table would look ids up row by row for as
    /// long as its connection lives.
    static let afterWarmUp = "VACUUM ANALYZE; CHECKPOINT;"

    /// Says what is wrong with the books; nothing when they balance.
    static let check = """
        SELECT 'money came or went' WHERE (SELECT sum(amount) FROM entries) <> 0
        UNION ALL SELECT 'a transfer lacks an entry'
            WHERE (SELECT count(*) FROM entries) <> 2 * (SELECT count(*) FROM transfers)
        UNION ALL SELECT 'a transfer lacks its event'
            WHERE (SELECT count(*) FROM events) <> (SELECT count(*) FROM transfers)
        UNION ALL SELECT 'a balance is not its last entry' FROM accounts
            JOIN entries ON account = number AND entries.version = accounts.version
            WHERE balance_after <> balance OR balance < floor;
        """
}
