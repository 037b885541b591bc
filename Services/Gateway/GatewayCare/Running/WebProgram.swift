import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// The page as a program of the supervisor, with `gateway up --web`: this executable, beside the services.
package enum WebProgram {
    /// Returns its description if it is wanted. Its settings are checked here, so that the user sees the error.
    static func descriptions(_ scene: CommandScene) throws(UsageError) -> [ServiceDescription] {
        guard scene.arguments.isOn("web") else { return [] }
        _ = try WebSettings.read(ParsedArguments(), scene.house.variables)
        return [
            ServiceDescription(
                name: House.webName, executable: House.ownExecutable, arguments: ["web"], endpoints: [])
        ]
    }

    /// Checks that a supervisor that runs already has the page, if it is wanted.
    static func checkItRuns(_ scene: CommandScene) throws(Fault) {
        guard scene.arguments.isOn("web"), let state = scene.house.state(), process(state) == nil else { return }
        throw Fault(
            .conflict,
            """
            \(Text(
            "The services run without the page: gateway web serves it; or stop them first: gateway down.",
            "Службы работают без страницы: её запустит gateway web; или сначала остановите их: gateway down."))
            """
        )
    }

    /// Prints the link of the page once it serves.
    static func tellLink(_ scene: CommandScene) async throws {
        while true {
            try await Task.sleep(for: .milliseconds(50))
            guard let process = scene.house.state().flatMap(process), process.phase == .ready,
                let link = process.status
            else { continue }
            return tell(link: link, scene)
        }
    }

    /// Prints a link, for a person or for a script that waits for it.
    package static func tell(link: String, _ scene: CommandScene) {
        guard scene.isJSON else { return scene.console.print(link) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("link", link)
        writer.endObject()
        scene.console.output.write(json: writer.finish())
    }

    /// Returns its process; nil when the supervisor runs none.
    private static func process(_ state: SupervisorState) -> SupervisorState.Service? {
        state.services.first { $0.name == House.webName }
    }
}
