import GatewayWords

/// The rules about JSON: sections "Requests" and "Limits".
enum JSONRules {
    static let all: [ConformanceRule] = [
        rule(
            "json.syntax", "Requests",
            Text("A text that is not JSON is a parseError.", "Текст, который не JSON, — parseError.")
        ) { health in
            [
                "", "  ", "{", "[1,", #"{"jsonrpc":"2.0"#, "nul", "{'a':1}", #"{"a":1,}"#, "[1,]", #"{"a":1 "b":2}"#,
                "/* */ \(health)", #"{"id":NaN}"#, #"{"id":Infinity}"#, #"{"id":01}"#, #"{"id":+1}"#, #"{"id":1.}"#,
                "{id:1}", #"{"id":"\x41"}"#, #"{"id":"\u00"}"#,
                #"{"id":1e"# + String(repeating: "9", count: 10_000) + "x}",
            ].map { Array($0.utf8) }
        },
        rule(
            "json.rest", "Requests",
            Text("Nothing may follow the value, or precede it.", "После значения и перед ним ничего нет.")
        ) { health in
            let text = Array(health.utf8)
            return [
                text + Array(" x".utf8), text + text, text + [0], [0xef, 0xbb, 0xbf] + text,
                health.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
            ]
        },
        rule(
            "json.unicode", "Requests",
            Text(
                "Invalid UTF-8, lone surrogates and bare control characters are a parseError.",
                "Неверный UTF-8, половины суррогатов и управляющие символы — parseError.")
        ) { health in
            let start = Array(#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"a":""#.utf8)
            let wrong: [[UInt8]] = [
                [0x0a], [0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff, 0xfe],
                Array(#"\ud800"#.utf8), Array(#"\udc00\ud800"#.utf8),
            ]
            return wrong.map { start + $0 + Array("\"}}".utf8) }
        },
        rule(
            "json.duplicates", "Requests",
            Text("A member that an object has twice is a parseError.", "Повтор имени в объекте — parseError.")
        ) { health in
            let start = String(health.dropLast())
            return [
                "\(start),\"id\":2}", "\(start),\"\\u0069d\":2}",
                #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"a":{"b":1,"b":1}}}"#,
            ].map { Array($0.utf8) }
        },
        rule(
            "json.depth", "Limits",
            Text("JSON deeper than 32 levels is a parseError.", "JSON глубже 32 уровней — parseError.")
        ) { health in
            [33, 100_000].map { count in
                Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
            } + [Array(String(repeating: #"{"a":"#, count: 100_000).utf8)]
        },
        ConformanceRule(
            "json.deepEnough", "Limits",
            Text("JSON of 32 levels is accepted.", "JSON в 32 уровня принимается.")
        ) { walk in
            let deep = String(repeating: "[", count: 29) + String(repeating: "]", count: 29)
            let reply = try walk.connect().ask(walk.health(id: "1", meta: "\"walk\":\(deep)"))
            guard reply.result != nil else { throw Objection.broken(reply.seen) }
        },
        rule(
            "json.values", "Limits",
            Text("More than 400,000 values are a parseError.", "Больше 400 000 значений — parseError.")
        ) { health in [Array(("[" + String(repeating: "0,", count: 400_001) + "0]").utf8)] },
    ]

    /// Returns a rule that all of these bodies are refused, and that the next good request is answered each time.
    private static func rule(
        _ name: String, _ section: String, _ title: Text, _ bodies: @escaping @Sendable (_ health: String) -> [[UInt8]]
    ) -> ConformanceRule {
        ConformanceRule(name, section, title) { walk in
            let connection = try walk.connect()
            for body in bodies(walk.health(id: "1")) { try connection.expect("parseError", number: -32700, for: body) }
        }
    }
}
