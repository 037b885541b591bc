import Hosting
import Signals
import StrictJSON

/// The device cookies of users who signed in on this machine: `$XDG_STATE_HOME/kopilka/devices.json`, mode 0600 in a
/// directory of mode 0700, shared by all profiles. The file outlives sessions. Without it, signing in works as on a new
/// machine.
struct DeviceFile: Sendable {
    /// The maximum number of users. Beyond it, the user with the oldest sign-in is evicted.
    static let mostPeople = 16
    private static let maximumBytes = 65_536

    private struct Content: Codable {
        var devices: [Device] = []
    }

    private struct Device: Codable {
        /// The names that the user signs in with.
        let logins: [String]
        let cookie: String
    }

    private let directory: AbsolutePath
    private var path: String { "\(directory)/devices.json" }

    init(directory: AbsolutePath) { self.directory = directory }

    /// Returns the cookie of the user with this login.
    func cookie(of login: String) -> String? {
        load().devices.first { $0.logins.contains(Self.normalised(login)) }?.cookie
    }

    /// Stores the cookie of a sign-in, in place of the user's previous one.
    func keep(_ signedIn: AuthSignal.SignedIn) {
        guard let cookie = signedIn.deviceCookie else { return }
        let logins = [signedIn.user.email, signedIn.user.username ?? ""].filter { !$0.isEmpty }.map(Self.normalised)
        var content = load()
        content.devices.removeAll { $0.logins.contains(where: logins.contains) }
        content.devices.insert(Device(logins: logins, cookie: cookie), at: 0)
        content.devices = Array(content.devices.prefix(Self.mostPeople))
        do {
            try PrivateDirectory.prepare(directory)
            try replaceFile(path, with: try JSONEncoding.encode(content))
        } catch {
            // A problem with the directory is reported for the session file beside it. Signing in does not depend on
            // this file.
        }
    }

    /// Loads the file. A file that is open to other users is not trusted.
    private func load() -> Content {
        guard let line = try? PrivateFile.firstLine(of: path, limit: Self.maximumBytes),
            let content = try? JSONDocument.read(Content.self, from: Array(line.utf8))
        else { return Content() }
        return content
    }

    private static func normalised(_ login: String) -> String {
        var login = login[...]
        while login.first?.isWhitespace == true { login.removeFirst() }
        while login.last?.isWhitespace == true { login.removeLast() }
        return login.lowercased()
    }
}
