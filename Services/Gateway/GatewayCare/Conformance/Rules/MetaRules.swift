import Domain
import GatewayWords
import StrictJSON

/// The rules about `_meta` and deadlines: section "Requests".
enum MetaRules {
    private static let section = "Requests"

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "meta.unknown", section,
            Text(
                "Unknown members of _meta, and an invalid traceparent, are ignored.",
                "Неизвестное в _meta и неверный traceparent ничему не мешают.")
        ) { walk in
            let connection = try walk.connect()
            for meta in [
                "\"walk\":{\"a\":[1]}", "\"traceparent\":\"nonsense\"", "\"traceparent\":7",
                "\"idempotencyKey\":\"walk\",\"progressToken\":\"walk\",\"maxStaleMilliseconds\":0",
            ] {
                let reply = try connection.ask(walk.health(id: "1", meta: meta))
                guard reply.result != nil else { throw Objection.broken(WalkedReply.sent(meta) + reply.seen) }
            }
        },
        ConformanceRule(
            "meta.form", section,
            Text(
                "A wrong member of _meta is an invalidArgument, and field names it.",
                "Неверное в _meta — invalidArgument, и field его называет.")
        ) { walk in
            let connection = try walk.connect()
            let long = "\"" + String(repeating: "k", count: 129) + "\""
            let wrong: [(String, [String])] = [
                ("session", ["1", "\"\"", "\"" + String(repeating: "s", count: 4097) + "\""]),
                ("deadline", ["\"soon\"", "1.5", "null"]),
                ("idempotencyKey", ["1", "\"\"", "\"a b\"", "\"ключ\"", long]),
                ("maxStaleMilliseconds", ["-1", "60001", "\"0\""]),
                ("progressToken", ["1.5", "null", "{}", long]),
            ]
            for (member, values) in wrong {
                for value in values {
                    try connection.expect(
                        "invalidArgument", id: "1", field: "_meta.\(member)",
                        for: walk.health(id: "1", meta: "\"\(member)\":\(value)"))
                }
            }
            try connection.expect(
                "invalidArgument", id: "1", field: "_meta", for: walk.health(id: "1", params: "\"_meta\":1"))
        },
        ConformanceRule(
            "deadlines.passed", section,
            Text(
                "A request whose deadline has passed is a deadlineExceeded.",
                "Запрос, чей срок прошёл, — deadlineExceeded.")
        ) { walk in
            let connection = try walk.connect()
            for deadline in [0, 1, WallClock.system.now().milliseconds - 1] {
                try connection.expect(
                    "deadlineExceeded", number: -32000, id: "1",
                    for: walk.health(id: "1", meta: "\"deadline\":\(deadline)"))
            }
        },
        ConformanceRule(
            "deadlines.ahead", section,
            Text("A request whose deadline is ahead is answered.", "Запрос, чей срок впереди, получает ответ.")
        ) { walk in
            let deadline = WallClock.system.now().milliseconds + 600_000
            let reply = try walk.connect().ask(walk.health(id: "1", meta: "\"deadline\":\(deadline)"))
            guard reply.result != nil else { throw Objection.broken(reply.seen) }
        },
        ConformanceRule(
            "progress.form", section,
            Text(
                "Progress names the token and a share from 0 to 1, before the reply.",
                "Ход работы: токен и доля от 0 до 1, раньше ответа.")
        ) { walk in
            guard let permitted = walk.plan.method else {
                throw Objection.notTried(
                    Text("no --method that reports progress was named", "не назван --method, который сообщает о ходе"))
            }
            let meta = try walk.entry(to: try walk.described(permitted.name))
            let connection = try walk.connect()
            try connection.send(
                walk.request(
                    permitted.name, id: "\"call\"", params: permitted.parameters,
                    meta: [meta, "\"progressToken\":\"walk\",\"idempotencyKey\":\"\(Identifier.random(length: 26))\""]
                        .filter { !$0.isEmpty }.joined(separator: ",")))
            var reports = 0
            while true {
                let message = try connection.reply()
                guard message.root.member("method")?.string == "$/progress" else { break }
                let params = message.root.member("params")
                guard params?.member("token")?.string == "walk", message.root.member("id") == nil,
                    let share = params?.member("value")?.member("share")?.double, (0...1).contains(share)
                else { throw Objection.broken(message.seen) }
                reports += 1
            }
            guard reports > 0 else {
                throw Objection.notTried(
                    Text("\(permitted.name) reported no progress", "\(permitted.name) не сообщал о ходе работы"))
            }
            try connection.expectSilence()
        },
    ]
}
