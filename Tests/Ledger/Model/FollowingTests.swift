import Coordination
import Domain
import Foundation
import Signals
import Storage
import Synchronization
import TestSupport
import Testing

@testable import LedgerService

/// Goal: what a follower has in memory is what it would load from its disk, and it leads from there.
/// Method: random histories of all operations from one seed. The leading store records them in a log; another repeats
/// them, some at a time and now and then with a commit that cannot be repeated. Then it leads and goes on, and a model
/// says what comes of each request. Replay a failure with `LEDGER_SEED=<seed>`.
@Suite struct FollowingTests {
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    }

    private let seed = Self.seed
    private let clock = TestClock()
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()

    /// Sends one random request to a bank and to the model.
    private func step(
        _ step: Int, _ bank: ModelledBank, _ model: inout ModelBank, _ generator: inout RequestGenerator
    ) async throws {
        clock.advance(by: .milliseconds(Int64.random(in: 0...3, using: &generator.random)))
        if step % 40 == 39 {
            clock.advance(by: .seconds(6 * 3600 * Int64.random(in: 1...9, using: &generator.random)))
        }
        if step % 10 == 0 {
            model.expire(clock.time)
            model.makeDue(clock.time)
            try await bank.doDue()
        }
        let (request, user, key) = generator.next(model, clock.time)
        let expected = model.apply(request, user, key, clock.time)
        let outcome = try await bank.apply(request, user, key)
        try #require(outcome == expected, "step \(step), \(request) by \(user), LEDGER_SEED=\(seed)")
    }

    private func open(_ name: String, _ options: StoreOptions) async throws -> SQLiteLedgerStore {
        try await SQLiteLedgerStore.open(
            at: folder.file(name), clock: clock.wallClock, options: options, transfersPerSave: 50)
    }

    /// Returns what a start would load.
    private func loaded(_ name: String) throws -> AccountTable {
        let table = AccountTable(transfersPerSave: 50)
        try Connection.withConnection(path: folder.file(name), options: .reader) { try table.load($0) }
        return table
    }

    @Test func memoryFollowsAndThenLeads() async throws {
        print("LEDGER_SEED=\(seed)")
        var generator = RequestGenerator(seed: seed)
        var model = ModelBank()
        let ids = ModelIDs()
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        let leader = try await open("leader.db", options)
        options.commitLog = nil
        options.followedHouse = log.house
        let follower = try await open("follower.db", options)
        #expect(!follower.store.isSchemaOwn)

        var (rounds, saves) = (0, Set<Int64>())
        let bank = ModelledBank(leader, clock, ids)
        for number in 0..<1500 {
            try await step(number, bank, &model, &generator)
            guard generator.random.chance(30) else { continue }
            if generator.random.chance(10) {
                let head = CommitHead(number: Int64(log.commits.count) + 1, hash: CommitHead.none.hash)
                let damaged = LoggedCommit(head: head, time: Instant(microseconds: 0), changes: [9, 9])
                #expect(throws: SQLiteError.self) { try follower.store.follow(log, and: [damaged]) }
            } else {
                try follower.store.follow(log)
            }
            rounds += 1
            let followed = AccountTableImage(follower.accounts)
            try #require(
                followed == AccountTableImage(try loaded("follower.db")), "step \(number), LEDGER_SEED=\(seed)")
            try #require(followed.figures == AccountTableImage(leader.accounts).figures, "LEDGER_SEED=\(seed)")
            #expect(follower.store.newestSequence() == leader.store.newestSequence())
            saves.insert(followed.savedTransfer)
        }
        #expect(rounds > 300 && saves.count > 5, "LEDGER_SEED=\(seed)")
        await #expect(throws: Fault.self) { try await follower.store.write { _ in } }

        // The last commits reach it when it claims the log.
        for number in 1500..<1520 { try await step(number, bank, &model, &generator) }
        await leader.close()
        try await follower.store.lead(log)
        #expect(AccountTableImage(follower.accounts) == AccountTableImage(try loaded("follower.db")))
        #expect(AccountTableImage(follower.accounts).figures == AccountTableImage(leader.accounts).figures)

        let heir = ModelledBank(follower, clock, ids)
        for number in 1520..<2200 { try await step(number, heir, &model, &generator) }
        let (led, fresh) = (AccountTableImage(follower.accounts), AccountTableImage(try loaded("follower.db")))
        #expect(led.asLeader == fresh.asLeader, "LEDGER_SEED=\(seed)")
        #expect(led.unsaved.isSuperset(of: fresh.unsaved), "LEDGER_SEED=\(seed)")
        let report = try await follower.check()
        #expect(report.problems == [], "LEDGER_SEED=\(seed)")
        #expect(report.records == Int64(model.records))
        for account in model.accounts {
            #expect(follower.account(account.id)?.state.balance == account.balance, "LEDGER_SEED=\(seed)")
            #expect(follower.account(account.id)?.state.held == account.held, "LEDGER_SEED=\(seed)")
        }
        await follower.close()
    }

    /// Who reads an event before its account is published finds the account.
    @Test func aNewAccountHasAnIdentityBeforeTheCommit() async throws {
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        let leader = try await open("leader.db", options)
        let bank = ModelledBank(leader, clock)
        _ = try await bank.apply(.open(.rub), "ann", nil)
        let table = AccountTable()
        try Connection.withConnection(path: folder.file("leader.db"), options: .reader) { try table.load($0) }
        _ = try await bank.apply(.open(.rub), "bob", nil)
        _ = try await bank.apply(.deposit("id-2", rubles(5)), "bob", nil)
        #expect(throws: SQLiteError.self) { try table.identity(of: 2) }
        try Connection.withConnection(path: folder.file("leader.db"), options: .reader) { try table.follow($0) }
        #expect(try table.identity(of: 2).id == "id-2")
        #expect(table.published("id-2") == nil)
        table.aborted()
        #expect(throws: SQLiteError.self) { try table.identity(of: 2) }
        try Connection.withConnection(path: folder.file("leader.db"), options: .reader) { try table.follow($0) }
        table.committed()
        #expect(table.published("id-2")?.state.balance == 5)
        await leader.close()
    }
}

