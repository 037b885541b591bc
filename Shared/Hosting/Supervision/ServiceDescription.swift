/// A program that the supervisor keeps running.
public struct ServiceDescription: Sendable {
    /// The name of the service: unique, and the name of its log file.
    public let name: String
    /// The services that the program runs, as its state names them: usually the one of its name.
    public let services: [String]
    /// The absolute path of the executable.
    public let executable: String
    /// The arguments without the program's name.
    public let arguments: [String]
    /// The endpoints whose listening sockets it inherits: `ledger` and `ledger.events`.
    public let endpoints: [String]
    /// Variables of this service only. They override the common ones.
    public let environment: [String: String]

    /// Creates a description; a program that runs one service has that service's name.
    public init(
        name: String, services: [String]? = nil, executable: String, arguments: [String] = [], endpoints: [String],
        environment: [String: String] = [:]
    ) {
        self.name = name
        self.services = services ?? [name]
        self.executable = executable
        self.arguments = arguments
        self.endpoints = endpoints
        self.environment = environment
    }
}
