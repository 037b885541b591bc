import GatewayWords
import Glibc
import Hosting

/// The sockets of a house on another machine, forwarded by ssh(1) into a directory here. No port is opened on either
/// side; who may come in is decided by ssh, and who one is by the session, as everywhere.
package final class ForwardedSockets: Sendable {
    /// The house.
    package let house: RemoteHouse
    /// The directory of the forwarded sockets.
    package let directory: AbsolutePath
    private let corner: Corner
    private let tunnel: ChildProcess

    /// How long the connection may take, with the questions that ssh asks.
    private static let patience = Duration.seconds(60)
    /// What the other machine answers with: where its house has its sockets, as services there choose it.
    private static let question = """
        for d in "$KOPILKA_RUN" "${XDG_RUNTIME_DIR:+$XDG_RUNTIME_DIR/kopilka}" "/run/user/$(id -u)/kopilka" \
        "${XDG_STATE_HOME:-$HOME/.local/state}/kopilka/run" /run/kopilka; do \
        if [ -n "$d" ] && [ -S "$d/auth.sock" ]; then printf %s "$d"; exit 0; fi; done; exit 3
        """

    /// Connects.
    ///
    /// - Parameters:
    ///   - services: The services whose sockets are forwarded.
    ///   - mayAsk: False where nobody expects a question of ssh: while a shell completes a line.
    /// - Throws: ``UsageError`` with what ssh said; `HostingError`.
    package init(
        of house: RemoteHouse, services: [String], variables: [String: String], mayAsk: Bool = true
    ) throws {
        self.house = house
        let ssh = try Self.executable(variables)
        let flags = house.flags + (mayAsk ? [] : ["-o", "BatchMode=yes"])
        corner = try variables["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : try Corner(in: $0) } ?? .short(variables)
        guard let path = AbsolutePath(corner.path) else {
            preconditionFailure("mkdtemp(3) makes no path that is too long.")
        }
        directory = path
        let there = try house.directory ?? Self.directory(of: house, ssh, flags, corner.path, variables)
        tunnel = try Self.forward(house, from: there, to: corner.path, services, ssh, flags, variables)
    }

    deinit {
        tunnel.terminate()
        _ = tunnel.wait()
        withExtendedLifetime(corner) {}
    }

    private static func directory(
        of house: RemoteHouse, _ ssh: String, _ flags: [String], _ work: String, _ variables: [String: String]
    ) throws -> String {
        let answer = "\(work)/answer"
        let file = OwnedDescriptor(owning: open(answer, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        let child = try ChildProcess.spawn(
            executable: ssh, arguments: flags + ["-T", house.destination, question], environment: variables,
            standardOutput: file.rawValue)
        let ending = child.wait()
        let said = (try? readFile(answer, limit: 4_096)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
        unlink(answer)
        guard ending == .exited(0), let said, said.hasPrefix("/"), RemoteHouse("ssh://h\(said)") != nil else {
            throw ending == .exited(3)
                ? UsageError(
                    Text(
                        "No house of yours runs on \(house.destination).",
                        "На \(house.destination) ваш дом не работает."),
                    hint: Text(
                        "name its directory of sockets: ssh://host/run/user/1000/kopilka",
                        "укажите, где её сокеты: ssh://host/run/user/1000/kopilka"), field: "house")
                : refused(house)
        }
        return said
    }

    private static func forward(
        _ house: RemoteHouse, from there: String, to here: String, _ services: [String], _ ssh: String,
        _ flags: [String], _ variables: [String: String]
    ) throws -> ChildProcess {
        let names = services.flatMap { ["\($0).sock", "\($0).events.sock"] }
        let forwarding = names.flatMap { ["-L", "\(here)/\($0):\(there)/\($0)"] }
        let options = ["ExitOnForwardFailure=yes", "StreamLocalBindMask=0177", "ServerAliveInterval=15"]
        let child = try ChildProcess.spawn(
            executable: ssh,
            arguments: flags + options.flatMap { ["-o", $0] } + ["-N", "-T"] + forwarding
                + [house.destination],
            environment: variables, parentDeathSignal: .terminate)
        let deadline = ContinuousClock.now + patience
        // ssh opens them in this order, once it is let in.
        let last = "\(here)/\(names.last ?? "")"
        while access(last, F_OK) != 0 {
            guard child.poll() == nil, ContinuousClock.now < deadline else {
                child.terminate()
                _ = child.wait()
                throw refused(house)
            }
            usleep(5_000)
        }
        return child
    }

    private static func refused(_ house: RemoteHouse) -> UsageError {
        UsageError(
            Text("ssh does not reach \(house.destination).", "ssh не попадает на \(house.destination)."),
            hint: Text("try: \(house.command)", "проверьте: \(house.command)"), field: "house")
    }

    private static func executable(_ variables: [String: String]) throws(UsageError) -> String {
        let folders = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        guard let found = folders.map({ $0 + "/ssh" }).first(where: { (path: String) in access(path, X_OK) == 0 })
        else {
            throw UsageError(
                Text("There is no ssh.", "Программы ssh нет."),
                hint: Text(verbatim: "sudo apt install openssh-client"), field: "house")
        }
        return found
    }
}
