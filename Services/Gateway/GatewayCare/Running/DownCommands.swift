import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// `gateway down`: stops the supervisor and thereby the services.
struct DownCommand: Command {
    let words = ["down"]
    let part = CommandPart.house
    let summary = Text("Stops the services in good order.", "Останавливает службы по порядку.")
    let usualLimit = Duration.seconds(2)
    var flags: [FlagShape] {
        [
            FlagShape(
                "wait", .duration,
                Text(
                    "How long to wait for their end; 60s by default.",
                    "Сколько ждать, пока они закончат; по умолчанию 60s."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "down",
                Text("answers pending requests, then stops", "отвечает на начатое и останавливается"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Succeeds without effect when nothing runs.",
                "Если ничего не работает, ничего не делает, и это успех.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard let pid = scene.house.supervisorPID else {
            try SystemdHouse.refuse("stop", scene.house)
            return Self.tell(Text("nothing runs here", "здесь ничего не работает"), isStopped: false, scene)
        }
        guard kill(pid, SIGTERM) == 0 else { throw HostingError.system("kill \(pid)") }
        let deadline = ContinuousClock.now + (scene.arguments.duration("wait") ?? .seconds(60))
        while scene.house.supervisorPID == pid {
            guard ContinuousClock.now < deadline else {
                throw Fault(
                    .deadlineExceeded,
                    """
                    \(Text(
                    "The services have not ended yet; gateway status shows which are left.",
                    "Службы ещё не закончили; gateway status покажет, какие остались."))
                    """
                )
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        // The lock is released a moment before the process ends.
        while House.isRunning(pid), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        return Self.tell(Text("stopped", "остановлено"), isStopped: true, scene)
    }

    private static func tell(_ sentence: Text, isStopped: Bool, _ scene: CommandScene) -> GatewayExitCode {
        if scene.isJSON {
            scene.console.print("{\"stopped\":\(isStopped)}")
        } else {
            scene.console.tell("\(sentence)")
        }
        return .done
    }
}

/// `gateway restart`: restarts one service after another without closing the sockets.
struct RestartCommand: Command {
    let words = ["restart"]
    let part = CommandPart.house
    let summary = Text(
        "Restarts the services one after another; requests wait meanwhile.",
        "Перезапускает службы одну за другой; запросы тем временем ждут.")
    let usualLimit = Duration.seconds(2)
    var flags: [FlagShape] {
        [
            FlagShape(
                "wait", .duration,
                Text(
                    "How long to wait until all are ready again; 60s by default.",
                    "Сколько ждать, пока все снова заработают; по умолчанию 60s."))
        ]
    }
    var examples: [CommandExample] {
        [CommandExample("restart", Text("after a new build of the services", "после новой сборки служб"))]
    }
    var notes: [Text] {
        [
            Text(
                """
                The supervisor and the variables of its environment stay; gateway down and gateway up --detach replace \
                them too.
                """,
                """
                Сам супервизор и переменные его окружения остаются; gateway down и gateway up --detach заменят и их.
                """)
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        try SystemdHouse.refuse("restart", scene.house)
        guard let supervisor = scene.house.supervisorPID, let before = scene.house.state() else {
            throw Fault(.unavailable, "\(Text("No supervisor runs here.", "Супервизор здесь не работает."))")
        }
        guard kill(supervisor, SIGHUP) == 0 else { throw HostingError.system("kill \(supervisor)") }
        Self.tellOfKeptSettings(scene)
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
        let snapshot = await Snapshot.take(scene.house, scene.client)
        scene.show(try snapshot.json(now: scene.house.clock.now())) { snapshot.page(now: scene.house.clock.now()) }
        return snapshot.isReady ? .done : .serviceDown
    }

    /// Variables that only the gateway reads.
    private static let own: Set<String> = ["KOPILKA_PROFILE", "KOPILKA_HOUSE"]

    /// Says which variables here differ from those of the supervisor, which the services keep.
    private static func tellOfKeptSettings(_ scene: CommandScene) {
        let (here, there) = (scene.house.variables, scene.house.supervisorVariables)
        guard !there.isEmpty else { return }
        let names = Set(here.keys).union(there.keys).filter { $0.hasPrefix("KOPILKA_") && !own.contains($0) }
        let changed = names.filter { here[$0] != there[$0] }.sorted().joined(separator: ", ")
        guard !changed.isEmpty else { return }
        let sentence = Text(
            "The services keep what the supervisor was started with; here these differ: \(changed).",
            "Службы сохраняют то, с чем запущен супервизор; здесь отличаются: \(changed).")
        scene.console.tell("\(sentence)")
    }
}
