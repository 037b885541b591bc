/// A program from elsewhere that runs as a service of the house, beside those of Kopilka.
public struct ExtraService: Sendable, Equatable {
    /// The name of its socket, its directory and its key, and the first word of its methods.
    public let name: String
    /// The path of its executable.
    public let executable: AbsolutePath
    /// The directory of its executable.
    var directory: String {
        "/" + executable.description.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// Names that services and directories of the house have already.
    public static let takenNames: Set<String> = [
        "auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications",
        "operator", "gateway", "supervisor", "house", "web", "telemetry", "rpc", "keys", "logs", "backups",
    ]

    /// True for 1 to 32 letters a-z, digits and hyphens that begin with a letter, unless the name is taken.
    public static func mayBeNamed(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        return isWord && (1...32).contains(name.utf8.count) && name.first?.isLetter == true
            && !takenNames.contains(name)
    }
}

/// The extra services of a house: `weather=/opt/weather/weather,notes=/opt/notes/notes`.
public struct ExtraServices: SettingValue, Equatable {
    /// The services, none twice.
    public let services: [ExtraService]

    private static let most = 16
    static let setting = Setting<ExtraServices>(
        "extra-services", default: ExtraServices([]),
        summary: "Programs from elsewhere that run as services of the house.")

    init(_ services: [ExtraService]) { self.services = services }

    /// Returns the name and the executable of each service.
    public static var settingType: String {
        "names with the paths of their executables, such as weather=/opt/weather/weather, separated by commas"
    }

    /// Parses the list, or `none`.
    public static func parse(_ text: String) -> ExtraServices? {
        if text == "none" { return ExtraServices([]) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let services = parts.compactMap { part -> ExtraService? in
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2, ExtraService.mayBeNamed(halves[0]), halves[1].hasPrefix("/"),
                let executable = AbsolutePath(halves[1])
            else { return nil }
            return ExtraService(name: halves[0], executable: executable)
        }
        guard services.count == parts.count, services.count <= most, Set(services.map(\.name)).count == services.count
        else { return nil }
        return ExtraServices(services)
    }

    /// The list as it is set.
    public var settingText: String {
        services.isEmpty ? "none" : services.map { "\($0.name)=\($0.executable)" }.joined(separator: ",")
    }
}

/// What extra services may do: `weather:ledger.transferPosted,weather:ledger.accounts`.
public struct ExtraRights: SettingValue, Equatable {
    /// The types of events that a service may follow, the methods that it may call for the person who asks it, the
    /// directories that it may read, and ``network``, by the name of the service.
    public let names: [String: Set<String>]

    /// The right to connect to other machines.
    public static let network = "network"
    private static let most = 256
    static let setting = Setting<ExtraRights>(
        "extra-rights", default: ExtraRights([:]),
        summary: """
            The events that extra services follow, the methods that they call for the person who asks, directories \
            that they read, and network.
            """)

    init(_ names: [String: Set<String>]) { self.names = names }

    /// How the rights are written.
    public static var settingType: String {
        "events and methods by extra service, such as weather:ledger.transferPosted, separated by commas"
    }

    /// Parses the list, or `none`.
    public static func parse(_ text: String) -> ExtraRights? {
        if text == "none" { return ExtraRights([:]) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= most else { return nil }
        var names: [String: Set<String>] = [:]
        for part in parts {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, ExtraService.mayBeNamed(halves[0]),
                halves[1] == network || halves[1].hasPrefix("/") || isDotted(halves[1])
            else { return nil }
            names[halves[0], default: []].insert(halves[1])
        }
        return ExtraRights(names)
    }

    /// The list as it is set.
    public var settingText: String {
        let parts = names.sorted { $0.key < $1.key }.flatMap { name, rights in rights.sorted().map { "\(name):\($0)" } }
        return parts.isEmpty ? "none" : parts.joined(separator: ",")
    }

    /// True for `ledger.transferPosted`: two words of letters, with a point between them.
    private static func isDotted(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.count == 2
            && words.allSatisfy { word in
                (1...64).contains(word.utf8.count)
                    && word.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
                            || $0 == UInt8(ascii: "-")
                    }
            }
    }
}
