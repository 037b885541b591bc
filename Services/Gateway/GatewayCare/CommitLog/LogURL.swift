import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import PostgreSQL

/// The URL of a database as a user gives it, completed by the password that the server asks for.
///
/// A password does not belong into the arguments, which other users can read.
enum LogURL {
    /// Returns a URL with which the server lets us in.
    ///
    /// - Throws: ``UsageError``, ``Fault`` when the server cannot be reached.
    static func usable(_ text: String, _ scene: CommandScene) throws -> String {
        guard !hasPassword(text) else {
            throw UsageError(
                Text(
                    "A password in the URL can be seen by other users of this machine.",
                    "Пароль в адресе видят другие пользователи этой машины."),
                hint: Text(
                    "leave it out: the gateway asks for it, or reads it with --password-stdin",
                    "не указывайте его: шлюз спросит сам или прочтёт с --password-stdin"),
                field: "url")
        }
        let source = try PasswordSource(scene.arguments, mayAsk: scene.console.mayAsk)
        if !scene.arguments.isOn("password-stdin"), scene.arguments.text("password-file") == nil,
            try refusal(of: text, scene) == nil
        {
            return text
        }
        let password = try source.passwords(["\(Text("Password of the database: ", "Пароль базы: "))"])[0]
        let complete = text.with(password: password)
        if let refusal = try refusal(of: complete, scene) {
            throw Fault(
                .permissionDenied,
                "\(Text("The database did not let us in: \(refusal)", "База не впустила нас: \(refusal)"))",
                field: "url")
        }
        return complete
    }

    /// Returns why the server wants a password, or another one; nil when it accepts the connection.
    private static func refusal(of text: String, _ scene: CommandScene) throws -> String? {
        do throws(PostgreSQLError) {
            let connection = try PostgreSQLConnection.open(
                try PostgreSQLURL(text), named: "kopilka gateway", within: scene.client.limit)
            connection.close()
            return nil
        } catch .notConnected(let faults) where faults.contains(where: { $0.kind == .password }) {
            return faults.map(\.description).joined(separator: "; ")
        } catch .badURL(let reason) {
            throw UsageError(
                Text("The URL is invalid: \(reason)", "Адрес неверен: \(reason)"),
                hint: Text(
                    "write postgresql://user@host:5432/database", "напишите postgresql://пользователь@хост:5432/база"),
                field: "url")
        } catch {
            throw Fault(
                .unavailable,
                "\(Text("The database cannot be reached: \(error)", "База недоступна: \(error)"))", field: "url")
        }
    }

    private static func hasPassword(_ text: String) -> Bool {
        guard let begin = text.firstRange(of: "://") else { return false }
        let rest = text[begin.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return rest.contains("password=") }
        return authority[..<at].contains(":") || rest.contains("password=")
    }
}

extension String {
    /// Returns this URL with a password in front of `@`, percent-encoded. Source: RFC 3986, section 2.1.
    fileprivate func with(password: String) -> String {
        let encoded = password.utf8.map { byte -> String in
            let isPlain =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
        guard let begin = firstRange(of: "://")?.upperBound else { return self }
        if let at = self[begin...].prefix(while: { $0 != "/" && $0 != "?" }).lastIndex(of: "@") {
            return self[..<at] + ":" + encoded + self[at...]
        }
        return self + (contains("?") ? "&" : "?") + "password=" + encoded
    }
}
