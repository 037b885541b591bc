import Domain

/// The accounts as the open transaction has them, with an undo log.
struct WorkingAccounts {
    /// The transfers between two writes of the balances, see ``transfersPerSave``.
    static let usualTransfersPerSave: Int64 = 8_192

    /// A point to roll back to.
    struct Mark {
        let undone: Int
        let undoneRecords: Int
        let opened: Int
        let booked: Booked
        let pending: PendingRecords.Mark
    }

    /// The end of the chain.
    struct Booked: Hashable {
        /// The sequence of the newest record of a transfer.
        var transfer: Int64 = 0
        /// The number of the newest change of an account.
        var change: Int64 = 0
        /// The newest booking time.
        var at = Instant(microseconds: 0)
        /// The hash of the newest record of either kind.
        var head = ChainHash.none

        /// Takes a record of either kind from the disk: the newest one is the end.
        mutating func take(_ bookedAt: Int64, _ hash: ChainHash) {
            let time = Instant(microseconds: bookedAt)
            if time > at { (at, head) = (time, hash) }
        }
    }

    /// The states of all accounts, just opened ones included. Account 1 is at index 0.
    var states: [AccountState] = []
    /// True for accounts that differ from the last commit.
    var isChanged: [Bool] = []
    /// The numbers of these accounts, once each.
    var changed: [Int] = []
    /// The accounts opened since the last commit. Their states are at the end.
    var opened: [AccountRecord] = []
    /// The accounts with uncommitted changes of their properties, by number.
    var changedRecords: [Int: AccountRecord] = [:]
    var booked = Booked()
    var durable = Booked()
    /// The last transfer in the stored balances.
    private(set) var savedTransfer: Int64 = 0
    /// The newest stored event when the limits were read; later ones may tell of other limits. Only kept up to date
    /// while following.
    var limitsAsOf: Int64 = 0
    /// The records that are not written yet.
    var pending = PendingRecords()
    var hasher = RecordHasher()
    /// The number of transfers after which the balances are written. It bounds the work of a start.
    private let transfersPerSave: Int64
    /// The last transfer in the balances that the open transaction writes; nil when it writes none.
    private var saving: Int64?
    private var durableLimitsAsOf: Int64 = 0
    /// True for accounts whose stored balance is out of date, as of the last commit.
    private(set) var isUnsaved: [Bool] = []
    /// The numbers of these accounts, once each.
    private(set) var unsaved: [Int] = []
    private var undone: [(number: Int, state: AccountState)] = []
    private var undoneRecords: [(number: Int, record: AccountRecord?)] = []
    private var marks: [Mark] = []

    /// Creates the accounts of an empty ledger.
    init(transfersPerSave: Int64 = usualTransfersPerSave) { self.transfersPerSave = transfersPerSave }

    /// Sets the state that was loaded from the disk.
    mutating func start(with states: [AccountState], booked: Booked, savedTransfer: Int64, limitsAsOf: Int64) {
        self.states = states
        self.booked = booked
        self.savedTransfer = savedTransfer
        (self.limitsAsOf, durableLimitsAsOf) = (limitsAsOf, limitsAsOf)
        durable = booked
        isChanged = Array(repeating: false, count: states.count)
        isUnsaved = states.map { $0.lastTransfer > savedTransfer }
        unsaved = states.indices.filter { isUnsaved[$0] }.map { $0 + 1 }
    }

    /// The number of durable accounts.
    var durableCount: Int { states.count - opened.count }

    /// Returns the booking time of a record written now: later than all earlier ones.
    func bookingTime(_ now: Instant) -> Instant {
        max(now, Instant(microseconds: booked.at.microseconds + 1))
    }

    /// Returns an account that was opened since the last commit, without later changes.
    func opened(_ number: Int) -> AccountRecord? {
        let index = number - 1 - durableCount
        return opened.indices.contains(index) ? opened[index] : nil
    }

    func opened(_ id: String) -> Account? {
        guard let index = opened.firstIndex(where: { $0.id == id }) else { return nil }
        let number = durableCount + index + 1
        return Account(number: number, record: changedRecords[number] ?? opened[index], state: states[number - 1])
    }

