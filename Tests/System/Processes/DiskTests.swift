import Coordination
import Domain
import Foundation
import Hosting
import Signals
import Synchronization
import TestSupport
import Testing
import Transport

/// A full disk, and one that cannot be written: a clear fault, nothing is lost, and all works again afterwards.
@Suite(
    .enabled(
        if: MountedDisk.obstacle == nil, Comment(rawValue: "no disk can be mounted: \(MountedDisk.obstacle ?? "")")))
struct DiskTests {
    @Test func aFullDiskLosesNothingAndTheLedgerGoesOnWhenThereIsRoom() async throws {
        let bank = Bank()
        let disk = try MountedDisk(at: bank.house.dataDirectory, mebibytes: 16)
        for service in ["auth", "ledger"] { try await bank.house.start(service) }
        let process = bank.house.processID(of: "ledger")
        let person = try await bank.person()
        let (from, to) = (
            try await bank.account(of: person, with: "1000000"), try await bank.account(of: person)
        )
        let run = TransferRun(bank: bank, person: person, from: from, to: to)

        // Transfers run before, during and after the full disk.
        let load = Task { try await run.go() }
        try await eventually("transfers run") { run.acknowledged.count >= 50 }
        try disk.fill()
        try await eventually("the full disk is told of") { run.faults.contains(.storageUnavailable) }
        #expect(run.refusals.allSatisfy { $0.isRetryable && ($0.retryAfterMilliseconds ?? 0) > 0 })
        // Requests without writes succeed meanwhile.
        try await eventually("it serves") { try await bank.house.isReady("ledger") }
        let during = try await bank.ledger.send(LedgerSignal.Accounts(), context: bank.context(person))
        #expect(during.accounts.count == 2)

        disk.clear()
        let before = run.acknowledged.count
        try await eventually("transfers run again, without a restart") { run.acknowledged.count >= before + 50 }
        run.stop()
        try await load.value
        #expect(bank.house.processID(of: "ledger") == process)
        try await run.retryAll()
        try await run.expectEverythingOnce()

        // All of it was on disk.
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        try await run.expectEverythingOnce()
        #expect(try await bank.problems(as: person).isEmpty)
        await bank.close()
        withExtendedLifetime(disk) {}
    }

