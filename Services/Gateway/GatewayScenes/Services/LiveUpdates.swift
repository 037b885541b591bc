import Coordination
import Domain

/// Notifies scenes of changes. It waits for the events of the services that open scenes depend on, with one pending
/// request per service, however many scenes subscribe.
@MainActor package final class LiveUpdates {
    /// A subscription, which ends with its last reference.
    final class Subscription: Sendable {
        fileprivate let end: @Sendable () -> Void
        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    /// The duration of one wait at a service, in milliseconds. It is short, because an unreachable service is noticed
    /// only when the answer does not arrive.
    private static let wait = 3000

    /// The transmitter of requests. Nil until someone signs in.
    weak var transmitter: (any Transmitter)?
    /// Called when a service becomes unreachable or reachable again.
    var onChange: (() -> Void)?
    /// The services that do not answer now, each with the time of its last answer.
    private(set) var lost: [String: Instant] = [:]
    /// The time of each service's last answer.
    private var heard: [String: Instant] = [:]
    private let clock: WallClock
    private let pause: Duration
    private var listeners: [String: [Int: @MainActor () -> Void]] = [:]
    private var watches: [String: Task<Void, Never>] = [:]
    private var count = 0

    /// Creates the updates.
    ///
    /// - Parameter pause: The pause before an unreachable service is asked again.
    package nonisolated init(pause: Duration = .seconds(1), clock: WallClock = .system) {
        self.pause = pause
        self.clock = clock
    }

    /// Returns the time since which one of these services has not answered; nil while all do.
    func silence(of services: [String]) -> Instant? { services.compactMap { lost[$0] }.min() }

    /// True when each of these services has answered and still does.
    func areHeard(_ services: [String]) -> Bool { services.allSatisfy { heard[$0] != nil && lost[$0] == nil } }

    /// Calls `body` when one of these services has changes, or is reachable again.
    func subscribe(to services: [String], _ body: @escaping @MainActor () -> Void) -> Subscription {
        count += 1
        let number = count
        for service in services {
            listeners[service, default: [:]][number] = body
            if watches[service] == nil { watches[service] = Task { [weak self] in await self?.watch(service) } }
        }
        return Subscription { [weak self] in
            Task { @MainActor in self?.unsubscribe(number) }
        }
    }

    private func unsubscribe(_ number: Int) {
        for service in listeners.keys {
            listeners[service]?[number] = nil
            if listeners[service]?.isEmpty == true {
                listeners[service] = nil
                watches.removeValue(forKey: service)?.cancel()
                lost[service] = nil
            }
        }
    }

    private func watch(_ service: String) async {
        var last: Int64?
        while !Task.isCancelled, let transmitter {
            do {
                let asked = AppSignal.AwaitEvents(
                    service: service, after: last,
                    waitMilliseconds: last == nil || lost[service] != nil ? 0 : Self.wait)
                let news = try await transmitter.send(asked, context: SignalContext(), within: nil)
                guard !Task.isCancelled else { return }
                let isBack = lost.removeValue(forKey: service) != nil
                let isNew = heard.updateValue(clock.now(), forKey: service) == nil
                if isBack || isNew { onChange?() }
                if isBack || news.count > 0 { tell(service) }
                last = news.last
            } catch {
                guard !Task.isCancelled else { return }
                if (error as? Fault)?.code == .unauthenticated { return }
                if lost[service] == nil {
                    lost[service] = heard[service] ?? clock.now()
                    onChange?()
                }
                try? await Task.sleep(for: pause)
            }
        }
    }

    private func tell(_ service: String) {
        AppWork.$isItsOwn.withValue(true) {
            for body in (listeners[service] ?? [:]).sorted(by: { $0.key < $1.key }).map(\.value) { body() }
        }
    }

    /// Stops all waiting.
    package func stop() {
        for watch in watches.values { watch.cancel() }
        watches = [:]
        listeners = [:]
        (lost, heard) = ([:], [:])
    }
}
