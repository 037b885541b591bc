import CFido2

/// The libfido2 of this process. It is loaded when first needed, so that a house without passkeys does not have it in
/// memory.
public enum Fido2Library {
    /// Loads the library. `dlopen`, `fido_init`
    /// - Throws: ``Fido2Error`` `unavailable`.
    public static func load() throws(Fido2Error) {
        if let problem = kopilka_fido_load() { throw .unavailable(String(cString: problem) + ".") }
    }

    static func check(_ result: kopilka_fido_result) throws(Fido2Error) {
        switch result {
        case KOPILKA_FIDO_ACCEPTED: return
        case KOPILKA_FIDO_MALFORMED: throw .malformed
        case KOPILKA_FIDO_UNSUPPORTED: throw .unsupported
        case KOPILKA_FIDO_UNEXPECTED: throw .unexpected
        case KOPILKA_FIDO_WRONG_SIGNATURE: throw .wrongSignature
        default: throw .unavailable("libfido2 failed, which only a lack of memory or a damaged key can cause.")
        }
    }
}

extension [UInt8] {
    /// Lends the bytes to C for a call.
    func borrowed<Value>(_ body: (kopilka_fido_bytes) -> Value) -> Value {
        withUnsafeBufferPointer { body(kopilka_fido_bytes(start: $0.baseAddress, count: $0.count)) }
    }
}
