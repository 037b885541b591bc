import Hosting
import Signals
import StrictJSON

/// What this machine is known by to those who signed in on it: `$XDG_STATE_HOME/kopilka/devices.json`, 0600 in a directory of
/// 0700, for all profiles. It outlives sessions. Without it signing in works as on a new machine.
struct DeviceFile: Sendable {
    /// Beyond so many the one whose last sign-in is the longest ago is forgotten.
    static let mostPeople = 16
    private static let maximumBytes = 65_536

    private struct Content: Codable {
        var devices: [Device] = []
    }

    private struct Device: Codable {
        /// What the person signs in by.
        let logins: [String]
        let cookie: String
    }

    private let directory: AbsolutePath
    private var path: String { "\(directory)/devices.json" }

    init(directory: AbsolutePath) { self.directory = directory }

    /// The cookie of who signs in by this login.
    func cookie(of login: String) -> String? {
        load().devices.first { $0.logins.contains(Self.normalised(login)) }?.cookie
    }

    /// Keeps what a sign-in brought, in place of what there was of the same person.
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
            // The session beside it says what is wrong with the place; signing in does not depend on this.
        }
    }

    /// What is there and open to others may be anybody's.
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