    mutating func open(_ record: AccountRecord) -> Account {
        opened.append(record)
        states.append(AccountState())
        isChanged.append(false)
        return Account(number: states.count, record: record, state: AccountState())
    }

    /// Applies a record: the end of the chain and the states of its accounts.
    mutating func apply(_ row: TransferRow, _ hash: ChainHash, payer: AccountState, payee: AccountState?) {
        booked.transfer = row.sequence
        booked.at = Instant(microseconds: row.bookedAt)
        booked.head = hash
        set(payer, of: Int(row.payer))
        if let payee { set(payee, of: Int(row.payee)) }
    }

    mutating func set(_ record: AccountRecord, of number: Int) {
        undoneRecords.append((number, changedRecords[number]))
        changedRecords[number] = record
    }

    mutating func set(_ state: AccountState, of number: Int) {
        undone.append((number, states[number - 1]))
        states[number - 1] = state
        guard !isChanged[number - 1] else { return }
        isChanged[number - 1] = true
        changed.append(number)
    }

    /// True when enough transfers were made since the balances were written.
    var isSaveDue: Bool { booked.transfer - savedTransfer >= transfersPerSave }

    /// Notes that a leading machine has written the balances as of a transfer.
    mutating func noteSave(asOf transfer: Int64) { if transfer > savedTransfer { saving = transfer } }

    /// Returns the accounts whose balances the open transaction should write; none when it is too early.
    mutating func accountsToSave() -> [Int] {
        guard isSaveDue else { return [] }
        saving = booked.transfer
        return unsaved + changed.filter { $0 > isUnsaved.count || !isUnsaved[$0 - 1] }
    }

    mutating func mark() {
        marks.append(
            Mark(
                undone: undone.count, undoneRecords: undoneRecords.count, opened: opened.count, booked: booked,
                pending: pending.mark))
    }

    mutating func keep() { marks.removeLast() }

    mutating func drop() { goBack(to: marks.removeLast()) }

    mutating func goBackToLastCommit() {
        goBack(to: Mark(undone: 0, undoneRecords: 0, opened: 0, booked: durable, pending: .none))
        forgetChanges()
        marks.removeAll()
        saving = nil
        limitsAsOf = durableLimitsAsOf
    }

    mutating func committed() {
        durable = booked
        durableLimitsAsOf = limitsAsOf
        pending.goBack(to: .none)
        isUnsaved += Array(repeating: false, count: opened.count)
        opened.removeAll()
        if let saved = saving {
            for number in unsaved { isUnsaved[number - 1] = false }
            unsaved.removeAll(keepingCapacity: true)
            (savedTransfer, saving) = (saved, nil)
            // Own transactions write the balances as of their last transfer. What is repeated may go on.
            if saved < booked.transfer { noteUnsaved { $0.lastTransfer > saved } }
        } else {
            noteUnsaved { _ in true }
        }
        forgetChanges()
    }

    @inline(__always)
    private mutating func noteUnsaved(where isOutOfDate: (AccountState) -> Bool) {
        for number in changed where !isUnsaved[number - 1] && isOutOfDate(states[number - 1]) {
            isUnsaved[number - 1] = true
            unsaved.append(number)
        }
    }

    private mutating func forgetChanges() {
        for number in changed { isChanged[number - 1] = false }
        changed.removeAll(keepingCapacity: true)
        undone.removeAll(keepingCapacity: true)
        changedRecords.removeAll(keepingCapacity: true)
        undoneRecords.removeAll(keepingCapacity: true)
    }

    private mutating func goBack(to mark: Mark) {
        for entry in undone[mark.undone...].reversed() { states[entry.number - 1] = entry.state }
        undone.removeLast(undone.count - mark.undone)
        for entry in undoneRecords[mark.undoneRecords...].reversed() { changedRecords[entry.number] = entry.record }
        undoneRecords.removeLast(undoneRecords.count - mark.undoneRecords)
        booked = mark.booked
        pending.goBack(to: mark.pending)
        let surplus = opened.count - mark.opened
        guard surplus > 0 else { return }
        opened.removeLast(surplus)
        states.removeLast(surplus)
        isChanged.removeLast(surplus)
        let count = states.count
        changed.removeAll { $0 > count }
    }
}
