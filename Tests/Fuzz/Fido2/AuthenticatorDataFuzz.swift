import Fido2
import TestSupport
import Testing

/// Goal: data of an authenticator neither crash auth nor are misread. Method: attestation objects and assertions of a
/// software authenticator, corrupted, and random bytes.
@Suite struct AuthenticatorDataFuzz {
    private static let hash = SoftAuthenticator.sha256([1, 2, 3])

    /// Changes, removes, repeats or inserts some bytes.
    private static func spoil(_ bytes: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...numbers.below(4) {
            let place = numbers.below(max(1, bytes.count))
            switch numbers.below(5) {
            case 0 where !bytes.isEmpty: bytes[place] ^= UInt8(1 << numbers.below(8))
            case 1 where !bytes.isEmpty:
                bytes[place] = numbers.one(of: [0x00, 0x5F, 0x7F, 0x9B, 0xBB, 0xBF, 0xC0, 0xFF])
            case 2 where !bytes.isEmpty: bytes.removeLast(numbers.below(bytes.count))
            case 3: bytes.insert(contentsOf: bytes.prefix(numbers.below(40)), at: min(place, bytes.count))
            default: bytes.insert(UInt8(numbers.below(256)), at: min(place, bytes.count))
            }
        }
        return bytes
    }

    @Test func spoiltObjectsAreRefusedOrReadAsTheSameCredential() throws {
        let authenticators = [-7, -8, -257].map { SoftAuthenticator(algorithm: $0) }
        var run = FuzzRun("attestation objects", share: 0.1)
        while var numbers = run.nextRound() {
            let authenticator = numbers.one(of: authenticators)
            let isSigned = numbers.below(2) == 0
            let object =
                isSigned ? authenticator.selfAttestation(clientData: [1, 2, 3]) : authenticator.attestation()
            let spoilt = Self.spoil(object, &numbers)
            do throws(Fido2Error) {
                let read = try NewCredential(
                    attestationObject: spoilt, clientDataHash: Self.hash, relyingParty: "localhost")
                #expect((1...1023).contains(read.id.count) && read.model.count == 16, "seed \(run.seed)")
                // A signed object has no other content than the authenticator signed.
                if read.isAttested {
                    #expect(read.id == authenticator.credentialID && read.data.isUserVerified, "seed \(run.seed)")
                }
            } catch {
                if case .unavailable(let sentence) = error { Issue.record("\(sentence), seed \(run.seed)") }
            }
        }
    }

    @Test func spoiltAssertionsAreRefusedOrReadAsTheyWereSigned() throws {
        let authenticator = SoftAuthenticator(algorithm: -8)
        let credential = try NewCredential(
            attestationObject: authenticator.attestation(), clientDataHash: Self.hash, relyingParty: "localhost")
        var run = FuzzRun("assertions", share: 0.1)
        while var numbers = run.nextRound() {
            let data = authenticator.assertionData(.init(count: UInt32(numbers.below(1000))))
            let signature = authenticator.signature(over: data, clientData: [1, 2, 3])
            let isSpoilt = numbers.below(4) > 0
            let sent = isSpoilt ? Self.spoil(data, &numbers) : data
            let signed = numbers.below(4) > 0 ? signature : Self.spoil(signature, &numbers)
            do throws(Fido2Error) {
                _ = try AssertionCheck.verify(
                    signature: signed, by: credential.publicKey, credential.algorithm, authenticatorData: sent,
                    clientDataHash: Self.hash, relyingParty: "localhost")
                #expect(sent == data && signed == signature, "seed \(run.seed)")
            } catch {
                #expect(sent != data || signed != signature, "seed \(run.seed)")
                if case .unavailable(let sentence) = error { Issue.record("\(sentence), seed \(run.seed)") }
            }
        }
    }

    @Test func randomBytesAreNoCredentials() {
        var run = FuzzRun("random attestation objects", share: 0.05)
        while var numbers = run.nextRound() {
            let bytes = (0..<numbers.below(300)).map { _ in UInt8(numbers.below(256)) }
            do throws(Fido2Error) {
                _ = try NewCredential(attestationObject: bytes, clientDataHash: Self.hash, relyingParty: "localhost")
                Issue.record("\(bytes) were read, seed \(run.seed)")
            } catch { #expect(error == .malformed || error == .unsupported, "seed \(run.seed)") }
        }
    }
}