/// All that an account table has; what has no order as sets.
private struct AccountTableImage: Equatable {
    /// What is the same on all machines.
    struct Figures: Equatable {
        var records: [AccountRecord] = []
        var states: [AccountState] = []
        var numbers: [String: Int] = [:]
        var numbersByOwner: [String: [Int]] = [:]
        var lastCounted: Int64 = 0
        var durable = WorkingAccounts.Booked()
    }

    let figures: Figures
    let savedTransfer: Int64
    var limitsAsOf: Int64
    let booked: WorkingAccounts.Booked
    let states: [AccountState]
    let isChanged: [Bool]
    let changed: [Int]
    let opened: [AccountRecord]
    let changedRecords: [Int: AccountRecord]
    var isUnsaved: [Bool]
    var unsaved: Set<Int>

    init(_ table: AccountTable) {
        var image: Figures = table.published.withLock { table in
            Figures(
                records: table.records, states: table.states, numbers: table.numbers,
                numbersByOwner: table.numbersByOwner, lastCounted: table.lastCounted)
        }
        let working = table.working.withLock { $0 }
        image.durable = working.durable
        figures = image
        booked = working.booked
        savedTransfer = working.savedTransfer
        limitsAsOf = working.limitsAsOf
        states = working.states
        isChanged = working.isChanged
        changed = working.changed
        opened = working.opened
        changedRecords = working.changedRecords
        isUnsaved = working.isUnsaved
        unsaved = Set(working.unsaved)
    }

    /// Without what only a follower keeps up to date, and without the unsaved accounts: a leader also counts those of
    /// refused requests.
    var asLeader: Self {
        var image = self
        image.limitsAsOf = 0
        (image.isUnsaved, image.unsaved) = ([], [])
        return image
    }
}
