import Domain
import Hosting
import MicroHTTPD

/// The cookies with the language and the time zone of the person. They are no secrets.
enum PersonalCookies {
    private static let name = "kopilka-language"
    private static let seconds = 365 * 86_400

    /// Returns the chosen language, or else the one that the browser prefers.
    static func language(of request: PageRequest) -> Language {
        let values = request.admitted.head.values(of: "cookie").flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(name + "=") }
        return values.first.flatMap { Language(rawValue: String($0.dropFirst(name.count + 1))) } ?? request.language
    }

    /// Returns the time zone of the browser, as its module tells it; nil without one.
    static func zone(of request: PageRequest) -> String? {
        let prefix = "kopilka-zone="
        let values = request.admitted.head.values(of: "cookie").flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }
        return values.first.map { String($0.dropFirst(prefix.count)) }.flatMap { name in
            (1...64).contains(name.utf8.count) && TimeZoneDirectory.system.zone(named: name) != nil ? name : nil
        }
    }

    /// Returns the field that gives a browser the cookie.
    static func setting(_ language: Language, isEncrypted: Bool) -> WebHeader {
        WebHeader(
            "Set-Cookie",
            "\(name)=\(language.rawValue); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + (isEncrypted ? "; Secure" : ""))
    }
}
