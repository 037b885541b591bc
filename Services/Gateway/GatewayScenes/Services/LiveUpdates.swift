import Coordination
import Domain

/// Tells scenes what is new: it waits for the events of the services that open scenes are about, one wait a service,
/// however many scenes ask.
@MainActor package final class LiveUpdates {
    /// Ends with its last reference.
    final class Subscription: Sendable {
        fileprivate let end: @Sendable () -> Void
        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    /// How long one wait lasts at a service, in milliseconds: no longer, since a service that is gone is noticed when the
    /// answer does not come.
    private static let wait = 3000

    /// Where is asked; set when there is somebody to ask for.
    weak var transmitter: (any Transmitter)?
    /// Called when a service is lost or found again.
    var onChange: (() -> Void)?
    /// The services that do not answer now, each with the time at which it was last heard of.
    private(set) var lost: [String: Instant] = [:]
    /// When each service was last heard of.
    private var heard: [String: Instant] = [:]
    private let clock: WallClock
    private let pause: Duration
    private var listeners: [String: [Int: @MainActor () -> Void]] = [:]
    private var watches: [String: Task<Void, Never>] = [:]
    private var count = 0

    /// - Parameter pause: How long to wait before a service that is gone is asked again.
    package nonisolated init(pause: Duration = .seconds(1), clock: WallClock = .system) {
        self.pause = pause
        self.clock = clock
    }

    /// Since when one of these services does not answer; nil while all do.
    func silence(of services: [String]) -> Instant? { services.compactMap { lost[$0] }.min() }

    /// Whether each of these services has answered and still does.
    func areHeard(_ services: [String]) -> Bool { services.allSatisfy { heard[$0] != nil && lost[$0] == nil } }

    /// Calls `body` when one of these services has news, or is back.
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

    /// Ends all waiting.
    package func stop() {
        for watch in watches.values { watch.cancel() }
        watches = [:]
        listeners = [:]
        (lost, heard) = ([:], [:])
    }
}
