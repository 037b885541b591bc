import Coordination
import Domain
import GatewayCommandLine
import GatewayScenes
import GatewaySession
import GatewayTerminal
import GatewayWords
import Glibc
import Hosting
import Terminal

/// Builds and runs the app. It is the only file that names the router, the coordinators, the faces and the client of
/// the services together.
@MainActor struct AppAssembly {
    private let scene: CommandScene

    /// Creates the assembly.
    ///
    /// - Parameter scene: The streams, the session and the services of this run of the gateway.
    nonisolated init(scene: CommandScene) { self.scene = scene }

    /// Runs until the user leaves.
    func run() async throws -> GatewayExitCode {
        let language = Language.current
        let router = SceneRouter()
        let live = LiveUpdates(clock: scene.house.clock)
        let tools = SceneTools(live: live, clock: scene.house.clock, home: scene.house.variables["HOME"])
        let application = ApplicationCoordinator(
            router: router, tools: tools, services: [branch()], account: StoredAccount(scene.client.sessions))
        application.begin()
        defer { live.stop() }
        if isPlain {
            await PlainFace(router, output: scene.console.output, language: language).run()
            return .done
        }
        let thread: TerminalThread
        do {
            thread = try await TerminalThread.open(
                TerminalThread.Options(
                    hasColor: scene.console.output.hasColor, hasMouse: scene.arguments.isOn("mouse")))
        } catch let error as TerminalError {
            throw UsageError(
                Text("\(error)", "\(error)"),
                hint: Text(
                    "gateway app --plain reads out lines; TERM=xterm gateway tries it anyway",
                    "gateway app --plain говорит строками; TERM=xterm gateway попробует всё равно"))
        }
        let face = TerminalFace(
            router, on: thread, language: language, isASCII: scene.isASCII)
        let signal = await face.run()
        router.pop(to: 0)
        if let signal { _exit(128 + signal) }
        return .done
    }

    private var isPlain: Bool {
        let variables = scene.house.variables
        return scene.arguments.isOn("plain") || ["1", "true", "yes"].contains(variables["GATEWAY_A11Y"] ?? "")
            || variables["TERM"] == "dumb" || isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1
    }

    private func branch() -> ServiceBranch {
        let client = scene.client
        return ServiceBranch(services: House.services, traces: scene.traces) { limit, key in
            client.with(limit: limit, idempotencyKey: key)
        }
    }
}
