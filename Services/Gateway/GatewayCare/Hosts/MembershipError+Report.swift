import Coordination
import GatewayWords
import Replication

extension MembershipError {
    /// The error of a command, in the person's language and with a cure.
    var report: any Error {
        switch code {
        case .unreachable:
            Fault(.unavailable, "\(Text("\(message)", "База журнала недоступна. \(message)"))", field: "url")
        case .forged:
            Fault(
                .unavailable,
                """
                \(Text(
                "\(message) Somebody with access to the database has changed it.",
                "Кто-то с доступом к базе изменил её. \(message)"))
                """, field: "house")
        case .taken:
            Fault(.conflict, "\(Text("\(message)", "Имя или адрес уже заняты. \(message)"))", field: "name")
        case .unknownHost:
            UsageError(
                Text("\(message)", "Такой машины в доме нет."),
                hint: Text("gateway house hosts lists them", "их перечислит gateway house hosts"), field: "host",
                isUnknownName: true)
        case .unknownCode:
            UsageError(
                Text("\(message)", "Нет приглашения с таким кодом: в нём опечатка, или его уже приняли."),
                hint: Self.invite, field: "code", isUnknownName: true)
        case .expired:
            UsageError(
                Text("\(message)", "Приглашение устарело."), hint: Self.invite, field: "code", isUnknownName: true)
        }
    }

    private static let invite = Text(
        "gateway house invite on a machine of the house makes a new code",
        "новый код даст gateway house invite на машине дома")

    /// What to do about a fault of the database.
    static func hint(for fault: Fault) -> Text? {
        switch fault.field {
        case "url":
            Text(
                "try the same with psql; the database must let this machine in",
                "попробуйте то же с psql; база должна впускать эту машину")
        case "house":
            Text(
                "look who can write to it, and put the table back from a backup of the database",
                "проверьте, кто может в неё писать, и верните таблицу из копии базы")
        default: nil
        }
    }
}
