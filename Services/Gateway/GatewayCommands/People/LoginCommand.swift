import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway login`: signs in with a password or by Telegram.
struct LoginCommand: Command {
    /// The command used without `--telegram`.
    let byPassword: SignalCommand

    var words: [String] { byPassword.words }
    var part: CommandPart { byPassword.part }
    var summary: Text { Text("Signs in with a password, or by Telegram.", "Входит по паролю или через Telegram.") }
    var positional: [String] { byPassword.positional }
    var examples: [CommandExample] {
        byPassword.examples + [
            CommandExample(
                "login --telegram",
                Text(
                    "shows a link to the bot and the number to pick there",
                    "покажет ссылку на бота и число, которое там выбрать"))
        ]
    }
    var notes: [Text] {
        byPassword.notes + [
            Text(
                "With --telegram nothing is typed: open the link, press Start, and pick the number shown here.",
                "С --telegram ничего не вводят: откройте ссылку, нажмите Start и выберите число, которое стоит здесь."),
            Text(
                "Never open such a link from somebody else: it would sign them in as you.",
                "Никогда не открывайте такую ссылку от других: по ней войдут вместо вас."),
        ]
    }
    var flags: [FlagShape] {
        byPassword.flags.map { flag in
            var flag = flag
            // Not needed with --telegram.
            flag.isRequired = false
            return flag
        } + [
            FlagShape(
                "telegram", .toggle,
                Text("Sign in by Telegram instead of a password.", "Войти через Telegram вместо пароля."))
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let login = scene.arguments.text("login")
        guard scene.arguments.isOn("telegram") else {
            guard login != nil else {
                throw UsageError(
                    Text("login needs LOGIN, or --telegram.", "Для login нужно имя LOGIN или --telegram."),
                    hint: Text("gateway help login shows how", "gateway help login покажет как"), field: "login")
            }
            return try await byPassword.run(scene)
        }
        guard login == nil else {
            throw UsageError(
                Text("LOGIN and --telegram exclude each other.", "LOGIN и --telegram исключают друг друга."),
                field: "telegram")
        }
        return try await signInByTelegram(scene)
    }

    private func signInByTelegram(_ scene: CommandScene) async throws -> GatewayExitCode {
        let device = scene.arguments.text("device") ?? DeviceName.ofThisHost()
        let begun = try await scene.client.ask(AuthSignal.StartTelegram(device: device))
        let progress = try await TelegramWait(scene: scene).outcome(of: begun)
        guard let user = progress.user, let session = progress.session else {
            throw Fault.unauthenticated(
                """
                \(Text(
                "Somebody else took the session; end it with gateway sessions, and start again.",
                "Сеанс забрал кто-то другой; завершите его через gateway sessions и начните снова."))
                """
            )
        }
        let signedIn = AuthSignal.SignedIn(user: user, session: session)
        try await scene.client.sessions.begin(signedIn, within: scene.client.limit)
        scene.show(try JSONEncoding.encode(signedIn)) {
            var page = Page()
            PeopleCommands.presentSignedIn(signedIn, &page)
            return page
        }
        return .done
    }
}
