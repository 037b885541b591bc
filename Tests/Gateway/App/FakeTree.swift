import Coordination
import Domain
import Signals
import Synchronization
import TestSupport

@testable import GatewayScenes

/// Scripted services in one tree with the app: the test sets their answers, and they record the signals.
final class FakeServices: ActionService {
    let node = CoordinatorNode(options: .shared)
    let handlers: SignalHandlers
    private let asked: Asked

    /// The received signals, in order.
    var signals: [any Signal] { asked.signals }

    /// Returns the received signals of one type.
    func signals<S: Signal>(of type: S.Type) -> [S] { signals.compactMap { $0 as? S } }

    /// - Parameter body: Sets the answers.
    init(_ body: (inout Answers) -> Void = { _ in }) {
        var answers = Answers()
        body(&answers)
        (handlers, asked) = (answers.handlers, answers.asked)
    }

    /// The answers of the services.
    struct Answers {
        fileprivate var handlers = SignalHandlers()
        fileprivate let asked = Asked()

        mutating func answer<S: Signal>(
            _ type: S.Type, _ answer: @escaping @Sendable (S, SignalContext) async throws -> S.Answer
        ) {
            handlers.answer(type) { [asked] signal, context in
                asked.note(signal)
                return try await answer(signal, context)
            }
        }

        mutating func answer<S: Signal>(_ type: S.Type, _ answer: S.Answer) { self.answer(type) { _, _ in answer } }

        mutating func refuse<S: Signal>(_ type: S.Type, _ fault: Fault) { answer(type) { _, _ in throw fault } }
    }

    fileprivate final class Asked: Sendable {
        private let list = Mutex<[any Signal]>([])
        var signals: [any Signal] { list.withLock { $0 } }
        func note(_ signal: any Signal) { list.withLock { $0.append(signal) } }
    }
}

/// An account of the app that is kept in memory.
@MainActor final class FakeAccount: AppAccount {
    var name: String?
    var isUnwritable = false
    private(set) var zone: String?

    init(_ name: String?) { self.name = name }

    func userName() -> String? { name }

    func keep(_ signedIn: SignedInPerson) throws {
        if isUnwritable { throw Fault(.storageUnavailable, "The disk is full.") }
        name = signedIn.user.name
    }

    func note(zone: String) async throws { self.zone = zone }

    func forget() { name = nil }
}

extension SceneTools {
    /// Returns tools without pauses, on a fixed day.
    static func forTests(usesPasskeys: Bool = false) -> SceneTools {
        SceneTools(
            live: LiveUpdates(pause: .milliseconds(1)), clock: WallClock { AppSamples.now },
            retryPause: .milliseconds(1), catchUpPauses: [.milliseconds(1), .milliseconds(1)],
            typingPause: .zero, usesPasskeys: usesPasskeys)
    }
}

/// Returns the root of a tree with scripted services.
func fakeTree(_ services: FakeServices) -> RelayCoordinator {
    let root = RelayCoordinator()
    root.startFlow(services)
    return root
}

/// Waits until a condition holds on the main actor.
func eventuallyOnMain(_ what: String, _ condition: @MainActor () async -> Bool) async throws {
    try await eventually(what) { await condition() }
}
