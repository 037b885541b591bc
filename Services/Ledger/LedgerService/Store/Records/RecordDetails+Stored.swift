import StrictJSON

extension RecordDetails {
    private static let plainStart = Array(#"{"reference":""#.utf8)
    private static let plainMiddle = Array(#"","imported":"#.utf8)

    /// Reads stored details; nil when they are invalid.
    ///
    /// Most details hold only the reference of a statement row and its import. These take a fast path, so that
    /// databases full of imported rows load and audit fast.
    init?(stored text: String) {
        if let plain = Self.plain(text) {
            self = plain
            return
        }
        guard let read = try? JSONDocument(text: text).root.decode(RecordDetails.self) else { return nil }
        self = read
    }

    /// Returns the details of a text of exactly `{"reference":"..."}` or `{"reference":"...","imported":1}` without
    /// escapes.
    private static func plain(_ text: String) -> RecordDetails? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.starts(with: plainStart), bytes.last == UInt8(ascii: "}") else { return nil }
            let rest = bytes[plainStart.count...]
            guard
                let end = rest.firstIndex(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
                bytes[end] == UInt8(ascii: "\"")
            else { return nil }
            let reference = String(decoding: rest[..<end], as: UTF8.self)
            if end == bytes.count - 2 { return RecordDetails(reference: reference) }
            guard bytes[end...].starts(with: plainMiddle) else { return nil }
            let digits = bytes[(end + plainMiddle.count)..<(bytes.count - 1)]
            guard let number = Int64(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
            return RecordDetails(reference: reference, imported: number)
        }
    }
}
