import Coordination
import Domain
import GatewayCare
import GatewayCommandLine
import GatewayCommands
import GatewaySession
import GatewayWords
import Hosting
import Signals

/// The gateway: reads a command line, runs the command, and reports the result.
public struct Gateway: Sendable {
    /// Creates the client for the services whose sockets are in a directory.
    typealias MakeCaller = @Sendable (_ runDirectory: String) -> any ServiceCaller
    /// Creates the console, given `--no-color` and `--no-input`.
    typealias MakeConsole = @Sendable (_ noColor: Bool, _ mayAsk: Bool) -> Console

    private let environment: Environment
    private let commands: [any Command]
    private let clock: WallClock
    private let makeCaller: MakeCaller
    private let makeConsole: MakeConsole
    private let isAtTerminal: @Sendable ([String: String]) -> Bool

    /// Creates a gateway.
    ///
    /// - Parameter isAtTerminal: True when a user sits at standard input and output; it receives the environment
    ///   variables.
    init(
        environment: Environment, commands: [any Command], clock: WallClock, makeCaller: @escaping MakeCaller,
        makeConsole: @escaping MakeConsole,
        isAtTerminal: @escaping @Sendable ([String: String]) -> Bool = { _ in false }
    ) {
        self.environment = environment
        self.commands = commands
        self.clock = clock
        self.makeCaller = makeCaller
        self.makeConsole = makeConsole
        self.isAtTerminal = isAtTerminal
    }

    /// Prints help if that is all that the command line asks for. It starts no task, because threads would cost more
    /// time than the help itself.
    ///
    /// - Returns: The exit code. Nil for all other command lines, including invalid ones: ``run()`` handles them.
    public func explain() -> Int32? {
        let language = Language.chosen(arguments: environment.arguments, variables: environment.variables)
        return Language.$current.withValue(language) {
            guard environment.arguments.first != CompleteCommand.word,
                case .help(let words)? = try? CommandLineReader(commands).read(arguments)
            else { return nil }
            return try? explain(words, commands)
        }
    }

    private func explain(_ words: [String], _ commands: [any Command]) throws(UsageError) -> Int32 {
        let console = makeConsole(environment.arguments.contains("--no-color"), false)
        let page = try HelpText.page(about: words, commands, width: console.output.width)
        console.present(page.rendered(width: nil, hasColor: console.output.hasColor))
        return GatewayExitCode.done.rawValue
    }

    /// Runs the command line.
    ///
    /// - Returns: An exit code listed in `gateway help exit-codes`.
    public func run() async -> Int32 {
        let language = Language.chosen(arguments: environment.arguments, variables: environment.variables)
        return await Language.$current.withValue(language) {
            await WallClocks.$current.withValue(WallClocks()) { await answer() }
        }
    }

