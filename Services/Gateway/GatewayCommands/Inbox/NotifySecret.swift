import GatewayCommandLine
import GatewayWords

/// The secret of a channel: a key of the user's choice, or a token of the other side. It is never an argument.
enum NotifySecret {
    static let flags = [
        FlagShape(
            "own-secret", .toggle,
            Text("Ask for a secret of your own (whsec_…), without echo.", "Спросить свой секрет (whsec_…), без эха.")),
        FlagShape(
            "ask-token", .toggle,
            Text("Ask for the token of ntfy or Gotify, without echo.", "Спросить токен ntfy или Gotify, без эха.")),
    ]

    static let notes = [
        Text(
            "With --own-secret a file or standard input holds two lines: the secret, then the password.",
            "С --own-secret в файле или на стандартном вводе две строки: секрет, затем пароль."),
        Text(
            "With --ask-token, and for Gotify, it holds the token, then the password.",
            "С --ask-token и для Gotify там токен, затем пароль."),
    ]

    /// Fills in the secret or the token, and the password that may follow it, because both come from one source.
    static func fill(_ arguments: inout ParsedArguments, _ scene: CommandScene) throws {
        let isToken = arguments.isOn("ask-token")
        guard isToken || arguments.isOn("own-secret") else { return }
        guard !isToken || !arguments.isOn("own-secret") else {
            throw UsageError(
                Text(
                    "--own-secret and --ask-token exclude each other.",
                    "--own-secret и --ask-token исключают друг друга."),
                field: "ask-token")
        }
        let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
        let prompt = isToken ? Text("Token: ", "Токен: ") : Text("Secret (whsec_…): ", "Секрет (whsec_…): ")
        let given = try source.passwordAndCode("\(prompt)")
        arguments[isToken ? "token" : "secret"] = .text(given.password)
        if let password = given.code { arguments["password"] = .text(password) }
    }
}
