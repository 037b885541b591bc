import GatewayWords

/// The rules about single requests and replies: section "Requests".
enum RequestRules {
    private static let section = "Requests"

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "requests.ids", section, Text("The id comes back byte for byte.", "id возвращается байт в байт.")
        ) { walk in
            let connection = try walk.connect()
            let ids = [
                "1", "0", "-7", "1.0", "1.50", "1e3", "9007199254740993", "123456789012345678901234567890", "null",
                #""1""#, #""""#, #""ё""#, #""\u0451\n""#, #""null""#, "\"" + String(repeating: "i", count: 126) + "\"",
            ]
            for id in ids {
                for text in [walk.health(id: id), walk.request("\(walk.service).none", id: id)] {
                    let reply = try connection.ask(text)
                    guard reply.id == id else { throw Objection.broken(WalkedReply.sent(id) + reply.seen) }
                }
            }
        },
        ConformanceRule(
            "requests.inFlight", section,
            Text("Of many requests at once, each is answered once.", "Из многих запросов разом каждый получает ответ.")
        ) { walk in
            let connection = try walk.connect()
            var missing = Set<String>()
            for _ in 0..<100 {
                let id = walk.newID()
                missing.insert(id)
                try connection.send(walk.health(id: id))
            }
            while !missing.isEmpty {
                let reply = try connection.reply()
                guard let id = reply.id, missing.remove(id) != nil, reply.result != nil || reply.code == "overloaded"
                else { throw Objection.broken(reply.seen) }
            }
            try connection.expectSilence()
        },
        ConformanceRule(
            "requests.notification", section,
            Text("A notification is never answered.", "Уведомление остаётся без ответа.")
        ) { walk in
            let connection = try walk.connect()
            for method in ["\(walk.service).health", "\(walk.service).none"] {
                try connection.send(walk.request(method, id: nil))
                try connection.send(walk.request(method, id: nil, meta: "\"deadline\":\"wrong\""))
            }
            try connection.expectSilence()
        },
        ConformanceRule(
            "requests.invalid", section,
            Text(
                "JSON that is no request is an invalidRequest.", "JSON, который не запрос, — invalidRequest.")
        ) { walk in
            let connection = try walk.connect()
            let method = "\"method\":\"\(walk.service).health\""
            let texts = [
                "1", "\"\(walk.service).health\"", "null", "true", "{}", "{\(method),\"params\":[],\"id\":null}",
                "{\"jsonrpc\":2.0,\"id\":null,\(method)}", "{\"jsonrpc\":\"1.0\",\"id\":null,\(method)}",
                #"{"jsonrpc":"2.0","id":null}"#, #"{"jsonrpc":"2.0","id":null,"method":1}"#,
                "{\"jsonrpc\":\"2.0\",\"id\":null,\(method),\"params\":\"a\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\(method),\"params\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\(method)}", "{\"jsonrpc\":\"2.0\",\"id\":{},\(method)}",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\(method)}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"\(String(repeating: "i", count: 127))\",\(method)}",
            ]
            for text in texts { try connection.expect("invalidRequest", number: -32600, for: text) }
            // The id of a request that is otherwise wrong comes back.
            try connection.expect("invalidRequest", id: "7", for: #"{"jsonrpc":"2.0","id":7}"#)
        },
        ConformanceRule(
            "requests.params", section,
            Text("params are an object; [] stands for none.", "params — объект; [] значит «нет».")
        ) { walk in
            let connection = try walk.connect()
            let start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(walk.service).health\""
            for text in ["\(start)}", "\(start),\"params\":{}}", "\(start),\"params\":[]}"] {
                let reply = try connection.ask(text)
                guard reply.result != nil else { throw Objection.broken(WalkedReply.sent(text) + reply.seen) }
            }
            try connection.expect("invalidArgument", number: -32602, id: "1", for: "\(start),\"params\":[1]}")
        },
        ConformanceRule(
            "requests.unknownMember", section,
            Text(
                "A parameter that the method does not have is an invalidArgument, and field names it.",
                "Параметр, которого у метода нет, — invalidArgument, и field его называет.")
        ) { walk in
            try walk.connect().expect(
                "invalidArgument", number: -32602, id: "1", field: "walk",
                for: walk.health(id: "1", params: "\"walk\":1"))
        },
        ConformanceRule(
            "requests.unknownMethod", section,
            Text("An unknown method is a methodNotFound.", "Неизвестный метод — methodNotFound.")
        ) { walk in
            let connection = try walk.connect()
            for method in ["\(walk.service).none", "none", "", "\(walk.service).health.none", "$/none"] {
                try connection.expect("methodNotFound", number: -32601, id: "1", for: walk.request(method, id: "1"))
            }
        },
        ConformanceRule(
            "requests.order", section,
            Text(
                "The first failing check answers: method, form of _meta, deadline, session, params.",
                "Отвечает первая проверка: метод, форма _meta, срок, сеанс, params.")
        ) { walk in
            let connection = try walk.connect()
            let late = "\"deadline\":1"
            try connection.expect(
                "methodNotFound", id: "1",
                for: walk.request("\(walk.service).none", id: "1", meta: "\"deadline\":\"wrong\""))
            try connection.expect(
                "invalidArgument", id: "1", field: "_meta.progressToken",
                for: walk.health(id: "1", meta: "\(late),\"progressToken\":1.5"))
            try connection.expect(
                "deadlineExceeded", id: "1", for: walk.health(id: "1", params: "\"walk\":1", meta: late))
            let closed = try walk.discovery.get().methods.values.filter { $0.access == "session" }
            guard let method = closed.min(by: { $0.name < $1.name }) else { return }
            try connection.expect(
                "deadlineExceeded", id: "1", for: walk.request(method.name, id: "1", params: "\"walk\":1", meta: late))
            try connection.expect(
                "unauthenticated", id: "1", for: walk.request(method.name, id: "1", params: "\"walk\":1"))
        },
    ]

    /// The rule about all replies of the walk.
    static let form = ConformanceRule(
        "faults.form", "Faults",
        Text("Every reply and fault has the documented form.", "Все ответы и ошибки — в описанной форме.")
    ) { walk in
        if let first = walk.formTroubles.first { throw Objection.broken(first) }
    }
}
