import Glibc
import StrictJSON

/// `kopilka.json`: one object of texts, numbers and truth values by setting name.
///
/// All services may share one file: `name` is for each of them, so each must know it; `service.name` is for one alone,
/// wins there and is passed over by the others.
struct ConfigurationFile {
    static let maximumBytes = 65_536

    let path: String
    /// One for a file that can not be read, else one for each value of a wrong kind.
    private(set) var faults: [SettingFault] = []
    private var values: [String: String] = [:]
    private var known: Set<String> = []

    /// No file.
    init() { path = "" }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - mustExist: An absent file is a fault when it was named, and no file at all when it was not.
    ///   - service: What is for others is not looked at.
    init(_ path: String, mustExist: Bool, service: String) {
        self.path = path
        do throws(HostingError) {
            if let content = try readFile(path, limit: Self.maximumBytes) {
                take(content, service)
            } else {
                reject("is longer than \(Self.maximumBytes) bytes")
            }
        } catch {
            if error.systemError != ENOENT || mustExist { reject("can not be read: \(error.message)") }
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
                faults.append(SettingFault(name: name, source: path, rule: "must be a text, a number, true or false"))
            }
        }
    }

    /// The value as it would stand in a flag.
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

    /// The text of a setting; both of its keys are known from now on.
    mutating func take(_ name: String, service: String) -> String? {
        let own = "\(service).\(name)"
        known.insert(name)
        known.insert(own)
        return values[own] ?? values[name]
    }

    /// Keys for this service that nobody asked for, sorted.
    var unknownKeys: [String] { values.keys.filter { !known.contains($0) }.sorted() }
}
