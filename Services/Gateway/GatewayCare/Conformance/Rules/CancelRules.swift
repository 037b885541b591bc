import GatewayWords

/// The rules about cancelling: section "Requests".
enum CancelRules {
    private static let section = "Requests"

    /// Returns the notification that cancels a request.
    static func cancellation(of id: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\(id)}}"
    }

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "cancel.unknown", section,
            Text(
                "Notifications that begin with $/ are ignored, also a cancellation of nothing.",
                "Уведомления на $/ ничему не мешают, и отмена того, чего нет, тоже.")
        ) { walk in
            let connection = try walk.connect()
            for text in [
                cancellation(of: "\"nothing\""), cancellation(of: "{}"),
                #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#, #"{"jsonrpc":"2.0","method":"$/other","params":[]}"#,
            ] { try connection.send(text) }
            try connection.expectSilence()
        },
        ConformanceRule(
            "cancel.once", section,
            Text(
                "A cancelled request is answered once: with cancelled, or with its result.",
                "Отменённый запрос получает один ответ: cancelled или результат.")
        ) { walk in
            let connection = try walk.connect()
            for _ in 1...20 {
                let id = walk.newID()
                try connection.send(walk.health(id: id))
                try connection.send(cancellation(of: id))
                let reply = try connection.reply()
                guard reply.id == id, reply.result != nil || reply.code == "cancelled" else {
                    throw Objection.broken(reply.seen)
                }
            }
            try connection.expectSilence()
        },
        ConformanceRule(
            "cancel.running", section,
            Text("A request in progress stops when it is cancelled.", "Идущий запрос останавливается по отмене.")
        ) { walk in
            let slow = try walk.slowRequest()
            let connection = try walk.connect()
            for id in ["7", "\"7\""] {
                try connection.send(slow(id))
                try connection.expectService()
                try connection.send(cancellation(of: id))
                let reply = try connection.reply()
                guard reply.id == id, reply.code == "cancelled", reply.number == -32800 else {
                    throw Objection.broken(reply.seen)
                }
            }
        },
        ConformanceRule(
            "cancel.ofOthers", section,
            Text("Nobody cancels the requests of another peer.", "Чужой запрос отменить нельзя.")
        ) { walk in
            let slow = try walk.slowRequest()
            let (connection, other) = (try walk.connect(), try walk.connect())
            try connection.send(slow("7"))
            try connection.expectService()
            try other.send(cancellation(of: "7"))
            try other.expectService()
            try connection.expectSilence()
            try connection.send(cancellation(of: "7"))
            let reply = try connection.reply()
            guard reply.id == "7" else { throw Objection.broken(reply.seen) }
        },
    ]
}