    @Test func aFullDiskIsToldOfByAuthAsWell() async throws {
        let bank = Bank()
        let disk = try MountedDisk(at: bank.house.dataDirectory, mebibytes: 4)
        try await bank.house.start("auth")
        let person = try await bank.person()
        try disk.fill()
        // Pages allocated before may still take some data.
        try await eventually("auth tells of the full disk") {
            let reply = try await bank.ask(
                "auth.register",
                #"""
                "email":"\#(Bank.newKey())@example.org","password":"a sentence of words",\#
                "name":"\#(String(repeating: "n", count: 90))"
                """#
            )
            return reply.code == "storageUnavailable" && reply.isRetryable == true
        }
        #expect(try await bank.ask("auth.me", as: person.session).result != nil)
        disk.clear()
        try await eventually("auth writes again") {
            try await bank.ask("auth.login", #""login":"\#(person.email)","password":"\#(person.password)""#).result
                != nil
        }
        await bank.close()
        withExtendedLifetime(disk) {}
    }

    @Test(arguments: SecondCopyTests.services)
    func aReadOnlyDataDirectoryAtTheStartIsToldOfAndEndsTheService(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let disk = try MountedDisk(at: house.dataDirectory, mebibytes: 4)
        try disk.remount(isReadOnly: true)
        let refused = try await house.run(service)
        #expect(refused.status == .exited(70), "\(refused)")
        let text = refused.output + refused.errors
        #expect(text.contains(house.dataDirectory) && text.contains("Read-only file system"), "\(refused)")
        try disk.remount(isReadOnly: false)
        try await house.start(service)
        withExtendedLifetime(disk) {}
    }

    @Test(arguments: SecondCopyTests.services)
    func aFullDiskAtTheStartIsToldOfAndEndsTheService(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let disk = try MountedDisk(at: house.dataDirectory, mebibytes: 4)
        try disk.fill()
        let refused = try await house.run(service)
        #expect(refused.status == .exited(70), "\(refused)")
        let text = refused.output + refused.errors
        #expect(text.contains(house.dataDirectory), "\(refused)")
        #expect(text.contains("full") || text.contains("No space left on device"), "\(refused)")
        disk.clear()
        try await house.start(service)
        withExtendedLifetime(disk) {}
    }

    @Test func aDiskThatRefusesToBeWrittenWhileTheLedgerRunsIsToldOfAndWorksAgainAfterwards() async throws {
        let bank = Bank()
        let disk = try MountedDisk(at: bank.house.dataDirectory, mebibytes: 32)
        for service in ["auth", "ledger"] { try await bank.house.start(service) }
        let process = try #require(bank.house.processID(of: "ledger"))
        let person = try await bank.person()
        let (from, to) = (
            try await bank.account(of: person, with: "1000000"), try await bank.account(of: person)
        )
        let run = TransferRun(bank: bank, person: person, from: from, to: to)
        let load = Task { try await run.go() }
        try await eventually("transfers run") { run.acknowledged.count >= 20 }

        // The kernel does not remount a disk read-only while a file is open for writing. A file size limit
        // (RLIMIT_FSIZE) of zero makes every write beyond byte 0 fail instead, until it is lifted.
        #expect(try await bank.house.limit("fsize", to: "0", of: "ledger"))
        try await eventually("the disk is told of") { run.faults.contains(.storageUnavailable) }
        #expect(run.refusals.allSatisfy { $0.isRetryable })
        let during = try await bank.ledger.send(LedgerSignal.Accounts(), context: bank.context(person))
        #expect(during.accounts.count == 2)

        #expect(try await bank.house.limit("fsize", to: "unlimited", of: "ledger"))
        let before = run.acknowledged.count
        try await eventually("transfers run again, without a restart") { run.acknowledged.count >= before + 20 }
        run.stop()
        try await load.value
        #expect(bank.house.processID(of: "ledger") == process)
        try await run.retryAll()
        try await run.expectEverythingOnce()
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        try await run.expectEverythingOnce()
        await bank.close()
        withExtendedLifetime(disk) {}
    }
}

/// Transfers of one kopeck from one account to another, each with its own key, and their outcomes.
final class TransferRun: Sendable {
    private struct State {
        var acknowledged: [String: String] = [:]
        var refused: [String: Fault] = [:]
        var refusals: [Fault] = []
        var isStopped = false
    }

    private let bank: Bank
    private let person: Person
    private let signal: LedgerSignal.MakeTransfer
    private let state = Mutex(State())

    init(bank: Bank, person: Person, from: String, to: String) {
        (self.bank, self.person) = (bank, person)
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        signal = LedgerSignal.MakeTransfer(
            from: from, to: to, amount: Money(minorUnits: 1, currency: rubles),
            description: String(repeating: "a long story ", count: 30))
    }

    /// The ids of acknowledged transfers, by key.
    var acknowledged: [String: String] { state.withLock { $0.acknowledged } }
    var refusals: [Fault] { state.withLock { $0.refusals } }
    var faults: Set<FaultCode> { Set(refusals.map(\.code)) }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Makes transfers, eight at a time, until it is stopped.
    func go() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [self] in
                    while !state.withLock({ $0.isStopped }) {
                        await attempt(Bank.newKey())
                        // A refused caller retries, though not at once.
                        if state.withLock({ !$0.refused.isEmpty }) { try await Task.sleep(for: .milliseconds(2)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func attempt(_ key: String) async {
        do {
            let answer = try await bank.ledger.send(
                signal, context: bank.context(person, key: key), within: .seconds(180))
            state.withLock { state in
                state.refused[key] = nil
                let known = state.acknowledged.updateValue(answer.transfer.id, forKey: key)
                precondition(known == nil || known == answer.transfer.id, "One key, two transfers.")
            }
        } catch {
            guard let fault = error as? Fault else { preconditionFailure("Links throw faults, not \(error).") }
            state.withLock { state in
                state.refused[key] = fault
                state.refusals.append(fault)
            }
        }
    }

    /// Repeats all refused transfers and some acknowledged ones, with the same keys.
    func retryAll() async throws {
        for key in state.withLock({ Array($0.refused.keys) }) { await attempt(key) }
        for key in acknowledged.keys.prefix(50) { await attempt(key) }
        #expect(state.withLock { $0.refused.isEmpty }, "a key that was refused for the disk's sake works later")
    }

    /// Expects as many received kopecks as acknowledged transfers, and a different transfer for each key.
    func expectEverythingOnce() async throws {
        let known = acknowledged
        #expect(Set(known.values).count == known.count)
        guard let rubles = Currency(code: "RUB") else { return }
        let expected = Money(minorUnits: Int64(known.count), currency: rubles).decimalText
        #expect(try await bank.balance(of: signal.to, person) == expected)
        #expect(try await bank.problems(as: person).isEmpty)
    }
}
