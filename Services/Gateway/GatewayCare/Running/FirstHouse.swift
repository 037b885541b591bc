import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// The first start of a person's own house: whoever registers need not know that something has to be started before.
package enum FirstHouse {
    /// The commands with which somebody begins.
    private static let firstCommands: Set<String> = ["register", "app"]

    /// Starts the services in the background before the first command of a person whose house there has never been.
    ///
    /// A house that was stopped stays stopped, and a directory of sockets that somebody named is that of another house.
    /// - Throws: `Fault` `unavailable` when they could not be started.
    package static func startIfMissing(before command: any Command, _ scene: CommandScene) throws {
        let house = scene.house
        guard firstCommands.contains(command.name), scene.arguments.text("run") == nil,
            house.variables["KOPILKA_RUN", default: ""].isEmpty, let data = house.dataDirectory,
            access(DataLayout(root: data.description).directory(of: "auth"), F_OK) != 0, errno == ENOENT,
            house.supervisorPID == nil,
            access(ListeningSocket.path(of: "auth", runDirectory: house.runDirectory.description), F_OK) != 0
        else { return }
        try SystemdHouse.refuse("start", house)
        let sentence = Text(
            """
            This is the first time: your house is started, with its data in \(data.description). gateway down stops \
            it, gateway up --detach starts it again.
            """,
            """
            Это впервые: дом запускается, его данные — в \(data.description). gateway down остановит его, \
            gateway up --detach запустит снова.
            """)
        scene.console.tell("\(sentence)")
        let nothing = OwnedDescriptor(owning: open("/dev/null", O_WRONLY | O_CLOEXEC))
        let child = try ChildProcess.spawn(
            executable: House.ownExecutable,
            arguments: ["up", "--detach", "--wait", "60s", "--data", data.description], environment: house.variables,
            standardOutput: nothing.rawValue)
        guard child.wait() == .exited(GatewayExitCode.done.rawValue) else {
            let failure = Text(
                "The house could not be started; \(data.description)/logs/supervisor.log may say why.",
                "Дом не удалось запустить; почему — может сказать \(data.description)/logs/supervisor.log.")
            throw Fault(.unavailable, "\(failure)")
        }
    }
}
