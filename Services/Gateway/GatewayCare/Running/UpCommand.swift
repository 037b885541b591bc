import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// `gateway up`: starts the supervisor, in the foreground or in the background.
package struct UpCommand: Command {
    package let words = ["up"]
    package let part = CommandPart.house
    package let summary = Text("Starts the services and keeps them running.", "Запускает службы и держит их на ходу.")
    package let usualLimit = Duration.seconds(2)
    // Processes that look for a supervisor must see its open files.
    package let hidesMemory = false
    package var flags: [FlagShape] {
        [
            FlagShape(
                "services", .text, placeholder: "SERVICE[,SERVICE]",
                Text("Which services; all by default.", "Какие; по умолчанию все.")),
            FlagShape(
                "one-process", .toggle,
                Text(
                    "Run all services in one process, for a small machine.",
                    "Все службы в одном процессе, для маленькой машины.")),
            FlagShape(
                "web", .toggle,
                Text(
                    "Run the page for browsers, too, and print its link (gateway web, KOPILKA_WEB_*).",
                    "Держать и страницу для браузеров и напечатать её ссылку (gateway web, KOPILKA_WEB_*).")),
            FlagShape(
                "bin", .text, placeholder: "DIR",
                Text(
                    "The directory of their executables; by default the gateway's own.",
                    "Где их исполняемые файлы; по умолчанию рядом со шлюзом.")),
            FlagShape(
                "data", .text, placeholder: "DIR",
                Text("The directory of databases and logs (KOPILKA_DATA).", "Где базы и журналы (KOPILKA_DATA).")),
            FlagShape(
                "detach", .toggle,
                Text(
                    "Run in the background; return when all services are ready.",
                    "Уйти в фон и вернуться, когда все службы заработают.")),
            FlagShape(
                "wait", .duration,
                Text(
                    "With --detach: how long to wait for the next one to be ready; 10s by default.",
                    "С --detach: сколько ждать, пока заработает очередная; по умолчанию 10s.")),
            FlagShape(
                "if-not-running", .toggle,
                Text(
                    "Succeed without effect when they run already.",
                    "Если они уже работают, ничего не делать, и это успех.")),
        ]
    }
    package var examples: [CommandExample] {
        [
            CommandExample("up", Text("runs the services until Ctrl-C", "держит службы до Ctrl-C")),
            CommandExample(
                "up --one-process", Text("the same on a small machine", "то же на маленькой машине")),
            CommandExample(
                "up --web", Text("the services, and the page for browsers", "службы и страница для браузеров")),
            CommandExample(
                "up --detach",
                Text(
                    "starts them in the background; a second time it does nothing",
                    "запускает их в фоне; во второй раз ничего не делает")),
        ]
    }
    package var notes: [Text] {
        [
            Text(
                "A crashed service is restarted after growing pauses; requests wait meanwhile.",
                "Упавшая служба запускается снова, каждый раз после более долгой паузы; запросы тем временем ждут."),
            Text(
                "Exit code 75 when they run already, unless --detach or --if-not-running is given.",
                "Код 75, если они уже работают, кроме --detach и --if-not-running."),
        ]
    }

    package func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        try SystemdHouse.refuse("start", scene.house)
        let services = try descriptions(scene) + WebProgram.descriptions(scene) + TelemetryProgram.descriptions(scene)
        let data = try Self.dataDirectory(scene)
        try Self.checkSocketPaths(of: services, in: scene.house.runDirectory.description)
        try PrivateDirectory.prepare(scene.house.runDirectory)
        try PrivateDirectory.prepare(data)
        if let pid = scene.house.supervisorPID {
            scene.console.tell(
                """
                \(Text(
                "the services are already running (supervisor \(pid))",
                "службы уже работают (супервизор \(pid))"))
                """
            )
            try WebProgram.checkItRuns(scene)
            if scene.arguments.isOn("detach") { return try await waitUntilReady(nil, data, scene) }
            return scene.arguments.isOn("if-not-running") ? .done : .noAnswer
        }
        if scene.arguments.isOn("detach") { return try await detach(data, scene) }
        return try await supervise(services, data, scene)
    }

    private func descriptions(_ scene: CommandScene) throws -> [ServiceDescription] {
        let directory = scene.arguments.text("bin") ?? House.executableDirectory
        guard let path = AbsolutePath(directory) else {
            throw UsageError(Text("--bin is not a path.", "--bin — не путь."), field: "bin")
        }
        guard scene.arguments.isOn("one-process") else {
            let names = try ServiceList.read(scene.arguments.text("services"), of: scene.house)
            return try names.filter(House.services.contains).map { name in
                ServiceDescription(
                    name: name, executable: try Self.executable(name, in: path), endpoints: Self.endpoints(of: name))
            } + (try extraServices(names, scene))
        }
        guard scene.arguments.text("services") == nil else {
            throw UsageError(
                Text(
                    "--one-process runs all services; --services names some.",
                    "--one-process запускает все службы, а --services называет некоторые."), field: "services")
        }
        return [
            ServiceDescription(
                name: House.wholeName, services: House.services,
                executable: try Self.executable(House.wholeName, in: path),
                endpoints: House.services.flatMap(Self.endpoints))
        ] + (try extraServices(nil, scene))
    }

    /// Returns the extra services. Their executables and rights are checked here, so that the user sees the error.
    private func extraServices(_ names: [String]?, _ scene: CommandScene) throws(UsageError) -> [ServiceDescription] {
        for service in scene.house.extraServices where access(service.executable.description, X_OK) != 0 {
            let path = service.executable.description
            throw UsageError(
                Text(
                    "There is no executable \(path) for \(service.name).",
                    "Нет исполняемого файла \(path) для \(service.name)."),
                hint: Text("see KOPILKA_EXTRA_SERVICES", "проверьте KOPILKA_EXTRA_SERVICES"), field: "extra-services")
        }
        if let first = scene.house.extraServices.first {
            _ = try ExtraPrograms.settings(of: first.name, in: scene.house)
        }
        return ExtraPrograms.descriptions(of: scene.house, among: names)
    }

    private static func endpoints(of service: String) -> [String] { [service, "\(service).events"] }

    private static func executable(_ name: String, in directory: AbsolutePath) throws(UsageError) -> String {
        let executable = "\(directory)/\(name)"
        guard access(executable, X_OK) == 0 else {
            throw UsageError(
                Text("There is no executable \(executable).", "Нет исполняемого файла \(executable)."),
                hint: Text(
                    "build it, or say where it is with --bin DIR", "соберите его или укажите, где он: --bin DIR"),
                field: "bin")
        }
        return executable
    }

    /// Checks the lengths of the socket paths here, so that the user sees the error: the supervisor may run in the
    /// background and would only log it.
    private static func checkSocketPaths(
        of services: [ServiceDescription], in directory: String
    ) throws(UsageError) {
        let paths = services.flatMap(\.endpoints).map { ListeningSocket.path(of: $0, runDirectory: directory) }
        guard let long = paths.first(where: { $0.utf8.count > ListeningSocket.maximumPathBytes }) else { return }
        throw UsageError(
            Text(
                """
                The path of a socket has at most \(ListeningSocket.maximumPathBytes) bytes; this one has more: \
                \(long).
                """,
                "Путь сокета — не длиннее \(ListeningSocket.maximumPathBytes) байт; этот длиннее: \(long)."),
            hint: Text(
                "say a shorter directory with --run DIR or KOPILKA_RUN",
                "укажите каталог короче: --run DIR или KOPILKA_RUN"), field: "run")
    }

    private static func dataDirectory(_ scene: CommandScene) throws(UsageError) -> AbsolutePath {
        let said = scene.arguments.text("data").flatMap { AbsolutePath($0) }
        guard let directory = said ?? scene.house.dataDirectory else {
            throw UsageError(
                Text("There is no HOME to keep data in.", "Нет HOME, где лежали бы данные."),
                hint: Text("say where with --data DIR", "укажите место: --data DIR"), field: "data")
        }
        return directory
    }

    // MARK: In the foreground

    private func supervise(
        _ services: [ServiceDescription], _ data: AbsolutePath, _ scene: CommandScene
    ) async throws -> GatewayExitCode {
        var variables = scene.house.variables
        variables["KOPILKA_RUN"] = scene.house.runDirectory.description
        variables["KOPILKA_DATA"] = data.description
        let settings = SupervisorSettings(
            runDirectory: scene.house.runDirectory.description, dataDirectory: data.description,
            environment: variables)
        let clock = scene.house.clock
        let manager = ServiceManager(Environment(variables: scene.house.variables))
        let log = Log(service: "supervisor", clock: clock, sink: JournalLogSink.ofProcess(scene.house.variables))
        let telling = scene.arguments.isOn("web") ? Task { try await WebProgram.tellLink(scene) } : nil
        defer { telling?.cancel() }
        let scheduler = BackupScheduler(
            house: scene.house, data: data, variables: variables, log: Log(service: "supervisor", clock: clock))
        if scene.console.errors.isTerminal {
            scene.console.tell("\(Self.greeting(services.flatMap(\.services)))")
        }
        UnixSignals.ignoreBrokenPipes()
        let backups = Task { await scheduler.run() }
        let result: Result<Void, HostingError> = await withCheckedContinuation { continuation in
            // A separate thread: services end with the thread that started them, so it must outlive them.
            BackgroundThread.start(named: "supervisor") {
                continuation.resume(
                    returning: Result { () throws(HostingError) in
                        let control = try SupervisorControl()
                        control.receiveUnixSignals()
                        try Supervisor(
                            services, settings: settings, control: control, clock: clock,
                            log: log, manager: manager
                        ).run()
                        withExtendedLifetime(control) {}
                    })
            }
        }
        backups.cancel()
        await backups.value
        guard case .failure(let error) = result else { return .done }
        scene.console.tell("\(error)")
        guard error.code == .alreadyRunning else { return .failed }
        return scene.arguments.isOn("if-not-running") ? .done : .noAnswer
    }

    /// Tells that the services hold the terminal, and how to get it back.
    static func greeting(_ services: [String]) -> Text {
        let names = services.joined(separator: ", ")
        return Text(
            """
            this terminal runs the services until Ctrl-C, which stops them; gateway up --detach goes on in the \
            background (\(names))
            """,
            "службы работают в этом терминале до Ctrl-C, который их остановит; в фоне — gateway up --detach (\(names))")
    }

    // MARK: In the background

    private func detach(_ data: AbsolutePath, _ scene: CommandScene) async throws -> GatewayExitCode {
        let logs = try Self.path("\(data)/logs")
        try PrivateDirectory.prepare(logs)
        let log = open("\(logs)/supervisor.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard log >= 0 else { throw HostingError.system("open \(logs)/supervisor.log") }
        let file = OwnedDescriptor(owning: log)
        var arguments = ["up", "--run", scene.house.runDirectory.description, "--data", data.description]
        for flag in ["services", "bin"] {
            if let value = scene.arguments.text(flag) { arguments += ["--\(flag)", value] }
        }
        for flag in ["one-process", "web"] where scene.arguments.isOn(flag) { arguments.append("--\(flag)") }
        let child = try ChildProcess.spawn(
            executable: House.ownExecutable, arguments: arguments, environment: scene.house.variables,
            standardOutput: file.rawValue, standardError: file.rawValue, ownProcessGroup: true)
        return try await waitUntilReady(child, data, scene)
    }

    private static func path(_ text: String) throws(UsageError) -> AbsolutePath {
        guard let path = AbsolutePath(text) else {
            throw UsageError(Text("The path \(text) is too long.", "Путь \(text) слишком длинный."), field: "data")
        }
        return path
    }

    private func waitUntilReady(
        _ child: ChildProcess?, _ data: AbsolutePath, _ scene: CommandScene
    ) async throws -> GatewayExitCode {
        let patience = scene.arguments.duration("wait") ?? .seconds(10)
        var deadline = ContinuousClock.now + patience
        var readyBefore = 0
        while true {
            if let ending = child?.poll(), ending != .exited(GatewayExitCode.noAnswer.rawValue) {
                throw Fault(
                    .unavailable,
                    """
                    \(Text(
                    "The supervisor ended (\(ending.description)); \(data.description)/logs/supervisor.log says why.",
                    """
                    Супервизор завершился (\(ending.description)); почему — в \
                    \(data.description)/logs/supervisor.log.
                    """))
                    """
                )
            }
            let services = scene.house.state()?.services ?? []
            let ready = services.count { $0.phase == .ready }
            if ready > readyBefore {
                // A slow machine is no fault: what goes on may take as long as it takes.
                readyBefore = ready
                deadline = .now + patience
            }
            if !services.isEmpty, ready == services.count {
                let snapshot = await Snapshot.take(scene.house, scene.client)
                if snapshot.health.isReady {
                    scene.show(try snapshot.json(now: scene.house.clock.now())) {
                        snapshot.page(now: scene.house.clock.now())
                    }
                    return .done
                }
            }
            guard ContinuousClock.now < deadline else { throw Readiness.lacking(scene.house) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
