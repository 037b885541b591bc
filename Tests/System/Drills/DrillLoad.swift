import Synchronization
import TestSupport
import Testing

/// Several users who change things at the same time, until they are asked to end.
final class DrillLoad: Sendable {
    private struct State {
        var operations: [DrillOperation] = []
        var isEnding = false
    }

    private let house: DrillHouse
    private let state = Mutex(State())

    init(_ house: DrillHouse) { self.house = house }

    /// What was asked for until now.
    var operations: [DrillOperation] { state.withLock { $0.operations } }
    /// The number of acknowledged changes.
    var acknowledged: Int { state.withLock { $0.operations.count { $0.answer != nil } } }

    /// Asks the users to end.
    func end() { state.withLock { $0.isEnding = true } }

    /// Waits until so many more changes are acknowledged.
    func acknowledge(more count: Int) async throws {
        let wanted = acknowledged + count
        try await eventually("\(count) changes are acknowledged") { acknowledged >= wanted }
    }

    /// Runs all users until the end.
    func run(seed: UInt64, with body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in house.people.indices {
                let maker = DrillMaker(
                    user: user, accounts: house.accounts[user], others: house.accounts.compactMap(\.first),
                    seed: seed &+ UInt64(user) &* 7919)
                group.addTask { try await self.change(maker) }
            }
            let result: Result<Void, any Error>
            do {
                try await body()
                result = .success(())
            } catch { result = .failure(error) }
            end()
            try await group.waitForAll()
            try result.get()
        }
    }

    private func change(_ first: DrillMaker) async throws {
        var maker = first
        while !state.withLock({ $0.isEnding }) {
            let operation = maker.next()
            let place = state.withLock { state in
                state.operations.append(operation)
                return state.operations.count - 1
            }
            let reply = try await house.bank.ask(
                operation.method, operation.params, as: house.people[operation.user].session, key: operation.key)
            guard reply.result != nil else {
                throw WaitedInVain(description: "\(operation.method) {\(operation.params)}: \(reply)")
            }
            let answer = (text: reply.description, at: ContinuousClock.now)
            state.withLock { $0.operations[place].answer = answer }
        }
    }
}
