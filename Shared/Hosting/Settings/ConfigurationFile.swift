import Glibc

/// `kopilka.json`: one object of texts, numbers and truth values by setting name.
///
/// All services may share one file: `name` is for each of them, `service.name` for one and wins there.
struct ConfigurationFile {
    static let maximumBytes = 65_536

    let path: String
    private let values: [String: String]
    private var known: Set<String> = []

    init(path: String, values: [String: String]) {
        self.path = path
        self.values = values
    }

    /// - Parameter mustExist: An absent file is a fault when it was named, and no file at all when it was not.
    static func read(_ path: String, mustExist: Bool, service: String) throws(SettingFault) -> ConfigurationFile {
        func fault(_ rule: String) -> SettingFault { SettingFault(name: "config", source: path, rule: rule) }
        let content: [UInt8]?
        do throws(HostingError) {
            content = try readFile(path, limit: maximumBytes)
        } catch {
            if error.systemError == ENOENT, !mustExist { return ConfigurationFile(path: path, values: [:]) }
            throw fault("can not be read: \(error.message)")
        }
        guard content != nil else { throw fault("is longer than \(maximumBytes) bytes") }
        throw fault("settings files are not read yet; use flags or the environment")
    }

    /// The text of a setting; both of its keys are known from now on.
    mutating func take(_ name: String, service: String) -> String? {
        let own = "\(service).\(name)"
        known.insert(name)
        known.insert(own)
        return values[own] ?? values[name]
    }

    /// Keys that nobody asked for, sorted, without those of other services.
    func unknownKeys(service: String) -> [String] {
        values.keys.filter { !known.contains($0) && (!$0.contains(".") || $0.hasPrefix(service + ".")) }.sorted()
    }
}
