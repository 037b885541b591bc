import StrictJSON

extension Request {
    /// The number of bytes that ``earlyID(in:)`` scans.
    private static let earlyBytes = 512

    /// Returns the id of a request that will not be parsed, if the id precedes the params. The peer then knows which
    /// request it has to retry, and the service has not parsed the whole message.
    static func earlyID(in text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard text.first == UInt8(ascii: "{") else { return nil }
        // The members before the first object or array, with a closing brace, form a JSON text of their own.
        var (end, isInString, isEscaped) = (0, false, false)
        scan: for (index, byte) in text.prefix(earlyBytes).enumerated().dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: ","): end = index
                case UInt8(ascii: "{"), UInt8(ascii: "["): break scan
                default: break
                }
            }
        }
        guard end > 0, let members = try? JSONDocument(Array(text[..<end]) + [UInt8(ascii: "}")]),
            let id = members.root.member("id"), [.string, .number, .null].contains(id.kind),
            id.rawBytes.count <= maximumIDLength
        else { return nil }
        return Array(id.rawBytes)
    }
}
