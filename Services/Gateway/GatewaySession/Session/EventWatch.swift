import Coordination
import Domain
import Synchronization
import Transport

/// A watch over the events of services, shared by all sessions of a process. It holds one socket per service for
/// wake-ups, and one health check per service, however many sessions wait.
package final class EventWatch: Sendable {
    /// The pause between two looks at the health of a service.
    private static let healthPause = Duration.seconds(3)
    /// The longest wait of a reader. Wake-ups are hints only.
    private static let longestWait = Duration.seconds(120)

    private struct Waiter {
        let after: Int64
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Service {
        var newest: Int64 = 0
        var isDown = false
        var waiters: [Int: Waiter] = [:]
    }

    private struct State {
        var services: [String: Service] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let caller: any ServiceCaller

    /// Creates a watch over the events of services.
    package init(_ services: [String], caller: any ServiceCaller) {
        self.caller = caller
        state.withLock { state in for service in services { state.services[service] = Service() } }
    }

    /// Listens until the task is cancelled.
    package func run(runDirectory: String) async throws {
        let bell = WakeUpListener(runDirectory: runDirectory) { [weak self] service, newest in
            self?.hear(service, newest)
        }
        let services = state.withLock { Array($0.services.keys) }
        try await bell.listen(to: services)
        await withTaskGroup { group in
            for service in services { group.addTask { await self.watchHealth(of: service) } }
        }
        await bell.close()
    }

    /// Waits until a service may have events after a sequence.
    ///
    /// - Throws: ``Fault`` `unavailable` when the service is out of reach.
    package func wait(for service: String, after: Int64) async throws {
        let number = state.withLock { state -> Int in
            state.count += 1
            return state.count
        }
        let alarm = Task { [weak self] in
            try await Task.sleep(for: Self.longestWait)
            self?.wake(number, of: service)
        }
        defer { alarm.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state -> Bool in
                    guard let known = state.services[service], !known.isDown, known.newest <= after,
                        !Task.isCancelled
                    else { return true }
                    state.services[service]?.waiters[number] = Waiter(after: after, continuation: continuation)
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            wake(number, of: service)
        }
        if state.withLock({ $0.services[service]?.isDown ?? false }) { throw Fault(.unavailable, "\(service)") }
    }

    private func wake(_ number: Int, of service: String) {
        state.withLock { $0.services[service]?.waiters.removeValue(forKey: number) }?.continuation.resume()
    }

    private func hear(_ service: String, _ newest: Int64) {
        let woken = state.withLock { state -> [Waiter] in
            guard var known = state.services[service] else { return [] }
            if newest > 0 { known.newest = max(known.newest, newest) }
            let ready = known.waiters.filter { newest == 0 || $0.value.after < newest }
            for number in ready.keys { known.waiters[number] = nil }
            state.services[service] = known
            return Array(ready.values)
        }
        for waiter in woken { waiter.continuation.resume() }
    }

    private func watchHealth(of service: String) async {
        while !Task.isCancelled {
            let answer = try? await caller.call(
                service: service, method: "\(service).health", parameters: Array("{}".utf8),
                effect: .reads, context: SignalContext(), within: .seconds(3))
            note(service, isDown: answer == nil)
            try? await Task.sleep(for: Self.healthPause)
        }
    }

    private func note(_ service: String, isDown: Bool) {
        let woken = state.withLock { state -> [Waiter] in
            guard var known = state.services[service], known.isDown != isDown else { return [] }
            known.isDown = isDown
            defer { state.services[service] = known }
            guard isDown else { return [] }
            defer { known.waiters = [:] }
            return Array(known.waiters.values)
        }
        for waiter in woken { waiter.continuation.resume() }
    }
}
