import Coordination
import Domain
import Signals
import Synchronization

/// What people were told: all that the house acknowledged, what it refused, and what went wrong on the way.
///
/// Everything here comes from answers. Invariants compare it with what the services say afterwards.
final class Books: Sendable {
    private let content = Mutex(BookContent())

    /// The content as it is now.
    var now: BookContent { content.withLock { $0 } }

    /// Changes the content.
    func write(_ change: (inout BookContent) -> Void) { content.withLock { change(&$0) } }

    /// Notes something that must not happen.
    func note(_ problem: String) { write { $0.problems.append(problem) } }

    /// Returns the problems that were noted since the last time.
    func takeProblems() -> [String] {
        content.withLock { content in
            defer { content.problems = [] }
            return content.problems
        }
    }

    /// Notes a transfer that was acknowledged, with the balances of the answer.
    ///
    /// - Parameter number: The act that made it.
    func book(
        _ transfer: LedgerSignal.Transfer, by person: Int, number: Int, balances: [LedgerSignal.AccountBalance] = []
    ) {
        write { content in
            if let before = content.transfers[transfer.id], before.transfer != transfer,
                before.transfer.status != .pending
            {
                content.problems.append(
                    "Act \(number) of person \(person) was answered with transfer \(transfer.id), "
                        + "which act \(before.number) had made otherwise: \(before.transfer), now \(transfer).")
            }
            content.transfers[transfer.id] = BookedTransfer(
                transfer: transfer, person: person, number: number, balances: balances)
            if content.transferOfAct[number] == nil { content.transferOfAct[number] = transfer.id }
        }
    }
}

/// The content of the books.
struct BookContent: Sendable {
    /// The accounts that were opened.
    var accounts: [Place: BookedAccount] = [:]
    /// The newest acknowledged state of each transfer, by its id.
    var transfers: [String: BookedTransfer] = [:]
    /// The transfer that an act made first.
    var transferOfAct: [Int: String] = [:]
    /// The schedules that were made, by the act that made them.
    var schedules: [Int: Arrangement] = [:]
    /// The subscriptions that were added, by the act that added them.
    var subscriptions: [Int: Arrangement] = [:]
    /// Requests that were answered for good, by act.
    var requests: [Int: KeptRequest] = [:]
    /// Requests that were refused, by act.
    var refusals: [Int: Fault] = [:]
    /// The names of payees that each person has, and their accounts.
    var payees: [Int: [String: String]] = [:]
    /// How many of a bond each person holds.
    var holdings: [Int: [String: Int]] = [:]
    /// The rules of each person, in their order, and the rule that an act made.
    var rules: [Int: [HistorySignal.CategoryRule]] = [:]
    var ruleOfAct: [Int: String] = [:]
    /// The saved filters of each person, by name.
    var filters: [Int: [String: HistorySignal.SavedFilter]] = [:]
    /// The rows of files that were taken in, by the id of the transfer.
    var importedRows: [String: BookedRow] = [:]
    /// Which candles of each security were imported, by ticker.
    var candles: [String: Set<Int>] = [:]
    /// The securities that each person watches.
    var watches: [Int: Set<String>] = [:]
    /// The zones that each person asked to live by, the newest last. In the beginning it is UTC.
    var zones: [Int: [LivedZone]] = [:]
    /// The exchange rates of each person.
    var rates: [Int: BookedRates] = [:]
    /// When nothing was wrong any more and all services had heard what there was to hear.
    var rests: [Instant] = []
    /// What must not have happened.
    var problems: [String] = []

    /// Returns the person whose account this is.
    func owner(of account: String) -> Int? { accounts.first { $0.value.id == account }?.key.person }

    /// Returns the accounts of a person.
    func accounts(of person: Int) -> [BookedAccount] {
        accounts.filter { $0.key.person == person }.sorted { $0.key.slot < $1.key.slot }.map(\.value)
    }
}

/// An account that was opened.
struct BookedAccount: Hashable, Sendable {
    let id: String
    let currency: Currency
    var name: String
    var isClosed = false
}

/// A transfer that was acknowledged.
struct BookedTransfer: Sendable {
    /// The transfer as it was answered last.
    let transfer: LedgerSignal.Transfer
    /// Who did that.
    let person: Int
    /// The act that did.
    let number: Int
    /// The balances after it, as they were answered.
    let balances: [LedgerSignal.AccountBalance]
}

/// A request that was answered, and how to send it again.
struct KeptRequest: Sendable {
    let person: Int
    let method: String
    let key: String
    /// The answer as JSON, or the code with which the ledger refused it for good.
    let answer: Result<[UInt8], Fault>
    /// Sends the same request with the same key.
    let again: @Sendable (SimulatedPerson) async -> Outcome<[UInt8]>
}
