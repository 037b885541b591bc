import Domain
import Sodium
import TestSupport
import Testing

@testable import AuthService

@Suite struct TOTPTests {
    private static func secret(_ text: String) -> TOTP {
        var bytes = Array(text.utf8)
        return TOTP(secret: SecretBytes(moving: &bytes))
    }

    private let totp = secret("12345678901234567890")

    /// RFC 6238, appendix B, all with SHA-1.
    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func makesTheCodesOfTheStandard(seconds: Int64, code: String) throws {
        let moment = Instant(microseconds: seconds * 1_000_000)
        #expect(totp.code(atStep: TOTP.step(at: moment), digits: 8) == code)
        let short = String(code.suffix(6))
        #expect(totp.code(atStep: TOTP.step(at: moment)) == short)
        let app = try AuthenticatorApp(secret: totp.secret.withBytes { Base32Text.encode($0) })
        #expect(app.code(at: moment) == short)
    }

    /// RFC 4226, appendix D.
    @Test func makesTheCodesOfTheCounterStandard() {
        let codes = (0..<10).map { totp.code(atStep: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    @Test func takesTheCodeOfTheStepBeforeNowAndAfter() throws {
        let now = Instant(microseconds: 1_795_000_010_000_000)
        let step = TOTP.step(at: now)
        for distance in Int64(-3)...3 {
            let found = totp.step(of: totp.code(atStep: step + distance), near: now)
            #expect(found == (abs(distance) <= 1 ? step + distance : nil))
        }
        #expect(totp.step(of: "", near: now) == nil)
        #expect(totp.step(of: totp.code(atStep: step) + "0", near: now) == nil)
    }

    @Test func countsHalfMinutesFrom1970() {
        #expect(TOTP.step(at: Instant(microseconds: 0)) == 0)
        #expect(TOTP.step(at: Instant(microseconds: 29_999_999)) == 0)
        #expect(TOTP.step(at: Instant(microseconds: 30_000_000)) == 1)
        #expect(TOTP.step(at: Instant(microseconds: -1)) == -1)
        #expect(TOTP.step(at: Instant(microseconds: -30_000_000)) == -1)
    }

    @Test func readsCodesAsPeopleTypeThem() {
        #expect(TOTP.normalised(" 012 345\n") == "012345")
        for text in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", String(repeating: " ", count: 100_000)] {
            #expect(TOTP.normalised(text) == nil)
        }
    }

    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func writesBase32LikeTheStandard(text: String, encoded: String) {
        #expect(Array(text.utf8).withUnsafeBytes { Base32Text.encode($0) } == encoded)
    }
}
