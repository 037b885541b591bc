import StrictJSON

extension RecordDetails {
    private static let plainStart = Array(#"{"reference":""#.utf8)

    /// Reads the details of a record as the table has them; nil when they cannot be read.
    ///
    /// Most details there are say nothing but the reference of a statement's row. Those are read at a glance, so that books
    /// full of imported rows are loaded and checked as fast as others.
    init?(stored text: String) {
        if let reference = Self.plainReference(text) {
            self.init(reference: reference)
            return
        }
        guard let read = try? JSONDocument(text: text).root.decode(RecordDetails.self) else { return nil }
        self = read
    }

    /// The reference, when the text is exactly `{"reference":"..."}` without anything escaped.
    private static func plainReference(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            let start = plainStart.count
            guard bytes.count >= start + 2, bytes.starts(with: plainStart), bytes[bytes.count - 1] == UInt8(ascii: "}"),
                bytes[bytes.count - 2] == UInt8(ascii: "\"")
            else { return nil }
            let middle = bytes[start..<bytes.count - 2]
            let isPlain = middle.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            return isPlain ? String(decoding: middle, as: UTF8.self) : nil
        }
    }
}
