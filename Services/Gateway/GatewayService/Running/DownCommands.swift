import Coordination
import Domain
import Glibc
import Hosting

/// `gateway down`: stops the supervisor, and with it the services.
struct DownCommand: Command {
    let words = ["down"]
    let part = CommandPart.house
    let summary: Text = "Stops the services in good order."
    let usualLimit = Duration.seconds(2)
    let flags = [
        FlagShape("wait", .duration, "How long to wait until they have ended; 60s unless said otherwise.")
    ]
    let examples = [CommandExample("down", "answers what is in hand, then stops")]
    let notes: [Text] = ["Does nothing, and calls that success, when nothing runs."]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard let pid = scene.house.supervisorPID else {
            return Self.tell("nothing runs here", isStopped: false, scene)
        }
        guard kill(pid, SIGTERM) == 0 else { throw HostingError.system("kill \(pid)") }
        let deadline = ContinuousClock.now + (scene.arguments.duration("wait") ?? .seconds(60))
        while scene.house.supervisorPID == pid {
            guard ContinuousClock.now < deadline else {
                throw Fault(.deadlineExceeded, "The services have not ended yet; gateway status shows which are left.")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return Self.tell("stopped", isStopped: true, scene)
    }

    private static func tell(_ sentence: String, isStopped: Bool, _ scene: CommandScene) -> GatewayExitCode {
        if scene.isJSON {
            scene.console.print("{\"stopped\":\(isStopped)}")
        } else {
            scene.console.tell(sentence)
        }
        return .done
    }
}

/// `gateway restart`: one service after another, without closing the sockets.
struct RestartCommand: Command {
    let words = ["restart"]
    let part = CommandPart.house
    let summary: Text = "Restarts the services one after another; requests wait meanwhile."
    let usualLimit = Duration.seconds(2)
    let flags = [
        FlagShape("wait", .duration, "How long to wait until all serve again; 60s unless said otherwise.")
    ]
    let examples = [CommandExample("restart", "after a new build of the services")]
    let notes: [Text] = ["The supervisor itself stays; gateway down and gateway up --detach replace it too."]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard let supervisor = scene.house.supervisorPID, let before = scene.house.state() else {
            throw Fault(.unavailable, "No supervisor runs here.")
        }
        guard kill(supervisor, SIGHUP) == 0 else { throw HostingError.system("kill \(supervisor)") }
        let oldPIDs = Set(before.services.compactMap(\.pid))
        let deadline = ContinuousClock.now + (scene.arguments.duration("wait") ?? .seconds(60))
        while true {
            if let state = scene.house.state(),
                state.services.allSatisfy({ $0.phase == .ready && $0.pid.map { !oldPIDs.contains($0) } ?? false })
            {
                break
            }
            guard ContinuousClock.now < deadline else {
                throw Readiness.lacking(scene.house)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        let snapshot = await Snapshot.take(scene.house, scene.desk)
        scene.show(try snapshot.json(now: scene.house.clock.now())) { snapshot.page(now: scene.house.clock.now()) }
        return snapshot.health.isReady ? .done : .serviceDown
    }
}
