import Glibc
import StrictJSON

/// `kopilka.json`: one object of texts, numbers and Booleans by setting name.
///
/// All services may share one file. A key `name` applies to each of them, so each must know it. A key `service.name`
/// applies to one service only: it wins there, and the other services ignore it.
struct ConfigurationFile {
    static let maximumBytes = 65_536

    let path: String
    /// One fault for an unreadable file, otherwise one per value of a wrong kind.
    private(set) var faults: [SettingFault] = []
    private var values: [String: String] = [:]
    private var known: Set<String> = []

    /// Creates an empty configuration, without a file.
    init() { path = "" }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - mustExist: Makes an absent file a fault. Set it when the user named the file.
    ///   - service: The service whose keys are read; keys of other services are ignored.
    init(_ path: String, mustExist: Bool, service: String) {
        self.path = path
        do throws(HostingError) {
            if let content = try readFile(path, limit: Self.maximumBytes) {
                take(content, service)
            } else {
                reject("is longer than \(Self.maximumBytes) bytes")
            }
        } catch {
            if error.systemError != ENOENT || mustExist { reject("cannot be read: \(error.message)") }
        }
    }

    private mutating func reject(_ rule: String) {
        faults.append(SettingFault(name: "config", source: path, rule: rule))
    }

    private mutating func take(_ content: [UInt8], _ service: String) {
        let object: JSONNode
        do throws(JSONSyntaxError) {
            object = try JSONDocument(content).root
        } catch {
            return reject("is not JSON: \(error)")
        }
        guard object.kind == .object else { return reject("must be one JSON object of settings by name") }
        for member in object.members {
            let name = member.name
            guard Self.concerns(service, key: name) else { continue }
            if let text = Self.text(of: member.node) {
                values[name] = text
            } else {
                faults.append(SettingFault(name: name, source: path, rule: "must be a string, a number, true or false"))
            }
        }
    }

    /// Returns the value as it would be written in a flag.
    private static func text(of node: JSONNode) -> String? {
        switch node.kind {
        case .string: node.string
        case .number, .true, .false: String(decoding: node.rawBytes, as: UTF8.self)
        default: nil
        }
    }

    private static func concerns(_ service: String, key: String) -> Bool {
        !key.utf8.contains(UInt8(ascii: ".")) || key.hasPrefix(service + ".")
    }

    /// Returns the text of a setting and marks both of its keys as known.
    mutating func take(_ name: String, service: String) -> String? {
        let own = "\(service).\(name)"
        known.insert(name)
        known.insert(own)
        return values[own] ?? values[name]
    }

    /// Keys for this service that no setting asked for, sorted.
    var unknownKeys: [String] { values.keys.filter { !known.contains($0) }.sorted() }
}
