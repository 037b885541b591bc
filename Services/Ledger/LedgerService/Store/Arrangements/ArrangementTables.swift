import Domain
import Hosting
import Storage
import StrictJSON

/// The tables of arrangements: the columns of look-ups, and a JSON object with all of the arrangement.
enum ArrangementTables {
    /// The number of void challenges kept per account, so that a late code learns why it is refused.
    fileprivate static let challengesKept = 20

    static let schema = """
        CREATE TABLE rates (
            owner TEXT NOT NULL,
            from_currency TEXT NOT NULL,
            to_currency TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (owner, from_currency, to_currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE templates (
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (owner, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mandates (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            service TEXT NOT NULL,
            account TEXT NOT NULL,
            is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
            content TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX one_live_mandate ON mandates (account, service) WHERE is_live = 1;
        CREATE INDEX mandates_of_owner ON mandates (owner, is_live, number);

        CREATE TABLE schedules (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX schedules_of_owner ON schedules (owner, is_active, number);

        -- What is to be done, the next occurrence and those that are tried again.
        CREATE TABLE due_runs (
            schedule TEXT NOT NULL,
            occurrence INTEGER NOT NULL,
            day INTEGER NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (schedule, occurrence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX due_runs_by_day ON due_runs (day, schedule, occurrence);

        CREATE TABLE schedule_runs (
            number INTEGER PRIMARY KEY,
            schedule TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX schedule_runs_of_schedule ON schedule_runs (schedule, number);

        CREATE TABLE challenges (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            state TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX challenges_of_account ON challenges (account, state, number);
        """

    /// Schema 11: due moments instead of days, since days begin in the time zones of their owners.
    static let dueMoments = """
        ALTER TABLE due_runs ADD COLUMN due_us INTEGER NOT NULL DEFAULT 0;
        UPDATE due_runs SET due_us = day * 86400000000;
        DROP INDEX due_runs_by_day;
        CREATE INDEX due_runs_by_time ON due_runs (due_us, schedule, occurrence);
        """
}

extension LedgerTables {
    // MARK: People

    func zone(of person: String) throws -> TimeZone {
        try PersonZones(connection: connection).name(of: person).flatMap(TimeZoneDirectory.system.zone) ?? .utc
    }

    // MARK: Rates

    func rate(from: Currency, to: Currency, of owner: String) throws -> ExchangeRate? {
        try first(
            "SELECT content FROM rates WHERE owner = ? AND from_currency = ? AND to_currency = ?",
            owner, from, to)
    }

    func rates(of owner: String) throws -> [ExchangeRate] {
        try all("SELECT content FROM rates WHERE owner = ? ORDER BY from_currency, to_currency", owner)
    }

    func put(_ rate: ExchangeRate, of owner: String) throws {
        let content = try Self.text(of: rate)
        try connection.run(
            "INSERT OR REPLACE INTO rates (owner, from_currency, to_currency, content) VALUES (?, ?, ?, ?)",
            owner, rate.from, rate.to, content)
    }

    func removeRate(from: Currency, to: Currency, of owner: String) throws {
        try connection.run(
            "DELETE FROM rates WHERE owner = ? AND from_currency = ? AND to_currency = ?",
            owner, from, to)
    }

    // MARK: Templates

    func template(named name: String, of owner: String) throws -> TransferTemplate? {
        try first("SELECT content FROM templates WHERE owner = ? AND name = ?", owner, name)
    }

    func templates(of owner: String) throws -> [TransferTemplate] {
        try all("SELECT content FROM templates WHERE owner = ? ORDER BY name", owner)
    }

    func put(_ template: TransferTemplate, of owner: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO templates (owner, name, content) VALUES (?, ?, ?)",
            owner, template.name, try Self.text(of: template))
    }

    func removeTemplate(named name: String, of owner: String) throws {
        try connection.run("DELETE FROM templates WHERE owner = ? AND name = ?", owner, name)
    }

    // MARK: Mandates

    func mandate(_ id: String) throws -> Mandate? {
        try first("SELECT content FROM mandates WHERE id = ?", id)
    }

    func liveMandate(of service: String, for account: String) throws -> Mandate? {
        try first(
            "SELECT content FROM mandates WHERE account = ? AND service = ? AND is_live = 1", account, service)
    }

    func mandates(of owner: String, live: Bool, limit: Int) throws -> [Mandate] {
        try all(
            "SELECT content FROM mandates WHERE owner = ? AND is_live = ? ORDER BY number DESC LIMIT ?",
            owner, live, limit)
    }

    func put(_ mandate: Mandate) throws {
        try connection.run(
            """
            INSERT INTO mandates (id, owner, service, account, is_live, content) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET is_live = excluded.is_live, content = excluded.content
            """,
            mandate.id, mandate.owner, mandate.service, mandate.account, mandate.isLive,
            try Self.text(of: mandate))
    }

    // MARK: Challenges

    func challenge(_ id: String) throws -> Challenge? {
        try first("SELECT content FROM challenges WHERE id = ?", id)
    }

    func openChallenge(for account: String) throws -> Challenge? {
        try first(
            "SELECT content FROM challenges WHERE account = ? AND state = 'open' ORDER BY number DESC LIMIT 1",
            account
        )
    }

    func put(_ challenge: Challenge) throws {
        try connection.run(
            """
            INSERT INTO challenges (id, account, state, content) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, content = excluded.content
            """,
            challenge.id, challenge.order.from, challenge.state.rawValue, try Self.text(of: challenge))
        try connection.run(
            """
            DELETE FROM challenges WHERE account = ?1 AND state = 'void' AND number <= (
                SELECT number FROM challenges WHERE account = ?1 AND state = 'void'
                ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """, challenge.order.from, ArrangementTables.challengesKept)
    }
}

extension LedgerTables {
    /// Returns the value of the only column of the first row, a JSON text.
    func first<Value: Decodable & SendableMetatype, each Argument: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws -> Value? {
        let text: String? = try connection.first(sql, repeat each arguments)
        return try text.map(Self.value)
    }

    /// Returns the values of the only column of each row, JSON texts.
    func all<Value: Decodable & SendableMetatype, each Argument: SQLiteValue>(
        _ sql: StaticString, _ arguments: repeat each Argument
    ) throws -> [Value] {
        let texts: [String] = try connection.all(sql, repeat each arguments)
        return try texts.map(Self.value)
    }

    static func value<Value: Decodable>(of text: String) throws -> Value {
        do {
            return try JSONDocument(text: text).root.decode(Value.self)
        } catch {
            throw SQLiteError(code: .corrupt, message: "A row cannot be read: \(error).")
        }
    }

    static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
    }
}
