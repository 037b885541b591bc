import CPostgreSQL
import Glibc

/// Reads texts that libpq or the server wrote, and makes them safe to log: one line, valid UTF-8, bounded, without the
/// password.
///
/// A server can ask for the password in clear text, and a hostile one can quote it in a message.
///
/// It is valid as long as its connection.
struct ServerText {
    private static let longestRead = 8192
    private static let longest = 1000

    private let pq: UnsafePointer<kopilka_pq>
    private let connection: OpaquePointer

    init(_ pq: UnsafePointer<kopilka_pq>, _ connection: OpaquePointer) {
        self.pq = pq
        self.connection = connection
    }

    /// The last error of the connection. `PQerrorMessage`
    var lastError: String {
        let message = read(kopilka_PQerrorMessage(pq, connection)) ?? ""
        return message.isEmpty ? "no reason is known" : message
    }

    /// Returns a field of an error or a notice; nil without one. `PQresultErrorField`
    func field(_ field: kopilka_pq_field, of result: OpaquePointer) -> String? {
        read(kopilka_PQresultErrorField(pq, result, Int32(field.rawValue)))
    }

    /// Returns a safe copy of a C string.
    func read(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, Self.longestRead))
        var text = String(decoding: bytes, as: UTF8.self)
        // The password that is in use, from the URL or a password file.
        if let password = kopilka_PQpass(pq, connection), password.pointee != 0 {
            text = text.replacing(String(cString: password), with: "***")
        }
        let words = text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.isControl } }
        return String(words.joined(separator: " ").prefix(Self.longest))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
