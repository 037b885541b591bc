import GatewayCare
import GatewayCommandLine
import GatewayWords

/// `gateway telemetry`: sends traces and logs of the house to a collector, in the foreground.
struct TelemetryCommand: Command {
    let words = ["telemetry"]
    let part = CommandPart.house
    let summary = Text(
        "Sends traces and logs of the house to a collector (OTLP/HTTP), until Ctrl-C.",
        "Отправляет трассы и журналы дома коллектору (OTLP/HTTP) до Ctrl-C.")
    let usualLimit = Duration.seconds(2)
    let tellsWaiting = false
    let isTraced = false
    var examples: [CommandExample] {
        [
            CommandExample(
                "telemetry",
                Text(
                    "sends them to the collector that KOPILKA_OTLP_ENDPOINT names",
                    "отправляет их коллектору, который указан в KOPILKA_OTLP_ENDPOINT"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "gateway up runs it beside the services if KOPILKA_OTLP_ENDPOINT is set. Otherwise nothing is sent.",
                "gateway up держит её рядом со службами, если указан KOPILKA_OTLP_ENDPOINT. Иначе ничего не уходит."),
            Text(
                "Spans have methods, times, ids and fault codes, and no contents. Log lines may have ids of people.",
                "В трассах — методы, времена, номера и коды ошибок, без содержания. В журналах бывают номера людей."),
            Text(
                "While the collector is down, services notice nothing; what does not fit into memory is dropped.",
                "Пока коллектор недоступен, службы этого не замечают; что не помещается в память, теряется."),
            Text(
                "Needs the operator's key, so run it as the user of the house. Exit code 75 when it runs already.",
                "Нужен ключ хозяина, поэтому запускайте от пользователя дома. Код 75, если она уже работает."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode { try await TelemetryHost(scene).run() }
}
