import Coordination
import Signals
import StrictJSON

/// `gateway login`: by password, or by Telegram.
struct LoginCommand: Command {
    /// What is done without `--telegram`.
    let byPassword: SignalCommand<AuthSignal.Login>

    var words: [String] { byPassword.words }
    var part: CommandPart { byPassword.part }
    var summary: Text { "Signs in with a password, or by Telegram." }
    var positional: [String] { byPassword.positional }
    var examples: [CommandExample] {
        byPassword.examples + [
            CommandExample("login --telegram", "shows a link to the bot and the number to pick there")
        ]
    }
    var notes: [Text] {
        byPassword.notes + [
            "With --telegram nothing is typed: open the link, press Start, and pick the number that stands here.",
            "Never open such a link that somebody sent you: it would let them in as you.",
        ]
    }
    var flags: [FlagShape] {
        byPassword.flags.map { flag in
            var flag = flag
            // Not needed with --telegram.
            flag.isRequired = false
            return flag
        } + [FlagShape("telegram", .toggle, "Sign in by Telegram instead of a password.")]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let login = scene.arguments.text("login")
        guard scene.arguments.isOn("telegram") else {
            guard login != nil else {
                throw UsageError(
                    "login needs LOGIN, or --telegram.", hint: "gateway help login shows how", field: "login")
            }
            return try await byPassword.run(scene)
        }
        guard login == nil else {
            throw UsageError("LOGIN and --telegram exclude each other.", field: "telegram")
        }
        return try await signInByTelegram(scene)
    }

    private func signInByTelegram(_ scene: CommandScene) async throws -> GatewayExitCode {
        let device = scene.arguments.text("device") ?? PeopleCommands.deviceName()
        let begun = try await scene.desk.ask(AuthSignal.StartTelegram(device: device))
        let progress = try await TelegramWait(scene: scene).outcome(of: begun)
        guard let user = progress.user, let session = progress.session else {
            throw Fault.unauthenticated(
                "Somebody else fetched the session; end it with gateway sessions, and begin again.")
        }
        let signedIn = AuthSignal.SignedIn(user: user, session: session)
        try scene.desk.sessions.keep(signedIn)
        scene.show(try JSONEncoding.encode(signedIn)) {
            var page = Page()
            PeopleCommands.presentSignedIn(signedIn, &page)
            return page
        }
        return .done
    }
}
