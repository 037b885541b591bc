/// What a bank of so many people needs.
public struct BankPlan: Sendable {
    public let people: Double
    private let figures: ScalingFigures

    /// Creates the plan.
    public init(people: Double, figures: ScalingFigures) {
        (self.people, self.figures) = (people, figures)
    }

    public var paymentsADay: Double { people * figures[.paymentsADay] }
    public var average: Double { paymentsADay / 86_400 }
    public var peak: Double { average * figures[.peakFactor] }

    /// Bytes that one payment leaves in the databases of the services, on one machine.
    public var stored: Double { paymentsADay * 365 * figures[.yearsStored] * figures[.storedBytes] }

    /// A ledger of this size can be copied as a snapshot in the time that is allowed for it.
    public var largestLedger: Double { figures[.snapshotBytesASecond] * 1e6 * 3_600 * figures[.snapshotHours] }

    public var ledgersBySnapshot: Double { (stored / largestLedger).rounded(.up) }

    public var ledgersByProcessor: Double {
        let limit = figures[.manyClients] * figures[.highestLoad] / 100
        return peak <= limit ? 1 : (peak * Scaling.work(crossShare: figures[.crossShare] / 100) / limit).rounded(.up)
    }

    public var ledgers: Double { max(ledgersBySnapshot, ledgersByProcessor) }

    /// Records of ledgers a payment: three for one that crosses.
    public var work: Double { ledgers == 1 ? 1 : Scaling.work(crossShare: figures[.crossShare] / 100) }

    /// The share of a leader's rate that its peak takes.
    public var loadOfALeader: Double { peak * work / ledgers / figures[.manyClients] }

    // MARK: The log

    public var logBytesADay: Double {
        paymentsADay * work * figures[.writers]
            * (figures[.logBytes] + figures[.commitBytes] / figures[.transfersACommit])
    }

    public var commitsAtPeak: Double { peak * work * figures[.writers] / figures[.transfersACommit] }

    /// The commits of the days that can be restored, and two snapshots: the newest, and the one that replaces it.
    public var logStored: Double { logBytesADay * figures[.daysOfLog] + 2 * stored }

    /// Clusters of PostgreSQL: by commits, by what they store, and by connections.
    public var clusters: Double {
        let commits = commitsAtPeak / (figures[.appends] * figures[.highestLoad] / 100)
        let bytes = logStored / usableDisk
        return max(commits, bytes, ledgers * figures[.services] / figures[.connections]).rounded(.up)
    }

    /// At the peak, in bits a second: to the primary, to its standby, and to two followers.
    public var networkAtPeak: Double { logBytesADay / 86_400 * figures[.peakFactor] * 4 * 8 }

    // MARK: Machines

    /// Cores at the peak, before the headroom: those of leaders, followers, history, reads and sign-ins.
    public var cores: Double {
        let rate = peak * work
        // The rates were measured on two cores, with the load and PostgreSQL on the same ones.
        let leaders = rate / figures[.manyClients] * 2
        let followers = rate * figures[.repeating] / 1e6 * 2 * figures[.writers]
        let history = rate / figures[.historyFollows] * 2
        return leaders + followers + history + peak * figures[.readsOfAPayment] / figures[.balances] * 2 + signInCores
    }

    public var signInCores: Double {
        people * figures[.signInsAMonth] / 30 / 86_400 * figures[.peakFactor] * figures[.signInCost] / 1_000
    }

    /// Machines of houses: each ledger is on three, and a machine has several ledgers.
    public var houseMachines: Double {
        let byCores = cores / (figures[.machineCores] * figures[.highestLoad] / 100)
        return max(3, byCores, 3 * stored / usableDisk).rounded(.up)
    }

    public var logMachines: Double { clusters * 3 }
    public var cost: Double { (houseMachines + logMachines) * figures[.machinePrice] }

    private var usableDisk: Double { figures[.machineDisk] * 1e12 * figures[.highestLoad] / 100 }
}

/// The formulas that need no bank.
public enum Scaling {
    /// Returns the records of a payment, on average: one within a ledger, three across (hold, deposit, post).
    public static func work(crossShare: Double) -> Double { 1 + 2 * crossShare }

    /// Returns how many times the rate of one ledger so many have.
    public static func speedUp(ledgers: Int, crossShare: Double) -> Double {
        ledgers == 1 ? 1 : Double(ledgers) / work(crossShare: crossShare)
    }

    /// Returns the share of payments that cross when accounts are spread over the ledgers without a plan.
    public static func crossShareByChance(ledgers: Int) -> Double { 1 - 1 / Double(ledgers) }
}
