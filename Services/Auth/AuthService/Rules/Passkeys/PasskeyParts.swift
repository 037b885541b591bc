import Domain
import Signals
import Sodium

/// The parts of auth that know passkeys.
struct PasskeyParts: Sendable {
    let house: PasskeyHouse
    let tokens: PasskeyTokens
    let ceremony: PasskeyCeremony
    let assertions: PasskeyAssertionGate
    let admission: PasskeyProofGate

    /// - Parameter key: Auth's storage key.
    init(
        _ house: PasskeyHouse, key: SecretBytes, store: any AuthStore, turns: AttemptTurns, passwords: PasswordGate,
        codes: CodeGate
    ) {
        self.house = house
        tokens = PasskeyTokens(key: key)
        ceremony = PasskeyCeremony(house: house, tokens: tokens)
        assertions = PasskeyAssertionGate(store: store, ceremony: ceremony, clock: passwords.clock, turns: turns)
        admission = PasskeyProofGate(
            store: store, passwords: passwords, codes: codes, tokens: tokens, clock: passwords.clock)
    }

    /// Returns what a browser needs to use a passkey.
    ///
    /// - Parameter passkeys: Those that are asked for; none to let the authenticator choose.
    func request(
        for purpose: PasskeyPurpose, of passkeys: [Passkey], at now: Instant
    ) throws -> AuthSignal.PasskeyRequest {
        let (challenge, expiresAt) = try tokens.challenge(for: purpose, at: now)
        return AuthSignal.PasskeyRequest(
            publicKey: AuthSignal.RequestOptions(
                challenge: challenge, timeout: Self.timeout, rpId: house.id,
                allowCredentials: passkeys.map(AuthSignal.PasskeyDescriptor.init)), expiresAt: expiresAt)
    }

    /// The time that a browser waits for a person, in milliseconds.
    static let timeout = Int(PasskeyTokens.life.wholeMilliseconds)
}

extension AuthSignal.PasskeyDescriptor {
    init(_ passkey: Passkey) { self.init(id: Base64URL.encode(passkey.credentialID)) }
}

extension AuthSignal.Passkey {
    /// Creates the passkey as its owner sees it.
    init(_ passkey: Passkey) {
        self.init(
            id: passkey.id, name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt,
            isBackedUp: passkey.isBackedUp)
    }
}
