/// Command-line flags: `--name value`, `--name=value`, and `--name` alone for a Boolean.
struct CommandLineFlags {
    private struct Flag {
        let name: String
        let inlineValue: String?
        let position: Int
    }

    private let arguments: [String]
    private let flags: [Flag]
    private var used: Set<Int> = []

    init(_ arguments: [String]) {
        self.arguments = arguments
        flags = arguments.enumerated().compactMap { position, argument in
            guard argument.hasPrefix("--"), argument.count > 2 else { return nil }
            let body = argument.dropFirst(2)
            guard let equals = body.firstIndex(of: "=") else {
                return Flag(name: String(body), inlineValue: nil, position: position)
            }
            let value = String(body[body.index(after: equals)...])
            return Flag(name: String(body[..<equals]), inlineValue: value, position: position)
        }
    }

    enum Finding {
        case absent
        case value(String)
        /// The rule that was broken.
        case wrong(String)
    }

    /// Takes a flag and marks it as known.
    mutating func take(_ name: String, isTruthValue: Bool) -> Finding {
        let same = flags.filter { $0.name == name }
        for flag in same { used.insert(flag.position) }
        guard let flag = same.first else { return .absent }
        var value = flag.inlineValue
        if value == nil {
            if isTruthValue {
                value = "true"
            } else {
                let next = flag.position + 1
                guard next < arguments.count, !arguments[next].hasPrefix("--") else { return .wrong("needs a value") }
                used.insert(next)
                value = arguments[next]
            }
        }
        guard same.count == 1 else { return .wrong("is given more than once") }
        return value.map { .value($0) } ?? .absent
    }

    /// The arguments that nothing took, without their values, which may be secret.
    var unknown: [String] {
        arguments.indices.filter { !used.contains($0) }.map { position in
            flags.first { $0.position == position }.map { "--" + $0.name } ?? arguments[position]
        }
    }
}
