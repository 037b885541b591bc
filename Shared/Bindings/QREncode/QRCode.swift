import CQREncode

/// A QR code: a square of dark and light modules for a text.
///
/// - Source: libqrencode 4.1, ISO/IEC 18004 (QR Code model 2), error correction level L.
public struct QRCode: Hashable, Sendable {
    /// The number of modules per side.
    public let width: Int
    private let modules: [Bool]

    /// Creates the smallest code for a text; nil when it is empty or longer than 2,953 bytes, the capacity of a code.
    /// `QRcode_encodeString8bit`
    public init?(_ text: String) {
        // A zero byte would end the text.
        guard !text.isEmpty, !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit is the module; the other bits describe its function.
        modules = (0..<(width * width)).map { data[$0] & 1 == 1 }
    }

    /// Returns true for a dark module; modules outside are light.
    public func isDark(row: Int, column: Int) -> Bool {
        (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column]
    }
}
