import CProcess

/// What a process was started with: a snapshot, so that tests can make their own.
public struct Environment: Sendable {
    /// Environment variables by name.
    public let variables: [String: String]
    /// Command-line arguments, without the program's name.
    public let arguments: [String]

    /// An environment of your own making.
    public init(variables: [String: String] = [:], arguments: [String] = []) {
        self.variables = variables
        self.arguments = arguments
    }

    /// The environment of this process: environ(7). Where a name stands twice the first counts, as in getenv(3).
    public static func current() -> Environment {
        var variables: [String: String] = [:]
        if let list = kopilka_environment() {
            var index = 0
            variables.reserveCapacity(64)
            while let entry = list[index] {
                let line = String(cString: entry)
                // By bytes: whole characters take ten times as long to tell apart, in every start of a process.
                if let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
                    let name = String(line[..<equals])
                    if variables[name] == nil { variables[name] = String(line[line.utf8.index(after: equals)...]) }
                }
                index += 1
            }
        }
        return Environment(variables: variables, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
