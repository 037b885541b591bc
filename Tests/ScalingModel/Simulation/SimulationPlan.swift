/// A rule of the protocol between ledgers that a run can break on purpose: a check that no broken rule fails proves
/// nothing.
public enum BrokenRule: CaseIterable, Sendable {
    /// The courier posts the hold without waiting for the answer to the deposit.
    case postsBeforeTheDeposit
    /// The courier uses a new key when it retries a deposit.
    case usesANewKeyAtARetry
    /// The courier voids a hold when the payee's ledger has not answered for long.
    case voidsAfterATimeout
    /// The ledger of the payee does not store a refusal under its key.
    case forgetsRefusals
    /// The ledger stores answers some time after the change, not in its transaction.
    case storesAnswersLater
    /// A courier that starts does not look for open holds.
    case forgetsHoldsAtAStart
    /// Holds between ledgers expire.
    case letsHoldsExpire
    /// A frozen account refuses the post of its hold.
    case refusesToPostForFrozenAccounts
}

/// What goes wrong in a run, besides the broken rule.
public struct SimulatedFaults: Sendable {
    /// Shares of messages, in percent.
    public var lost: UInt64 = 0
    public var duplicated: UInt64 = 0
    public var delayed: UInt64 = 0
    /// The mean time between two crashes of one ledger, and of one courier; nil for none.
    public var betweenCrashes: Int?
    /// The time from a crash to the restart.
    public var restartsAfter = 20_000_000
    /// The time between two moments at which some account is frozen or unfrozen; nil for never.
    public var betweenFreezes: Int?
    /// The share of clients that never ask for their answer again, in percent.
    public var abandoned: UInt64 = 0
    /// One fault at one event of the run, for runs that try each of them.
    public var single: (event: Int, fault: SingleFault)?

    /// Creates a run without faults.
    public init() {}

    /// Returns faults of every kind, far more often than in a real network.
    public static var severe: SimulatedFaults {
        var faults = SimulatedFaults()
        (faults.lost, faults.duplicated, faults.delayed, faults.abandoned) = (5, 5, 5, 2)
        faults.betweenCrashes = 150_000_000
        faults.betweenFreezes = 2_000_000
        return faults
    }

    /// True when every request is answered, so that clients need no timer.
    var isNone: Bool { lost == 0 && betweenCrashes == nil && single == nil }
}

/// A fault at one event.
public enum SingleFault: Sendable {
    case crash(Node)
    case loseTheMessage
    case duplicateTheMessage
}

/// A run of the simulation. Times are nanoseconds of virtual time.
public struct SimulationPlan: Sendable {
    public var ledgers = 2
    public var accountsOfALedger = 50
    public var openingBalance = 1_000
    /// The clients of one ledger; each has one payment under way.
    public var clients = 8
    /// The mean pause of a client between two payments.
    public var pause = 0
    /// The share of payments to an account of another ledger, from 0 to 1.
    public var crossShare = 0.5
    /// Couriers gather requests for so long and send them as lists; 0 sends each at once.
    public var gathering = 0
    /// True when a client waits for the end of a payment, not only for the hold.
    public var waitsForTheEnd = true
    /// New payments begin until then, and faults happen until then.
    public var ends = 300_000_000
    /// Payments count as throughput from here to `ends`.
    public var countsFrom = 0
    /// At most so many payments; nil for no limit.
    public var payments: Int?
    /// True when every account of the ledgers but the first is frozen at the beginning.
    public var frozenAtFirst = false
    public var seed: UInt64 = 1
    public var faults = SimulatedFaults()
    public var brokenRule: BrokenRule?
    public var service: ServiceTimes
    /// The least time of a message between two machines, and the mean of what is added to it.
    public var network = (least: 50_000, added: 50_000)
    /// The time after which a request is sent again.
    public var patience = 30_000_000
    /// After so many deposits without an answer, the courier asks the payee's ledger to refuse the key.
    public var attempts = 8

    /// Creates a plan with these service times.
    public init(service: ServiceTimes) { self.service = service }
}

/// How long a ledger works, in nanoseconds.
public struct ServiceTimes: Sendable {
    /// The processor is occupied so long by a request, besides its rows.
    public let request: Int
    /// The processor is occupied so long by each row of a request.
    public let row: Int
    /// The answer comes so much later: the commit in the log and on the disk, which occupies no processor.
    public let commit: Int

    /// Creates service times.
    public init(request: Int, row: Int, commit: Int) {
        (self.request, self.row, self.commit) = (request, row, commit)
    }

    func busy(rows: Int) -> Int { request + row * rows }
}
