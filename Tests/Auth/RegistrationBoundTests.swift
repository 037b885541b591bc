import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct RegistrationBoundTests {
    private func register(_ name: String) -> AuthSignal.Register {
        AuthSignal.Register(email: "\(name)@example.org", password: AuthHouse.password)
    }

    @Test(arguments: StoreKind.allCases)
    func oneProcessRegistersHalfOfWhatAllMay(kind: StoreKind) async throws {
        try await AuthHouse.with(kind, registrations: 10) { house in
            for index in 0..<5 { _ = try await house.send(register("a\(index)"), from: 1) }
            house.hasher.forget()
            let fault = try #require(try await house.fault(of: register("b"), from: 1))
            #expect(fault.code == .tooManyAttempts && fault.isRetryable)
            #expect(fault.details["minutes"] == 10 && fault.retryAfterMilliseconds == 600_000)
            #expect(house.hasher.hashes == 0, "what is refused costs nothing")
            for index in 0..<5 { _ = try await house.send(register("c\(index)"), from: 2) }
            #expect(try await house.fault(of: register("d"), from: 3)?.code == .tooManyAttempts, "all of them together")
            house.clock.advance(by: RegistrationBound.span)
            #expect(try await house.fault(of: register("b"), from: 1) == nil)
        }
    }

    /// The limit also covers lookups of taken addresses, but not repetitions of a registration.
    @Test(arguments: StoreKind.allCases)
    func takenAddressesCountAndRepeatsDoNot(kind: StoreKind) async throws {
        try await AuthHouse.with(kind, registrations: 6) { house in
            _ = try await house.send(register("anna"), key: "k", from: 1)
            for _ in 0..<2 { #expect(try await house.fault(of: register("anna"), from: 1)?.code == .emailTaken) }
            #expect(try await house.fault(of: register("anna"), from: 1)?.code == .tooManyAttempts)
            #expect(try await house.fault(of: register("anna"), key: "k", from: 1) == nil)
        }
    }
}
