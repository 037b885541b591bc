import GatewayWords
import StrictJSON

/// The rules about batches: section "Requests".
enum BatchRules {
    private static let section = "Requests"

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "batches.replies", section,
            Text(
                "A batch of 1 to 100 requests gets one array with the reply to each.",
                "Пачка из 1–100 запросов получает один массив с ответом на каждый.")
        ) { walk in
            let connection = try walk.connect()
            for count in [1, 100] {
                let ids = (0..<count).map { _ in walk.newID() }
                let replies = try replies(to: ids.map { walk.health(id: $0) }, on: connection)
                guard replies.count == count, Set(replies.compactMap(\.id)) == Set(ids) else {
                    throw Objection.broken(
                        Text(
                            "\(replies.count, "reply", "replies") to \(count, "request", "requests")",
                            "ответов: \(replies.count), запросов: \(count)"))
                }
            }
        },
        ConformanceRule(
            "batches.mixed", section,
            Text(
                "Each request of a batch is answered on its own, notifications are not.",
                "В пачке на каждый запрос свой ответ, на уведомления — нет.")
        ) { walk in
            let connection = try walk.connect()
            let requests = [
                "1", walk.health(id: "7"), walk.health(id: nil), walk.request("\(walk.service).none", id: "8"), "[]",
            ]
            let replies = try replies(to: requests, on: connection)
            guard replies.count == 4, replies.count(where: { $0.code == "invalidRequest" && $0.id == "null" }) == 2,
                replies.contains(where: { $0.id == "7" && $0.result != nil }),
                replies.contains(where: { $0.id == "8" && $0.code == "methodNotFound" })
            else {
                throw Objection.broken(replies.first?.seen ?? Text("the array was empty", "массив был пуст"))
            }
        },
        ConformanceRule(
            "batches.notifications", section,
            Text("A batch of notifications is not answered.", "Пачка уведомлений остаётся без ответа.")
        ) { walk in
            let connection = try walk.connect()
            try connection.send("[\(walk.health(id: nil)),\(walk.request("\(walk.service).none", id: nil))]")
            try connection.expectSilence()
        },
        ConformanceRule(
            "batches.size", section,
            Text(
                "A batch of none, or of more than 100, is one invalidRequest.",
                "Пустая пачка и пачка больше 100 — один invalidRequest.")
        ) { walk in
            let connection = try walk.connect()
            try connection.expect("invalidRequest", number: -32600, for: "[]")
            let many = [String](repeating: walk.health(id: "1"), count: 101).joined(separator: ",")
            try connection.expect("invalidRequest", number: -32600, for: "[\(many)]")
        },
    ]

    private static func replies(to requests: [String], on connection: WalkedConnection) throws -> [WalkedReply] {
        let reply = try connection.ask("[\(requests.joined(separator: ","))]")
        guard reply.root.kind == .array else { throw Objection.broken(reply.seen) }
        return reply.root.elements.map(WalkedReply.init)
    }
}
