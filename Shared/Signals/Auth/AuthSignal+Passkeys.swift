import Coordination
import Domain

extension AuthSignal {
    /// Begins to register a passkey, another permanent way to sign in. A session is not enough for it: a proof by
    /// another passkey (``ProvePasskey``) is; so is the password, with a code where codes are on; so is a sign-in
    /// within the last ten minutes of a user without a password.
    ///
    /// - Answer: ``PasskeyCreation``.
    /// - Faults, first match wins: `unavailable`, `emptyField`, `tooManyAttempts`, `invalidCredentials`,
    ///   `permissionDenied` (no password, and the session is too old), `codeRequired`, `wrongCode`, `limitExceeded`.
    public struct BeginPasskey: Signal {
        public typealias Answer = PasskeyCreation
        public static let method: SignalMethod = "auth.passkeys.begin"
        public static let summary = "Starts registering a passkey."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code"]

        /// The user's password, once more; not looked at beside a proof by a passkey.
        public let password: String?
        /// A proof by a passkey; or a code of the app or a recovery code, where codes are on.
        public let code: String?

        public init(password: String? = nil, code: String? = nil) {
            self.password = password
            self.code = code
        }
    }

    /// What a browser needs to make a passkey.
    public struct PasskeyCreation: Codable, Hashable, Sendable {
        /// The argument of `PublicKeyCredential.parseCreationOptionsFromJSON()`.
        public let publicKey: CreationOptions
        /// Until when the passkey can be added.
        public let expiresAt: Instant

        public init(publicKey: CreationOptions, expiresAt: Instant) {
            self.publicKey = publicKey
            self.expiresAt = expiresAt
        }
    }

    /// `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, section 5.1.9.
    public struct CreationOptions: Codable, Hashable, Sendable {
        /// The relying party.
        public let rp: RelyingParty
        /// The user, as the authenticator shows and keeps it.
        public let user: PasskeyUser
        /// In base64url.
        public let challenge: String
        /// The algorithms, the preferred one first.
        public let pubKeyCredParams: [PasskeyParameter]
        /// Milliseconds.
        public let timeout: Int
        /// The passkeys that the user has; an authenticator makes no second one.
        public let excludeCredentials: [PasskeyDescriptor]
        /// What the authenticator must be able to do.
        public let authenticatorSelection: PasskeySelection
        /// Always `none`: the maker of the authenticator does not matter.
        public let attestation: String

        public init(
            rp: RelyingParty, user: PasskeyUser, challenge: String, pubKeyCredParams: [PasskeyParameter],
            timeout: Int, excludeCredentials: [PasskeyDescriptor], authenticatorSelection: PasskeySelection,
            attestation: String = "none"
        ) {
            self.rp = rp
            self.user = user
            self.challenge = challenge
            self.pubKeyCredParams = pubKeyCredParams
            self.timeout = timeout
            self.excludeCredentials = excludeCredentials
            self.authenticatorSelection = authenticatorSelection
            self.attestation = attestation
        }
    }

    /// The house, as passkeys know it.
    public struct RelyingParty: Codable, Hashable, Sendable {
        /// A domain; passkeys work on its pages only.
        public let id: String
        /// The name that people see.
        public let name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The user of a passkey.
    public struct PasskeyUser: Codable, Hashable, Sendable {
        /// The user handle in base64url: the id of the user.
        public let id: String
        /// The email; the name of a user without one.
        public let name: String
        /// The name of the person.
        public let displayName: String

