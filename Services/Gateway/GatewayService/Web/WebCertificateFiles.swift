import GatewayCare
import GatewayWords
import Glibc
import Hosting
import MicroHTTPD

/// The files of a certificate and its key, which are read at the start and at each SIGHUP.
struct WebCertificateFiles: Sendable {
    private static let mostBytes = 1 << 20

    private let chain: String
    private let key: String

    /// Nil when the settings name no certificate.
    init?(_ settings: WebSettings) {
        guard let chain = settings.certificate, let key = settings.key else { return nil }
        (self.chain, self.key) = (chain.description, key.description)
    }

    /// Reads both files.
    ///
    /// - Throws: ``UsageError`` for a file that is missing or too long, and for a key that everybody can read.
    func read() throws(UsageError) -> WebCertificate {
        var information = stat()
        if stat(key, &information) == 0, information.st_mode & 0o007 != 0 {
            throw UsageError(
                Text("The key \(key) is open to others.", "Ключ \(key) открыт другим."),
                hint: Text(verbatim: "chmod o-rwx \(key)"), field: "key")
        }
        let certificates = try Self.content(of: chain, "certificate")
        var secret = try Self.content(of: key, "key")
        return WebCertificate(chain: certificates, movingKey: &secret)
    }

    /// Returns the error for a certificate that the library refuses.
    func unusable(_ error: WebServerError) -> UsageError {
        UsageError(
            Text(
                "The certificate \(chain) and the key \(key) cannot be used: \(error.message).",
                "Сертификат \(chain) и ключ \(key) не подходят: \(error.message)."),
            hint: Text(
                "both are PEM; the key belongs to the first certificate and has no password",
                "оба — PEM; ключ — от первого сертификата и без пароля"), field: "certificate")
    }

    private static func content(of path: String, _ flag: String) throws(UsageError) -> [UInt8] {
        do throws(HostingError) {
            guard let bytes = try readFile(path, limit: mostBytes) else {
                throw HostingError.system("read \(path)", errno: EFBIG)
            }
            return bytes
        } catch {
            let reason = SystemErrorText.of(error)
            throw UsageError(
                Text("--\(flag) cannot be read: \(reason).", "--\(flag) не прочитать: \(reason)."), field: flag)
        }
    }
}
