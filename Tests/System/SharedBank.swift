import Coordination
import Signals
import TestSupport
import Testing
import Transport

/// Runs a whole suite in one bank, whose services live as long as the suite.
struct SharedBank: SuiteTrait, TestScoping {
    @TaskLocal private static var running: (bank: Bank, person: SharedPerson)?

    let services: [String]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let bank = try await Bank.opened(services)
        let scene = (bank: bank, person: SharedPerson(try await bank.person()))
        try await Self.$running.withValue(scene) { try await body() }
        await bank.close()
    }

    /// Returns the bank of the current suite.
    static func current() throws -> Bank { try scene().bank }

    /// Returns a signed-in person for tests that can share accounts.
    static func person() async throws -> Person {
        let scene = try scene()
        return try await scene.person.signedIn(at: scene.bank)
    }

    private static func scene() throws -> (bank: Bank, person: SharedPerson) {
        try #require(running, "The suite lacks the trait that starts its bank.")
    }
}

/// A person who signs in anew before the token expires: the tests of a suite may be as far apart as those of all.
private actor SharedPerson {
    private static let patience = Duration.seconds(300)

    private var person: Person
    private var signedInAt = ContinuousClock.now
    /// What everybody waits for who comes meanwhile: the token before may have expired.
    private var signingIn: Task<Person, any Error>?

    init(_ person: Person) { self.person = person }

    func signedIn(at bank: Bank) async throws -> Person {
        if let signingIn { return try await signingIn.value }
        guard signedInAt.duration(to: .now) > Self.patience else { return person }
        let signingIn = Task { [person] in
            let signedIn = try await bank.auth.send(
                AuthSignal.Login(login: person.email, password: person.password),
                context: SignalContext(idempotencyKey: Bank.newKey()), within: .seconds(180))
            return Person(email: person.email, password: person.password, signedIn: signedIn)
        }
        self.signingIn = signingIn
        defer { self.signingIn = nil }
        (person, signedInAt) = (try await signingIn.value, .now)
        return person
    }
}

extension Trait where Self == SharedBank {
    /// Services that the whole suite shares, including auth.
    static func bank(_ services: String...) -> Self { SharedBank(services: services) }
}
