import CProcess

/// The environment of a process: a snapshot, so that tests can create their own.
public struct Environment: Sendable {
    /// Environment variables by name.
    public let variables: [String: String]
    /// Command-line arguments, without the program's name.
    public let arguments: [String]

    /// Creates an environment.
    public init(variables: [String: String] = [:], arguments: [String] = []) {
        self.variables = variables
        self.arguments = arguments
    }

    /// Returns the environment of this process: environ(7). Of duplicate names the first counts, as in getenv(3).
    public static func current() -> Environment {
        var variables: [String: String] = [:]
        if let list = kopilka_environment() {
            var index = 0
            variables.reserveCapacity(64)
            while let entry = list[index] {
                let line = String(cString: entry)
                // By bytes: finding whole characters takes ten times as long, at every start of a process.
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
