import Coordination
import GatewaySession

/// Sends the requests of an import through the scene, so that the scene notices the end of the session.
@MainActor final class AppImportClient: ImportClient {
    private weak var presenter: ImportPresenter?
    private let key: String

    /// Creates the client.
    ///
    /// - Parameter key: The idempotency key from which those of the parts are derived.
    init(presenter: ImportPresenter, key: String) { (self.presenter, self.key) = (presenter, key) }

    func ask<S: Signal>(_ signal: S) async throws -> S.Answer { try await ask(signal, key: nil) }

    func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer {
        try await ask(signal, key: "\(key)-\(part)")
    }

    private func ask<S: Signal>(_ signal: S, key: String?) async throws -> S.Answer {
        guard let presenter else { throw CancellationError() }
        return try await presenter.ask(signal, key: key, within: ImportPresenter.limit)
    }
}
