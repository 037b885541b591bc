import Foundation
import Signals

/// A page in a browser with one authenticator: answers what auth asks, well or in the wrong ways that a test sets.
public struct PasskeyPage: Sendable {
    /// The authenticator.
    public let authenticator: SoftAuthenticator
    /// The origin of the page.
    public var origin = "http://localhost:8080"
    /// Nil to leave the member out.
    public var isCrossOrigin: Bool? = false
    /// In place of the right type.
    public var type: String?
    /// In place of the challenge that was asked.
    public var challenge: String?
    /// In place of the user whose passkey it is. Nil in it sends none.
    public var handle: String??
    /// What the authenticator says.
    public var answer = SoftAuthenticator.Answer()

    /// Creates a page.
    public init(_ authenticator: SoftAuthenticator = SoftAuthenticator(), count: UInt32 = 0) {
        self.authenticator = authenticator
        answer.count = count
    }

    /// Returns a changed copy.
    public func with(_ change: (inout PasskeyPage) -> Void) -> PasskeyPage {
        var copy = self
        change(&copy)
        return copy
    }

    /// Makes the passkey and returns the request that adds it.
    public func add(_ creation: AuthSignal.PasskeyCreation, name: String = "phone") -> AuthSignal.AddPasskey {
        AuthSignal.AddPasskey(
            name: name,
            clientDataJSON: Self.base64URL(clientData("webauthn.create", creation.publicKey.challenge)),
            attestationObject: Self.base64URL(authenticator.attestation(answer)))
    }

    /// The same with a statement by the key itself.
    public func addSigned(_ creation: AuthSignal.PasskeyCreation) -> AuthSignal.AddPasskey {
        let clientData = clientData("webauthn.create", creation.publicKey.challenge)
        return AuthSignal.AddPasskey(
            name: "signed", clientDataJSON: Self.base64URL(clientData),
            attestationObject: Self.base64URL(authenticator.selfAttestation(answer, clientData: clientData)))
    }

    /// Uses the passkey and returns the answer.
    ///
    /// - Parameter userID: The user whom the authenticator keeps.
    public func use(_ request: AuthSignal.PasskeyRequest, of userID: String) -> AuthSignal.PasskeyAssertion {
        let clientData = clientData("webauthn.get", request.publicKey.challenge)
        let data = authenticator.assertionData(answer)
        return AuthSignal.PasskeyAssertion(
            credentialId: Self.base64URL(authenticator.credentialID), clientDataJSON: Self.base64URL(clientData),
            authenticatorData: Self.base64URL(data),
            signature: Self.base64URL(authenticator.signature(over: data, clientData: clientData)),
            userHandle: (handle ?? userID).map { Self.base64URL(Array($0.utf8)) })
    }

    /// The client data of a browser, which adds members of its own.
    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        let cross = isCrossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return Array(
            #"""
            {"type":"\#(self.type ?? type)","challenge":"\#(self.challenge ?? challenge)","origin":"\#(origin)"\#
            \#(cross),"other_keys_can_be_added_here":"do not compare clientDataJSON against a template"}
            """#.utf8)
    }

    /// Base64 for URLs without padding. RFC 4648, section 5
    public static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
