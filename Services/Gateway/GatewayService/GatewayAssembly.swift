import Coordination
import Domain
import Hosting

/// Builds the gateway of a process.
public struct GatewayAssembly: Assembly {
    private let environment: Environment

    /// - Parameter environment: What the process was started with.
    public init(environment: Environment = .current()) { self.environment = environment }

    /// The gateway, over ZeroMQ and this process's own streams.
    public func assemble() -> Gateway {
        let variables = environment.variables
        return Gateway(
            environment: environment, commands: CommandTable.all, clock: .system,
            makeCaller: { LinkedServiceCaller(runDirectory: $0) },
            makeConsole: { noColor, mayAsk in
                Console.standard(variables: variables, noColor: noColor, mayAsk: mayAsk)
            })
    }
}
