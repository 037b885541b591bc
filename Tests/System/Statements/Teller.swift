import Coordination
import Domain
import Signals
import Testing

/// A person at the entrance of a house.
struct Teller {
    let house: WiredHouse
    let session: AuthSignal.Session

    init(_ name: String, in house: WiredHouse) async throws {
        self.house = house
        session = try await house.entrance.send(
            AuthSignal.Register(email: "\(name)@example.org", password: "a quite long pass phrase", name: name)
        ).session
    }

    @discardableResult
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer {
        try await house.entrance.send(
            signal, context: house.context(of: session, key: Identifier.random(length: 26)))
    }

    func open(_ code: String, _ name: String) async throws -> String {
        try await ask(LedgerSignal.OpenAccount(currency: try #require(Currency(code: code)), name: name)).account.id
    }
}
