import Foundation
import OpenSSL
import Testing

@Suite struct HMACSHA1Tests {
    struct Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    /// RFC 2202, section 3, tests 1, 2, 3, 6.
    static let vectors = [
        Vector(
            key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            code: "b617318655057264e28bc0b6fb378c8ef146be00"),
        Vector(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 20), message: [UInt8](repeating: 0xdd, count: 50),
            code: "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 80),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    ]

    @Test(arguments: vectors) func makesTheCodesOfTheStandard(vector: Vector) {
        let code = vector.key.withUnsafeBytes { HMACSHA1.code(of: vector.message, key: $0) }
        #expect(code.map { String(format: "%02x", $0) }.joined() == vector.code)
    }

    @Test func takesEmptyKeysAndMessages() {
        let code = HMACSHA1.code(of: [], key: UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(code.map { String(format: "%02x", $0) }.joined() == "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
    }
}
