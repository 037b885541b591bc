/// Base 32 without padding, the format in which authenticator apps accept a secret. RFC 4648, section 6
enum Base32Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        var text: [UInt8] = []
        var waiting = 0
        var count = 0
        for byte in bytes {
            waiting = waiting << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[waiting >> count & 31])
            }
            waiting &= (1 << count) - 1
        }
        if count > 0 { text.append(alphabet[waiting << (5 - count) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }
}