    private func answer() async -> Int32 {
        var asked: (command: any Command, arguments: ParsedArguments)?
        var traced: (trace: RunTrace, scene: CommandScene)?
        func end(_ exitCode: Int32) -> Int32 {
            if let traced, traced.trace.isUsed, let command = asked?.command {
                let record = traced.trace.record(of: command.name, exitCode: exitCode)
                traced.scene.traces?.add(record)
                traced.scene.client.report(record)
            }
            return exitCode
        }
        do {
            if environment.arguments.first == CompleteCommand.word { return try await complete() }
            let known = try await commands(for: arguments)
            // The command for help knows those of every house only.
            if arguments.first == "help", known.count > commands.count {
                return try explain(Array(arguments.dropFirst()), known)
            }
            switch try CommandLineReader(known).read(arguments) {
            case .help(let words): return try explain(words, known)
            case .run(let command, let arguments):
                asked = (command, arguments)
                if command.hidesMemory { PrivateMemory.keep() }
                let trace = command.isTraced && arguments.duration("watch") == nil ? RunTrace() : nil
                var scene = try scene(of: command, arguments, trace)
                traced = trace.map { ($0, scene) }
                try FirstHouse.startIfMissing(before: command, scene)
                scene.arguments = try await ReferenceReader(client: scene.client).read(arguments, of: command)
                TypedDay.complete(&scene.arguments, of: command.words, today: scene.house.clock.now().localDay)
                if let interval = arguments.duration("watch") {
                    return try await watch(command, scene, every: interval)
                }
                return end(try await command.run(scene).rawValue)
            }
        } catch {
            let report = FaultReport(
                error, of: asked?.command, hasKey: asked?.arguments.text("idempotency-key") != nil,
                trace: traced.flatMap { $0.trace.isUsed ? $0.trace.context.traceID : nil })
            let errors = makeConsole(environment.arguments.contains("--no-color"), false).errors
            if environment.arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--json" || $0 == "--jsonl" }
            ) {
                errors.write(json: report.json)
            } else {
                errors.write(report.page.rendered(width: nil, hasColor: errors.hasColor))
            }
            return end(report.exitCode.rawValue)
        }
    }

    /// The arguments; on a terminal, an empty command line starts the app.
    private var arguments: [String] {
        let isTerminal = isAtTerminal(environment.variables)
        return AppCommand.isWanted(environment.arguments, isTerminal: isTerminal)
            ? ["app"] + environment.arguments : environment.arguments
    }

    /// Runs a command repeatedly. Temporary faults, such as those of a restarting service, are shown and do not end it.
    private func watch(
        _ command: any Command, _ scene: CommandScene, every interval: Duration
    ) async throws -> Int32 {
        var scene = scene
        scene.console.pager = nil
        while true {
            // Moves to the upper left corner and clears the screen.
            if scene.console.output.isTerminal, !scene.isJSON { scene.console.output.write("\u{1B}[H\u{1B}[2J") }
            do {
                _ = try await command.run(scene)
            } catch let fault as Fault where fault.isRetryable {
                scene.console.tell("\(FaultSentence.of(fault))")
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Answers a shell. Besides the words, only the flags that locate the house matter.
    private func complete() async throws -> Int32 {
        let line = Array(environment.arguments.dropFirst().drop { $0 == "--" })
        let command = CompleteCommand(commands: (try? await commands(for: line)) ?? commands, line: line)
        return try await command.run(try scene(of: command, Self.place(in: line))).rawValue
    }

    /// Returns the commands, among them the methods of an extra service that the line begins with.
    ///
    /// - Throws: ``Fault`` when that service does not answer.
    private func commands(for line: [String]) async throws -> [any Command] {
        let name = line.first == "help" ? line.dropFirst().first : line.first
        guard let name, ExtraService.mayBeNamed(name),
            !commands.contains(where: { $0.words.first == name })
        else { return commands }
        let scene = try scene(of: DiscoverCommand(), Self.place(in: line))
        guard scene.house.extraNames.contains(name) else { return commands }
        return commands + (try await MethodCommand.all(of: name, scene.client))
    }

    /// Returns the flags of a line that locate the house.
    private static func place(in line: [String]) -> ParsedArguments {
        var arguments = ParsedArguments()
        let flags = ["--run", "--profile", "--house"]
        for (index, word) in line.enumerated() where index + 1 < line.count && flags.contains(word) {
            arguments[String(word.dropFirst(2))] = .text(line[index + 1])
        }
        return arguments
    }

    private func scene(
        of command: any Command, _ arguments: ParsedArguments, _ trace: RunTrace? = nil
    ) throws -> CommandScene {
        var console = makeConsole(arguments.isOn("no-color"), !arguments.isOn("no-input"))
        if arguments.isOn("no-pager") || arguments.isOn("json") || arguments.isOn("jsonl") { console.pager = nil }
        let house = try house(arguments, for: command)
        let reached = makeCaller(house.runDirectory.description)
        let services = trace.map { TracedCaller(caller: reached, trace: $0) } ?? reached
        let caller: any ServiceCaller =
            command.tellsWaiting ? WaitingNotice(caller: services, errors: console.errors) : services
        let variable = environment.variables["KOPILKA_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        let profile = arguments.text("profile") ?? variable ?? house.forwarded?.house.profile
        var file: SessionFile?
        if let directory = environment.defaultStateDirectory.flatMap({ AbsolutePath($0) }) {
            file = try SessionFile(directory: directory, profile: profile)
        }
        let sessions = SessionKeeper(
            place: file, clock: house.clock, caller: caller, profile: profile,
            systemZone: { [variables = environment.variables] in SystemZone.name(variables: variables) })
        // An unreadable session is reported where it is needed.
        if let stored = try? file?.load() { WallClocks.current.show(zone: stored.session.zone) }
        let client = ServiceClient(
            caller: caller, sessions: sessions,
            operatorProof: OperatorProof(dataDirectory: house.dataDirectory?.description, clock: house.clock),
            limit: arguments.duration("timeout") ?? command.usualLimit,
            idempotencyKey: try key(arguments),
            maximumStaleness: arguments.isOn("fresh") ? .zero : nil,
            reporter: RunReporter(runDirectory: house.runDirectory))
        return CommandScene(
            arguments: arguments, console: console, client: client, house: house,
            isJSON: arguments.isOn("json") || arguments.isOn("jsonl"), isJSONLines: arguments.isOn("jsonl"),
            traces: file.map { TraceFile(beside: $0) })
    }

    /// Returns the house: flags take precedence over environment variables, and these over the settings file, which the
    /// services read, too.
    ///
    /// The other settings in the file are left to the services: an error in them must not prevent the gateway from
    /// stopping a service.
    private func house(_ arguments: ParsedArguments, for command: any Command) throws -> House {
        let flags = ["run", "data"].compactMap { name in arguments.text(name).map { "--\(name)=\($0)" } }
        let reader = SettingsReader(
            environment: Environment(variables: environment.variables, arguments: flags), service: "gateway")
        let settings = InstallationSettings(reading: reader)
        try reader.finishUsage()
        let variable = environment.variables["KOPILKA_HOUSE"].flatMap { $0.isEmpty ? nil : $0 }
        if let address = arguments.text("house") ?? variable {
            return try remoteHouse(address, settings, arguments, for: command)
        }
        guard let run = settings.runDirectory else {
            throw UsageError(
                Text("There is no place for the sockets.", "Негде быть сокетам."),
                hint: Text("say where with --run DIR", "укажите место: --run DIR"), field: "run")
        }
        return House(
            runDirectory: run, dataDirectory: settings.dataDirectory, variables: environment.variables,
            clock: settings.clockStart.map { .starting(at: $0) } ?? clock, extraServices: settings.extraServices)
    }

    /// Returns a house on another machine, whose sockets ssh forwards.
    ///
    /// - Throws: ``UsageError`` for a command that needs the machine itself, or when ssh does not reach it.
    private func remoteHouse(
        _ address: String, _ settings: InstallationSettings, _ arguments: ParsedArguments, for command: any Command
    ) throws -> House {
        guard let remote = RemoteHouse(address) else {
            throw UsageError(
                Text(
                    "\(address.debugDescription) is no address like ssh://anna@host.",
                    "\(address.debugDescription) — не адрес вида ssh://anna@host."), field: "house")
        }
        guard arguments.text("run") == nil else {
            throw UsageError(
                Text("Either --run or --house, not both.", "Или --run, или --house, но не оба."), field: "run")
        }
        guard command.part != .house || ["status", "health"].contains(command.name) else {
            throw UsageError(
                Text(
                    "gateway \(command.name) works on the machine of the house only.",
                    "gateway \(command.name) работает только на машине самого дома."),
                hint: Text(verbatim: "\(remote.command) gateway \(command.name)"), field: "house")
        }
        let services = House.services + settings.extraServices.map(\.name)
        let forwarded = try ForwardedSockets(
            of: remote, services: services, variables: environment.variables, mayAsk: !(command is CompleteCommand))
        return House(
            runDirectory: forwarded.directory, dataDirectory: nil, variables: environment.variables, clock: clock,
            extraServices: settings.extraServices, forwarded: forwarded)
    }

    private func key(_ arguments: ParsedArguments) throws(UsageError) -> String {
        guard let key = arguments.text("idempotency-key") else { return Identifier.timeOrdered(at: clock.now()) }
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw UsageError(
                Text(
                    "An idempotency key is 1 to 128 printable ASCII characters without spaces.",
                    "Ключ повтора — от 1 до 128 печатных знаков ASCII без пробелов."), field: "idempotency-key")
        }
        return key
    }
}
