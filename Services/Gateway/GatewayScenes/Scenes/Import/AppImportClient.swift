import Coordination
import GatewaySession

/// Lets an import ask through the scene, so that a session which ends in the middle is noticed there.
@MainActor final class AppImportClient: ImportClient {
    private weak var presenter: ImportPresenter?
    private let key: String

    /// - Parameter key: What the parts of the import go by.
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
