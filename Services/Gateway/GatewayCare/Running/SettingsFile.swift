import GatewayWords
import Glibc
import Hosting
import StrictJSON

/// `kopilka.json` as the gateway changes it: its own settings only, one member a line; everything else stays.
struct SettingsFile {
    private static let mostBytes = 65_536

    /// The value of a setting in the file.
    enum Value: Hashable {
        case text(String)
        case number(Int)
        /// Not in the file.
        case absent
    }

    /// The path.
    let path: String

    /// The file that the programs with these variables read.
    ///
    /// - Throws: ``UsageError`` when there is no home.
    init(_ variables: [String: String]) throws(UsageError) {
        let named = variables["KOPILKA_CONFIG"].flatMap { $0.isEmpty ? nil : AbsolutePath($0)?.description }
        guard let path = named ?? Environment(variables: variables).defaultConfigurationPath else {
            throw UsageError(
                Text("There is no HOME to keep settings in.", "Нет HOME, где лежали бы настройки."),
                hint: Text("say where with KOPILKA_CONFIG", "укажите место: KOPILKA_CONFIG"))
        }
        self.path = path
    }

    /// Changes settings of the gateway.
    ///
    /// - Throws: ``UsageError`` for a file that is no object of JSON; `HostingError`.
    func change(_ values: [(name: String, value: Value)]) throws {
        // A symbolic link stays one.
        let real = realPath(of: path) ?? path
        var status = stat()
        let isThere = stat(real, &status) == 0
        var lines: [[UInt8]] = []
        if isThere { lines = try members(of: real, without: Set(values.map { "gateway.\($0.name)" })) }
        for (name, value) in values {
            var writer = JSONWriter()
            switch value {
            case .absent: continue
            case .text(let text): writer.value(text)
            case .number(let number): writer.value(number)
            }
            lines.append(Self.quoted("gateway.\(name)") + Array(": ".utf8) + writer.finish())
        }
        let content = lines.map { Array("  ".utf8) + $0 }.joined(separator: Array(",\n".utf8))
        if !isThere { try prepareDirectory(of: real) }
        try replaceFile(
            real, with: Array("{\n".utf8) + content + Array("\n}\n".utf8),
            mode: isThere ? status.st_mode & 0o777 : 0o600)
    }

    private func members(of path: String, without names: Set<String>) throws -> [[UInt8]] {
        guard let bytes = try readFile(path, limit: Self.mostBytes),
            let root = try? JSONDocument(bytes).root, root.kind == .object
        else {
            throw UsageError(
                Text(
                    "\(path) is not an object of settings by name, and stays as it is.",
                    "\(path) — не объект JSON с настройками и остался прежним."),
                hint: Text("gateway config explain tells why", "почему, скажет gateway config explain"))
        }
        return root.members.filter { !names.contains($0.name) }.map { member in
            Self.quoted(member.name) + Array(": ".utf8) + member.node.rawBytes
        }
    }

    private static func quoted(_ name: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(name)
        return writer.finish()
    }

    private func prepareDirectory(of path: String) throws(HostingError) {
        var place = ""
        for part in path.split(separator: "/").dropLast() {
            place += "/\(part)"
            guard mkdir(place, 0o700) == 0 || errno == EEXIST || access(place, X_OK) == 0 else {
                throw .system("mkdir \(place)")
            }
        }
    }
}
