import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The compact form of outcomes in stored answers. Records never change, so most outcomes only name them.
///
/// A number has eight bytes, highest first. An opened account is its number; a record is its sequence. A list has for
/// each transfer its sequence, or 0, a length and the JSON of the fault. A changed account has its number, status,
/// overdraft, balance, held amount, entries, last transfer, the record of the remaining balance or 0, and its name. An
/// import is JSON. All other answers are stored whole, as in every service.
struct OutcomeCoding {
    let connection: Connection
    let accounts: AccountTable

    private enum Kind: Int64 {
        case opened = 1
        case posted = 2
        case list = 3
        case changed = 4
        case imported = 5
        /// A value of the model from earlier versions; for an undone import the whole answer.
        case value = 6
    }

    func reply(for outcome: LedgerOutcome) throws -> StoredAnswer {
        var bytes: [UInt8] = []
        switch outcome {
        case .opened(let account):
            Self.append(Int64(account.number), to: &bytes)
            return StoredAnswer(kind: Kind.opened.rawValue, content: bytes)
        case .changed(let account, let rest):
            let state = account.state
            for number in [
                Int64(account.number), account.status.number, account.overdraft, state.balance, state.held,
                state.entries, state.lastTransfer, rest?.sequence ?? 0,
            ] { Self.append(number, to: &bytes) }
            return StoredAnswer(kind: Kind.changed.rawValue, content: bytes + account.name.utf8)
        case .posted(let record):
            Self.append(record.sequence, to: &bytes)
            return StoredAnswer(kind: Kind.posted.rawValue, content: bytes)
        case .list(let results):
            bytes.reserveCapacity(results.count * 8)
            for result in results {
                switch result {
                case .success(let record):
                    Self.append(record.sequence, to: &bytes)
                case .failure(let fault):
                    let json = try JSONEncoding.encode(fault)
                    Self.append(0, to: &bytes)
                    Self.append(Int64(json.count), to: &bytes)
                    bytes += json
                }
            }
            return StoredAnswer(kind: Kind.list.rawValue, content: bytes)
        case .imported(let report):
            return StoredAnswer(kind: Kind.imported.rawValue, content: try JSONEncoding.encode(report))
        }
    }

    func outcome(of reply: StoredAnswer) throws -> LedgerOutcome {
        var rest = reply.content[...]
        switch Kind(rawValue: reply.kind) {
        case .opened: return .opened(try opened(Int(try Self.number(from: &rest))))
        case .changed: return try changed(&rest)
        case .posted: return .posted(try record(try Self.number(from: &rest)))
        case .list:
            var results: [Result<LedgerRecord, Fault>] = []
            while !rest.isEmpty {
                let sequence = try Self.number(from: &rest)
                if sequence != 0 {
                    results.append(.success(try record(sequence)))
                } else {
                    let length = Int(try Self.number(from: &rest))
                    guard length <= rest.count else { throw Self.damaged }
                    results.append(.failure(try JSONDocument(Array(rest.prefix(length))).root.decode(Fault.self)))
                    rest = rest.dropFirst(length)
                }
            }
            return .list(results)
        case .imported:
            return .imported(
                try JSONDocument(reply.content, limits: .ofLength(reply.content.count)).root.decode(ImportReport.self))
        case .value, nil: throw Self.damaged
        }
    }

    /// Returns the whole stored answer of a signal.
    ///
    /// - Throws: ``Fault`` `conflict` for another kind of value, stored by an earlier version.
    static func answer<Answer: Decodable & SendableMetatype>(of reply: StoredAnswer) throws -> Answer {
        if reply.kind == Kind.value.rawValue,
            let answer = try? JSONDocument(reply.content).root.decode(Answer.self)
        {
            return answer
        }
        return try reply.answer()
    }

    /// Returns the account as it was opened.
    private func opened(_ number: Int) throws(SQLiteError) -> Account {
        let account = try connection.first(
            "SELECT id, owner, name, currency, booked_at_us FROM account_changes WHERE kind = 0 AND account = ?",
            number
        ) { (id: String, owner: String?, name: String, currency: Currency, openedAt: Instant) in
            Account(
                number: number, id: id, owner: owner, name: name, currency: currency, status: .active, overdraft: 0,
                openedAt: openedAt, state: AccountState())
        }
        guard let account else { throw Self.damaged }
        return account
    }

    private func changed(_ rest: inout ArraySlice<UInt8>) throws -> LedgerOutcome {
        var account = try opened(Int(try Self.number(from: &rest)))
        guard let status = AccountStatus(number: try Self.number(from: &rest)) else { throw Self.damaged }
        account.status = status
        account.overdraft = try Self.number(from: &rest)
        account.state.balance = try Self.number(from: &rest)
        account.state.held = try Self.number(from: &rest)
        account.state.entries = try Self.number(from: &rest)
        account.state.lastTransfer = try Self.number(from: &rest)
        let sequence = try Self.number(from: &rest)
        account.name = String(decoding: rest, as: UTF8.self)
        return .changed(account, rest: sequence == 0 ? nil : try record(sequence))
    }

    private func record(_ sequence: Int64) throws -> LedgerRecord {
        let reading = RecordReading(connection: connection, accounts: accounts)
        guard let record = try reading.record(sequence) else { throw Self.damaged }
        return record
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(from bytes: inout ArraySlice<UInt8>) throws(SQLiteError) -> Int64 {
        guard bytes.count >= 8 else { throw damaged }
        defer { bytes = bytes.dropFirst(8) }
        return bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    private static var damaged: SQLiteError {
        SQLiteError(code: .corrupt, message: "A stored reply points to what is not in the books.")
    }
}