        public init(id: String, name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// An algorithm that a passkey may have.
    public struct PasskeyParameter: Codable, Hashable, Sendable {
        /// Always `public-key`.
        public let type: String
        /// COSE: -7 ES256, -8 EdDSA, -257 RS256.
        public let alg: Int

        public init(type: String = "public-key", alg: Int) {
            self.type = type
            self.alg = alg
        }
    }

    /// A passkey, as a browser knows it.
    public struct PasskeyDescriptor: Codable, Hashable, Sendable {
        /// Always `public-key`.
        public let type: String
        /// The id of the credential in base64url.
        public let id: String

        public init(type: String = "public-key", id: String) {
            self.type = type
            self.id = id
        }
    }

    /// What an authenticator must be able to do.
    public struct PasskeySelection: Codable, Hashable, Sendable {
        /// Always `required`: the authenticator keeps the user, so that nobody types a login.
        public let residentKey: String
        /// The same for older browsers.
        public let requireResidentKey: Bool
        /// Always `required`: a PIN, a fingerprint or a face.
        public let userVerification: String

        public init(
            residentKey: String = "required", requireResidentKey: Bool = true, userVerification: String = "required"
        ) {
            self.residentKey = residentKey
            self.requireResidentKey = requireResidentKey
            self.userVerification = userVerification
        }
    }

    /// Registers a passkey that a browser has made. From now on it signs the user in, without password and code.
    ///
    /// - Answer: ``Passkey``.
    /// - Faults, first match wins: `emptyField`, `invalidArgument`, `unavailable`, `invalidCredentials` (the
    ///   challenge is over, another page, the person was not verified), `conflict` (it is registered), `limitExceeded`.
    public struct AddPasskey: Signal {
        public typealias Answer = Passkey
        public static let method: SignalMethod = "auth.passkeys.add"
        public static let summary = "Registers a passkey."
        public static let isNoted = true

        /// The name under which its owner sees it, at most 100 characters.
        public let name: String
        /// `response.clientDataJSON` in base64url.
        public let clientDataJSON: String
        /// `response.attestationObject` in base64url.
        public let attestationObject: String

        public init(name: String, clientDataJSON: String, attestationObject: String) {
            self.name = name
            self.clientDataJSON = clientDataJSON
            self.attestationObject = attestationObject
        }
    }

    /// A passkey of the user.
    public struct Passkey: Codable, Hashable, Sendable {
        /// The id by which it is renamed and removed.
        public let id: String
        /// The name that its owner gave.
        public let name: String
        /// When it was registered.
        public let createdAt: Instant
        /// When it was last used; absent before.
        public let lastUsedAt: Instant?
        /// Whether its owner's devices share it, so that the loss of one does not lose it.
        public let isBackedUp: Bool

        public init(id: String, name: String, createdAt: Instant, lastUsedAt: Instant? = nil, isBackedUp: Bool) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isBackedUp = isBackedUp
        }
    }

    /// Lists the passkeys of the user.
    ///
    /// - Answer: ``PasskeyList``.
    public struct Passkeys: Signal {
        public typealias Answer = PasskeyList
        public static let method: SignalMethod = "auth.passkeys.list"
        public static let summary = "Lists the passkeys of the user."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Passkeys, the oldest first.
    public struct PasskeyList: Codable, Hashable, Sendable {
        /// One for each.
        public let passkeys: [Passkey]

        public init(passkeys: [Passkey]) {
            self.passkeys = passkeys
        }
    }

    /// Renames a passkey.
    ///
    /// - Answer: ``Passkey``.
    /// - Faults, first match wins: `emptyField`, `invalidArgument`, `notFound`.
    public struct RenamePasskey: Signal {
        public typealias Answer = Passkey
        public static let method: SignalMethod = "auth.passkeys.rename"
        public static let summary = "Renames a passkey."

        /// The passkey.
        public let id: String
        /// The new name, at most 100 characters.
        public let name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Removes a passkey and ends the sessions that began with it, except this one. Takes the same proof as
    /// ``BeginPasskey``.
    ///
    /// - Answer: ``EndedSessions``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (no
    ///   password, and the session is too old), `codeRequired`, `wrongCode`, `notFound`.
    public struct RemovePasskey: Signal {
        public typealias Answer = EndedSessions
        public static let method: SignalMethod = "auth.passkeys.remove"
        public static let summary = "Removes a passkey and ends the sessions that began with it."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code"]

        /// The passkey.
        public let id: String
        /// The user's password, once more; not looked at beside a proof by a passkey.
        public let password: String?
        /// A proof by a passkey; or a code of the app or a recovery code, where codes are on.
        public let code: String?

        public init(id: String, password: String? = nil, code: String? = nil) {
            self.id = id
            self.password = password
            self.code = code
        }
    }
}
