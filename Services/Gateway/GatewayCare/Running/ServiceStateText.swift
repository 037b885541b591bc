import GatewayWords

/// How a service is, as words for people. In English they are the words of the wire.
enum ServiceStateText {
    /// A phase of its process, or what it says of its health; a fault's code where it says nothing.
    static func of(_ word: String) -> Text {
        switch word {
        case "stopped": Text("stopped", "остановлена")
        case "starting": Text("starting", "запускается")
        case "ready": Text("ready", "работает")
        case "stopping": Text("stopping", "останавливается")
        case "waiting": Text("waiting", "ждёт запуска")
        case "draining": Text("draining", "доделывает")
        case "overloaded": Text("overloaded", "перегружена")
        case "unavailable": Text("unavailable", "недоступна")
        case "deadlineExceeded": Text("deadlineExceeded", "не отвечает")
        case "unknown": Text("unknown", "неизвестно")
        default: Text(verbatim: word)
        }
    }
}
