import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import Glibc
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
            },
            // A dumb terminal cannot show the app; with GATEWAY_A11Y or --plain it speaks.
            isAtTerminal: { variables in
                isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
                    && (variables["TERM"] != "dumb" || variables["GATEWAY_A11Y"] == "1")
            })
    }
}
