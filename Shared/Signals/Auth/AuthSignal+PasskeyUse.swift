import Coordination
import Domain

extension AuthSignal {
    /// Begins a sign-in by a passkey. Nothing is told about users: the authenticator knows which passkeys it has.
    ///
    /// - Answer: ``PasskeyRequest``.
    /// - Faults: `unavailable`.
    public struct BeginPasskeyLogin: Signal {
        public typealias Answer = PasskeyRequest
        public static let method: SignalMethod = "auth.passkeys.beginLogin"
        public static let summary = "Starts a sign-in with a passkey."
        public static let access = SignalAccess.open
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// What a browser needs to use a passkey.
    public struct PasskeyRequest: Codable, Hashable, Sendable {
        /// The argument of `PublicKeyCredential.parseRequestOptionsFromJSON()`.
        public let publicKey: RequestOptions
        /// Until when the answer is accepted.
        public let expiresAt: Instant

        public init(publicKey: RequestOptions, expiresAt: Instant) {
            self.publicKey = publicKey
            self.expiresAt = expiresAt
        }
    }

    /// `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3, section 5.1.10.
    public struct RequestOptions: Codable, Hashable, Sendable {
        /// In base64url.
        public let challenge: String
        /// Milliseconds.
        public let timeout: Int
        /// The id of the relying party.
        public let rpId: String
        /// The passkeys of the user; empty at a sign-in.
        public let allowCredentials: [PasskeyDescriptor]
        /// Always `required`.
        public let userVerification: String

        public init(
            challenge: String, timeout: Int, rpId: String, allowCredentials: [PasskeyDescriptor],
            userVerification: String = "required"
        ) {
            self.challenge = challenge
            self.timeout = timeout
            self.rpId = rpId
            self.allowCredentials = allowCredentials
            self.userVerification = userVerification
        }
    }

    /// The answer of an authenticator, as a browser gives it, each part in base64url.
    public struct PasskeyAssertion: Codable, Hashable, Sendable {
        /// `id`.
        public let credentialId: String
        /// `response.clientDataJSON`.
        public let clientDataJSON: String
        /// `response.authenticatorData`.
        public let authenticatorData: String
        /// `response.signature`.
        public let signature: String
        /// `response.userHandle`. Required at a sign-in.
        public let userHandle: String?

        public init(
            credentialId: String, clientDataJSON: String, authenticatorData: String, signature: String,
            userHandle: String? = nil
        ) {
            self.credentialId = credentialId
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }
    }

    /// Signs in with a passkey. Repeated with its idempotency key, it begins a second session: answers with secrets are
    /// not stored.
    ///
    /// - Answer: ``SignedIn``.
    /// - Faults, first match wins: `invalidArgument`, `unavailable`, `tooManyAttempts`, `invalidCredentials`.
    public struct PasskeyLogin: Signal {
        public typealias Answer = SignedIn
        public static let method: SignalMethod = "auth.passkeys.login"
        public static let summary = "Signs in with a passkey."
        public static let isNoted = true
        public static let access = SignalAccess.open

        /// The answer of the authenticator.
        public let assertion: PasskeyAssertion
        /// The name of the session in the list of sessions, at most 100 characters; `passkey` stands before it.
        public let device: String?

        public init(assertion: PasskeyAssertion, device: String? = nil) {
            self.assertion = assertion
            self.device = device
        }
    }

    /// Begins a proof by a passkey, in place of a code.
    ///
    /// - Answer: ``PasskeyRequest``.
    /// - Faults, first match wins: `unavailable`, `invalidArgument`, `conflict` (the user has no passkeys).
    public struct BeginPasskeyProof: Signal {
        public typealias Answer = PasskeyRequest
        public static let method: SignalMethod = "auth.passkeys.beginProof"
        public static let summary = "Starts a proof with a passkey."

        /// The order to be confirmed: `details.challenge` of its `confirmationRequired`. The proof confirms this order
        /// and nothing else. Absent for a proof that confirms no order.
        public let order: String?

        public init(order: String? = nil) {
            self.order = order
        }
    }

    /// Proves by a passkey that the request comes from the user. The proof takes the place of a code, once, in the
    /// session that it was issued to.
    ///
    /// - Answer: ``Proof``.
    /// - Faults, first match wins: `invalidArgument`, `unavailable`, `tooManyAttempts`, `invalidCredentials`.
    public struct ProvePasskey: Signal {
        public typealias Answer = Proof
        public static let method: SignalMethod = "auth.passkeys.prove"
        public static let summary = "Checks a passkey and returns a proof of it."
        public static let isNoted = true

        /// The answer of the authenticator.
        public let assertion: PasskeyAssertion
        /// The order, as in ``BeginPasskeyProof``.
        public let order: String?

        public init(assertion: PasskeyAssertion, order: String? = nil) {
            self.assertion = assertion
            self.order = order
        }
    }
}
