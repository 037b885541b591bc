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

    /// Returns the bank of the current suite.
    static func current() throws -> Bank { try scene().bank }

    /// Returns a signed-in person for tests that can share accounts.
    static func person() throws -> Person { try scene().person }

    private static func scene() throws -> (bank: Bank, person: Person) {
        try #require(running, "The suite lacks the trait that starts its bank.")
    }
}

extension Trait where Self == SharedBank {
    /// Services that the whole suite shares, including auth.
    static func bank(_ services: String...) -> Self { SharedBank(services: services) }
}
