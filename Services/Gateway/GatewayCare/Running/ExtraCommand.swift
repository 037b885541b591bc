import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Identity
import Signals

/// `gateway extra`: runs an extra service in place of itself. `gateway up` starts it for each of them.
struct ExtraCommand: Command {
    let words = ["extra"]
    let part = CommandPart.house
    let summary = Text(
        "Runs an extra service confined to its own data; gateway up does that.",
        "Запускает дополнительную службу в пределах её данных; это делает gateway up.")
    let positional = ["service"]
    let isTraced = false
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .text, isRequired: true, placeholder: "SERVICE",
                Text("One of KOPILKA_EXTRA_SERVICES.", "Одна из KOPILKA_EXTRA_SERVICES."))
        ]
    }
    var examples: [CommandExample] {
        [CommandExample("extra weather", Text("to see why it does not start", "чтобы увидеть, почему не запускается"))]
    }
    var notes: [Text] {
        [
            Text(
                "KOPILKA_EXTRA_SERVICES=weather=/opt/weather/weather makes it a service of the house.",
                "KOPILKA_EXTRA_SERVICES=weather=/opt/weather/weather делает её службой дома."),
            Text(
                "KOPILKA_EXTRA_RIGHTS names the events and methods of other services that it may use.",
                "KOPILKA_EXTRA_RIGHTS называет события и методы других служб, которые ей доступны."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let name = scene.arguments.text("service") ?? ""
        let house = scene.house
        guard let service = house.extraServices.first(where: { $0.name == name }) else {
            let names = house.extraServices.map(\.name).joined(separator: ", ")
            throw UsageError(
                names.isEmpty
                    ? Text("This house has no extra services.", "В этом доме нет дополнительных служб.")
                    : Text(
                        "\(name.debugDescription) is none of \(names).",
                        "\(name.debugDescription) нет среди \(names)."),
                hint: Text(
                    "KOPILKA_EXTRA_SERVICES=weather=/opt/weather/weather adds one",
                    "KOPILKA_EXTRA_SERVICES=weather=/opt/weather/weather добавит её"), field: "service")
        }
        let (settings, environment) = try ExtraPrograms.settings(of: name, in: house)
        let neighbours = (TokenSigner.allCases.map(\.name) + house.extraServices.map(\.name)).filter { $0 != name }
        try ConfinedProgram(service, settings: settings).run(neighbours: neighbours, environment: environment)
    }
}

/// The extra services as programs of the supervisor.
enum ExtraPrograms {
    /// Returns the settings of a service and the environment from which it gets them.
    static func settings(
        of service: String, in house: House
    ) throws(UsageError) -> (settings: CommonSettings, environment: Environment) {
        var variables = house.variables
        variables["KOPILKA_RUN"] = house.runDirectory.description
        if let data = house.dataDirectory { variables["KOPILKA_DATA"] = data.description }
        let environment = Environment(variables: variables, arguments: [])
        let reader = SettingsReader(environment: environment, service: service)
        let settings = CommonSettings(reading: reader)
        try reader.finishUsage()
        try check(settings.extraRights)
        return (settings, environment)
    }

    /// Refuses rights to events and methods that the services of the house do not have.
    private static func check(_ rights: ExtraRights) throws(UsageError) {
        for (service, names) in rights.names.sorted(by: { $0.key < $1.key }) {
            for name in names.sorted() {
                let source = String(name.prefix { $0 != "." })
                guard House.services.contains(source) else { continue }
                let events = EventCatalogue.all.filter { $0.service == source }.map(\.type)
                let known = events + SignalCatalogue.signals(of: source).map { $0.method.name }
                guard !known.contains(name) else { continue }
                throw UsageError(
                    Text(
                        "\(service):\(name) names no event and no method of \(source).",
                        "\(service):\(name) — нет такого события и метода у \(source)."),
                    hint: Suggestion.question(for: name, among: known), field: "extra-rights")
            }
        }
    }

    /// Returns their descriptions.
    ///
    /// - Parameter services: The names that are wanted; all when nil.
    static func descriptions(of house: House, among services: [String]?) -> [ServiceDescription] {
        house.extraServices.filter { services?.contains($0.name) ?? true }.map { service in
            ServiceDescription(
                name: service.name, executable: House.ownExecutable, arguments: ["extra", service.name],
                endpoints: [service.name, "\(service.name).events"])
        }
    }
}
