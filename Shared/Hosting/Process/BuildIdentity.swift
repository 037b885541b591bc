import CProcess

/// Which build a program is.
public enum BuildIdentity {
    /// The build id of this program as hexadecimal digits, by which debuggers find its symbols; nil when it was linked
    /// without one. `ld --build-id`
    public static var ofProgram: String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Int(kopilka_build_id(&bytes, Int32(bytes.count)))
        guard count > 0 else { return nil }
        return bytes[..<count].map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
