/// A program that the supervisor keeps running.
public struct ServiceDescription: Sendable {
    /// Of the service; unique, names its log file.
    public let name: String
    /// Absolute path of the executable.
    public let executable: String
    /// Without the program's own name.
    public let arguments: [String]
    /// Endpoints whose listening sockets it inherits, `ledger` and `ledger.events`.
    public let endpoints: [String]
    /// Variables of this service alone; they win over the common ones.
    public let environment: [String: String]

    /// A program and the sockets it serves.
    public init(
        name: String, executable: String, arguments: [String] = [], endpoints: [String],
        environment: [String: String] = [:]
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.endpoints = endpoints
        self.environment = environment
    }
}
