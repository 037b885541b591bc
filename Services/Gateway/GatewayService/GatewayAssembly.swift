import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import Glibc
import Hosting

/// Builds the gateway of a process.
public struct GatewayAssembly: Assembly {
    private let environment: Environment

    /// Creates the assembly.
    ///
    /// - Parameter environment: The arguments and variables of the process.
    public init(environment: Environment = .current()) { self.environment = environment }

    /// Returns the gateway with links over ZeroMQ and the streams of this process.
    public func assemble() -> Gateway {
        let variables = environment.variables
        // Before any thread starts: this changes the environment.
        if variables["LISTEN_FDS"] != nil { _ = InheritedSockets.ofProcess }
        return Gateway(
            environment: environment, commands: CommandTable.all, clock: .system,
            makeCaller: { LinkedServiceCaller(runDirectory: $0) },
            makeConsole: { noColor, mayAsk in
                Console.standard(variables: variables, noColor: noColor, mayAsk: mayAsk)
            },
            // A dumb terminal cannot draw the app; with GATEWAY_A11Y or --plain the app is read out as lines.
            isAtTerminal: { variables in
                isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
                    && (variables["TERM"] != "dumb" || variables["GATEWAY_A11Y"] == "1")
            })
    }
}
