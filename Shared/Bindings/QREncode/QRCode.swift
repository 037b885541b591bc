import CQREncode

/// A text as a square of dark and light modules, which cameras read.
///
/// - Source: libqrencode 4.1, ISO/IEC 18004 (QR Code model 2), error correction level L.
public struct QRCode: Hashable, Sendable {
    /// How many modules wide and high it is.
    public let width: Int
    private let modules: [Bool]

    /// The smallest code for a text; nil when it is empty or longer than a code holds (2,953 bytes). `QRcode_encodeString8bit`
    public init?(_ text: String) {
        // A zero byte would end the text for the library.
        guard !text.isEmpty, !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit is the module; the others tell what it is part of.
        modules = (0..<(width * width)).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; those outside are light.
    public func isDark(row: Int, column: Int) -> Bool {
        (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column]
    }
}
