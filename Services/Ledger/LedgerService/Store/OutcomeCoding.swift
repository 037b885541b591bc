import Coordination
import Domain
import Storage
import StrictJSON

/// Keeps outcomes in a few bytes: the rows they made say the rest, and rows are never changed.
///
/// A number is eight bytes, the highest first. An account is its number, a posting its sequence; a list is, for each
/// transfer, its sequence, or 0, a length and the JSON of the fault.
struct OutcomeCoding {
    let connection: Connection
    let accounts: AccountTable

    private enum Kind: Int64 {
        case opened = 1
        case posted = 2
        case list = 3
    }

    func reply(for outcome: LedgerOutcome) throws -> StoredReply {
        var bytes: [UInt8] = []
        switch outcome {
        case .opened(let account):
            Self.append(Int64(account.number), to: &bytes)
            return StoredReply(kind: Kind.opened.rawValue, content: bytes)
        case .posted(let posting):
            Self.append(posting.sequence, to: &bytes)
            return StoredReply(kind: Kind.posted.rawValue, content: bytes)
        case .list(let results):
            bytes.reserveCapacity(results.count * 8)
            for result in results {
                switch result {
                case .success(let posting):
                    Self.append(posting.sequence, to: &bytes)
                case .failure(let fault):
                    let json = try JSONEncoding.encode(fault)
                    Self.append(0, to: &bytes)
                    Self.append(Int64(json.count), to: &bytes)
                    bytes += json
                }
            }
            return StoredReply(kind: Kind.list.rawValue, content: bytes)
        }
    }

    func outcome(of reply: StoredReply) throws -> LedgerOutcome {
        var rest = reply.content[...]
        switch Kind(rawValue: reply.kind) {
        case .opened: return .opened(try opened(Int(try Self.number(from: &rest))))
        case .posted: return .posted(try posting(try Self.number(from: &rest)))
        case .list:
            var results: [Result<Posting, Fault>] = []
            while !rest.isEmpty {
                let sequence = try Self.number(from: &rest)
                if sequence != 0 {
                    results.append(.success(try posting(sequence)))
                } else {
                    let length = Int(try Self.number(from: &rest))
                    guard length <= rest.count else { throw Self.damaged }
                    results.append(.failure(try JSONDocument(Array(rest.prefix(length))).root.decode(Fault.self)))
                    rest = rest.dropFirst(length)
                }
            }
            return .list(results)
        case nil: throw Self.damaged
        }
    }

    /// The account as it was when it was opened, with nothing in it.
    private func opened(_ number: Int) throws(SQLiteError) -> Account {
        let account = try connection.first(
            "SELECT id, owner, name, currency, opened_at_us FROM accounts WHERE number = ?1",
            bind: { $0.bind(number, at: 1) },
            { row throws(SQLiteError) in
                guard let currency = Currency(code: row.text(at: 3)) else { throw Self.damaged }
                return Account(
                    number: number, id: row.text(at: 0), owner: row.optionalText(at: 1), name: row.text(at: 2),
                    currency: currency, status: .active, openedAt: Instant(microseconds: row.int64(at: 4)),
                    state: AccountState())
            })
        guard let account else { throw Self.damaged }
        return account
    }

    private func posting(_ sequence: Int64) throws(SQLiteError) -> Posting {
        let posting = try connection.first(
            """
            SELECT booked_at_us, amount_minor, giver, giver_entry, giver_balance_minor,
                getter, getter_entry, getter_balance_minor, description, category
            FROM transfers WHERE sequence = ?1
            """,
            bind: { $0.bind(sequence, at: 1) },
            { row in
                let giver = accounts.identity(of: Int(row.int64(at: 2)))
                let getter = accounts.identity(of: Int(row.int64(at: 5)))
                return Posting(
                    sequence: sequence, amount: Money(minorUnits: row.int64(at: 1), currency: giver.currency),
                    giving: PostingSide(
                        account: giver.id, owner: giver.owner, entry: row.int64(at: 3), balance: row.int64(at: 4)),
                    getting: PostingSide(
                        account: getter.id, owner: getter.owner, entry: row.int64(at: 6), balance: row.int64(at: 7)),
                    description: row.text(at: 8), category: row.optionalText(at: 9),
                    bookedAt: Instant(microseconds: row.int64(at: 0)))
            })
        guard let posting else { throw Self.damaged }
        return posting
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
