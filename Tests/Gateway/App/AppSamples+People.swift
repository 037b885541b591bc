import Signals

@testable import GatewayService

extension AppSamples {
    /// What auth says of the person.
    static func me(hasCodes: Bool, zone: String? = nil) -> AuthSignal.MeAnswer {
        AuthSignal.MeAnswer(
            user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org", zone: zone), hasPassword: true,
            totp: hasCodes, recoveryCodesLeft: hasCodes ? 10 : 0)
    }
}
