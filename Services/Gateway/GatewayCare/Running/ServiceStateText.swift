import GatewayWords

/// Names of service states for people. In English they are mostly the words of the wire.
enum ServiceStateText {
    /// Returns the text of a process phase or of a health status; of a fault's code where there is no status.
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
        case "deadlineExceeded": Text("no answer", "не отвечает")
        case "unknown": Text("unknown", "неизвестно")
        default: Text(verbatim: word)
        }
    }
}
