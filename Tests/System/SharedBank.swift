import TestSupport
import Testing

/// Runs a whole suite in one bank, whose services live as long as the suite.
struct SharedBank: SuiteTrait, TestScoping {
    @TaskLocal private static var running: (bank: Bank, person: Person)?

    let services: [String]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let bank = try await Bank.opened(services)
        let scene = (bank: bank, person: try await bank.person())
        try await Self.$running.withValue(scene) { try await body() }
        await bank.close()
    }

    /// The bank of the suite that the calling test is in.
    static func current() throws -> Bank { try scene().bank }

    /// Somebody who is signed in, for tests that need not be alone with anybody's accounts.
    static func person() throws -> Person { try scene().person }

    private static func scene() throws -> (bank: Bank, person: Person) {
        try #require(running, "The suite lacks the trait that starts its bank.")
    }
}

extension Trait where Self == SharedBank {
    /// Services that the whole suite shares, auth among them.
    static func bank(_ services: String...) -> Self { SharedBank(services: services) }
}
