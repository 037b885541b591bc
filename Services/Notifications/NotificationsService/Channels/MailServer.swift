import Curl
import Domain
import Hosting
import Sodium

/// The mail server of the house, from its settings. The password comes from a file that only the owner can read, never
/// from a flag or a variable.
struct MailServer: Sendable {
    static let passwordFileName = "smtp-password"

    let url: String
    let security: MailRequest.Security
    let authorities: String?
    let user: String?
    let password: SecretBytes?
    let sender: EmailAddress

    static let address = Setting<String?>(
        "smtp-url", default: nil,
        summary:
            "The mail server: smtp://user@host:587 (STARTTLS) or smtps://user@host:465; the password has its own file.")
    static let senderAddress = Setting<String>(
        "smtp-from", default: "kopilka@localhost.localdomain", summary: "The sender address of mail.")
    static let passwordFile = Setting<AbsolutePath?>(
        "smtp-password-file", default: nil,
        summary:
            "File with the password of the mail server, 0600; the default is smtp-password beside the databases.")
    static let authoritiesFile = Setting<AbsolutePath?>(
        "smtp-ca-file", default: nil, summary: "File with certificate authorities for mail, in place of the system's.")

    /// Reads the settings and the file. Faults are collected by the reader. Nil when no server is named.
    static func read(_ reader: SettingsReader, dataDirectory: String) -> MailServer? {
        let (text, from) = (reader[address], reader[senderAddress])
        let (passwordPath, authorities) = (reader[passwordFile]?.description, reader[authoritiesFile]?.description)
        guard let sender = EmailAddress(from) else {
            reader.fault(senderAddress.name, "must be an address such as kopilka@example.org")
            return nil
        }
        guard let text, !reader.onlyTells else { return nil }
        guard let place = MailPlace(text) else {
            reader.fault(
                address.name, "must be smtp://host:port or smtps://host:port, optionally with user@ before the host")
            return nil
        }
        guard !place.hasPassword else {
            reader.fault(address.name, "must not hold a password; put it into \(passwordFile.name)")
            return nil
        }
        var password: SecretBytes?
        if place.user != nil {
            do throws(HostingError) {
                let line = try PrivateFile.firstLine(of: passwordPath ?? "\(dataDirectory)/\(passwordFileName)")
                guard let line else {
                    reader.fault(passwordFile.name, "names a missing file, but a user needs a password")
                    return nil
                }
                var bytes = Array(line.utf8)
                password = SecretBytes(moving: &bytes)
            } catch {
                reader.fault(passwordFile.name, error.message)
                return nil
            }
        }
        let domain = from.drop { $0 != "@" }.dropFirst()
        return MailServer(
            url: "\(place.scheme)://\(place.host):\(place.port)/\(domain)",
            // A connection within the machine passes nobody, and such servers seldom have certificates.
            security: place.isThisMachine && authorities == nil ? .ifOffered : .required, authorities: authorities,
            user: place.user, password: password, sender: sender)
    }
}

/// The parts of the URL of a mail server.
package struct MailPlace: Hashable {
    let scheme: String
    package let host: String
    package let port: Int
    let user: String?
    let hasPassword: Bool

    /// Reads `smtp://user@host:port`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, let scheme = ["smtp", "smtps"].first(where: { $0 == parts[0].lowercased() }),
            text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        var authority = parts[1][...]
        if authority.hasSuffix("/") { authority = authority.dropLast() }
        guard !authority.contains("/"), !authority.contains("?"), !authority.contains("#") else { return nil }
        var user: Substring?
        if let at = authority.lastIndex(of: "@") {
            user = authority[..<at]
            authority = authority[authority.index(after: at)...]
        }
        var port = scheme == "smtp" ? 587 : 465
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(number) else {
                return nil
            }
            port = number
            authority = authority[..<colon]
        }
        guard !authority.isEmpty, user?.isEmpty != true else { return nil }
        self.scheme = scheme
        host = String(authority)
        self.port = port
        hasPassword = user?.contains(":") ?? false
        self.user = user.map { String($0).replacing("%40", with: "@") }
    }

    /// True for a loopback address, RFC 6890. A name that begins like one, `127.example.org`, is a name.
    var isThisMachine: Bool { HTTPRequest.Destinations.thisMachine.allow(host: host) == true }
}
