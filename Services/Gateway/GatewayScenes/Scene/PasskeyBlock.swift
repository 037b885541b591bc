import GatewayWords
import Signals
import StrictJSON

/// A request to an authenticator, which only a browser can reach: it makes a passkey, or uses one.
package struct PasskeyBlock: Sendable, Hashable {
    /// The purpose of a request.
    package enum Purpose: String, Sendable, Hashable {
        /// Makes a passkey.
        case register
        /// Proves who signs in.
        case login
        /// Confirms an order, or proves who asks.
        case prove
    }

    package let purpose: Purpose
    /// The options of WebAuthn, as the JSON that a browser takes.
    package let options: String
    /// The title of the button.
    package let title: Text

    /// Creates the request.
    ///
    /// - Throws: The error of encoding `options`.
    init(_ purpose: Purpose, _ options: some Encodable, _ title: Text) throws {
        self.purpose = purpose
        self.options = String(decoding: try JSONEncoding.encode(options), as: UTF8.self)
        self.title = title
    }
}

/// The credential that a browser returns, as JSON: Web Authentication Level 3, section 5.1.7.
struct PasskeyAnswer {
    /// The most bytes of an answer.
    private static let mostBytes = 16_384

    private let root: JSONNode

    /// Reads the answer; nil when it is none.
    init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes,
            let document = try? JSONDocument(
                Array(text.utf8),
                limits: JSONLimits(
                    maximumBytes: Self.mostBytes, maximumDepth: 8, maximumValues: 200))
        else { return nil }
        root = document.root
    }

    /// Returns a text of the credential.
    subscript(name: String) -> String? { root.member(name)?.string }

    /// Returns a text of its response.
    func response(_ name: String) -> String? { root.member("response")?.member(name)?.string }
}

extension PasskeyAnswer {
    /// The proof of an authenticator that uses a passkey; nil when parts are missing.
    var assertion: AuthSignal.PasskeyAssertion? {
        guard let id = self["id"], let client = response("clientDataJSON"),
            let authenticator = response("authenticatorData"), let signature = response("signature")
        else { return nil }
        return AuthSignal.PasskeyAssertion(
            credentialId: id, clientDataJSON: client, authenticatorData: authenticator, signature: signature,
            userHandle: response("userHandle"))
    }
}
