import StrictJSON
import TestSupport
import Testing
import ZeroMQ

/// Texts that are not JSON, or not the accepted JSON, and invalid requests.
@Suite(.bank("auth", "ledger")) struct BadJSONTests {
    /// A body with its error.
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        init(_ name: String, _ text: String) { (testDescription, bytes) = (name, Array(text.utf8)) }
        init(_ name: String, bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }

        /// A valid request except for the bytes of a text in it.
        static func holding(_ name: String, _ bytes: [UInt8]) -> Body {
            Body(
                name,
                bytes: Array(#"{"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"login":""#.utf8) + bytes
                    + Array(#"","password":"x"}}"#.utf8))
        }
    }

    static let health = #"{"jsonrpc":"2.0","id":1,"method":"ledger.health"}"#

    static let unreadable: [Body] = [
        Body("nothing", ""), Body("spaces", "  "), Body("half an object", "{"), Body("half an array", "[1,"),
        Body("half a text", #"{"jsonrpc":"2.0"#), Body("half a word", "nul"), Body("single quotes", "{'a':1}"),
        Body("a comma too many", #"{"a":1,}"#), Body("a comma too many in an array", "[1,]"),
        Body("no comma", #"{"a":1 "b":2}"#), Body("a comment", "/* */ \(health)"), Body("NaN", #"{"id":NaN}"#),
        Body("a leading zero", #"{"id":01}"#), Body("a leading plus", #"{"id":+1}"#),
        Body("a bare point", #"{"id":1.}"#),
        Body("something after it", "\(health) x"), Body("two requests", health + health),
        Body("a byte order mark", bytes: [0xef, 0xbb, 0xbf] + Array(health.utf8)),
        Body("UTF-16", bytes: health.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }),
        Body("a zero byte after it", bytes: Array(health.utf8) + [0]),
        Body("an unquoted name", "{id:1}"), Body("a lone surrogate", #"{"id":"\ud800"}"#),
        Body("surrogates in the wrong order", #"{"id":"\udc00\ud800"}"#), Body("an unknown escape", #"{"id":"\x41"}"#),
        Body("a half escape", #"{"id":"\u00"}"#), Body.holding("a control character in a text", [0x0a]),
        Body.holding("a lone continuation byte", [0x80]), Body.holding("an overlong slash", [0xc0, 0xaf]),
        Body.holding("half of a euro sign", [0xe2, 0x82]), Body.holding("a surrogate in UTF-8", [0xed, 0xa0, 0x80]),
        Body.holding("beyond Unicode", [0xf4, 0x90, 0x80, 0x80]), Body.holding("no UTF-8 at all", [0xff, 0xfe]),
        Body("a member twice", #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ledger.health"}"#),
        Body("a param twice", #"{"jsonrpc":"2.0","id":1,"method":"ledger.health","params":{"a":1,"a":1}}"#),
        Body(
            "an amount twice",
            #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"amount":{"amount":"1","amount":"2","currency":"RUB"}}}"#),
        Body("a member twice, once escaped", #"{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ledger.health"}"#),
        Body("33 levels", String(repeating: "[", count: 33) + String(repeating: "]", count: 33)),
        Body("a million levels", String(repeating: "[", count: 1_000_000)),
        Body("a million levels of objects", String(repeating: #"{"a":"#, count: 600_000)),
        Body("too many values", "[" + String(repeating: "0,", count: 400_001) + "0]"),
        Body("a number that goes on", #"{"id":1e"# + String(repeating: "9", count: 100_000) + "x}"),
    ]

    @Test(arguments: unreadable)
    func whatIsNotJSONThatWeTakeIsAParseError(body: Body) async throws {
        let bank = try SharedBank.current()
        let reply = try await ask(body.bytes, in: bank)
        #expect(reply.code == "parseError" && reply.number == -32700, "\(reply)")
        #expect(reply.id == "null", "\(reply)")
    }

    static let noRequests: [Body] = [
        Body("a number", "1"), Body("a text", #""ledger.health""#), Body("null", "null"), Body("true", "true"),
        Body("an empty object", "{}"), Body("an empty batch", "[]"),
        Body("a batch of 101", "[" + Array(repeating: health, count: 101).joined(separator: ",") + "]"),
        Body("version 1", #"{"method":"ledger.health","params":[],"id":null}"#),
        Body("a version as a number", #"{"jsonrpc":2.0,"id":null,"method":"ledger.health"}"#),
        Body("no method", #"{"jsonrpc":"2.0","id":null}"#),
        Body("a method that is no text", #"{"jsonrpc":"2.0","id":null,"method":1}"#),
        Body("params that are a text", #"{"jsonrpc":"2.0","id":null,"method":"ledger.health","params":"a"}"#),
        Body("params that are null", #"{"jsonrpc":"2.0","id":null,"method":"ledger.health","params":null}"#),
        Body("an id that is true", #"{"jsonrpc":"2.0","id":true,"method":"ledger.health"}"#),
        Body("an id that is an object", #"{"jsonrpc":"2.0","id":{},"method":"ledger.health"}"#),
        Body("an id that is an array", #"{"jsonrpc":"2.0","id":[1],"method":"ledger.health"}"#),
        Body(
            "an id of 129 bytes",
            #"{"jsonrpc":"2.0","id":""# + String(repeating: "i", count: 127) + #"","method":"ledger.health"}"#),
    ]

    @Test(arguments: noRequests)
    func jsonThatIsNoRequestIsAnInvalidRequest(body: Body) async throws {
        let bank = try SharedBank.current()
        let reply = try await ask(body.bytes, in: bank)
        #expect(reply.code == "invalidRequest" && reply.number == -32600, "\(reply)")
        #expect(reply.id == "null", "\(reply)")
    }

    @Test func aBatchOfWhatIsNoRequestIsAnsweredOneByOne() async throws {
        let bank = try SharedBank.current()
        let reply = try await ask(Array(#"[1,{"jsonrpc":"2.0","id":7,"method":"ledger.health"},[]]"#.utf8), in: bank)
        let replies = reply.node.elements.map(WireReply.init)
        #expect(replies.count == 3)
        #expect(replies.filter { $0.code == "invalidRequest" && $0.id == "null" }.count == 2, "\(reply)")
        #expect(replies.contains { $0.id == "7" && $0.text("status") == "ready" }, "\(reply)")
    }

    static let ids = [
        "1", "0", "-7", "1.0", "1.50", "1e3", "9007199254740993", "123456789012345678901234567890", "null", #""1""#,
        #""""#, #""ё""#, #""\u0451\n""#, #""null""#, "\"" + String(repeating: "i", count: 126) + "\"",
    ]

    @Test(arguments: ids) func anIdComesBackByteForByte(id: String) async throws {
        let bank = try SharedBank.current()
        let good = try await bank.send(Bank.request("ledger.health", id: id), to: "ledger")
        #expect(good.id == id && good.text("status") == "ready", "\(good)")
        let bad = try await bank.send(Bank.request("ledger.none", id: id), to: "ledger")
        #expect(bad.id == id && bad.code == "methodNotFound", "\(bad)")
    }

    @Test func aRequestWithoutAnIdIsNeverAnswered() async throws {
        let bank = try SharedBank.current()
        let person = try await SharedBank.person()
        let texts = ["ledger.health", "ledger.none", "ledger.balance", "ledger.openAccount"].map {
            Bank.request($0, session: person.session, id: nil)
        }
        let first = try await withRawPeer(path: bank.house.socket(of: "ledger")) { peer in
            for text in texts { try peer.send(text) }
            try peer.send("[\(texts.joined(separator: ","))]")
            return WireReply(try peer.askJSON(Bank.request("ledger.health", id: #""the only one""#)))
        }
        #expect(first.id == #""the only one""#, "\(first)")
    }

    @Test func aMessageThatIsTooLongCostsItsSenderTheConnectionAndNobodyElseAnything() async throws {
        let bank = try SharedBank.current()
        let path = bank.house.socket(of: "ledger")
        let answered = try await withRawPeer(path: path) { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: 4 << 20) + #""}"#)
            return try peer.receive(within: .milliseconds(300))
        }
        #expect(answered == nil)
        let longest = #"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: (4 << 20) - 100) + #""}"#
        let reply = try await withRawPeer(path: path) { peer in WireReply(try peer.askJSON(longest)) }
        #expect(reply.code == "methodNotFound")
        try await eventually("it serves") { try await bank.house.isReady("ledger") }
    }

    @Test func aReplyDoesNotRepeatAnEndlessName() async throws {
        let bank = try SharedBank.current()
        let name = String(repeating: "x", count: 1_000_000)
        let unknown = try await bank.ask(name, of: "ledger")
        #expect(unknown.code == "methodNotFound" && unknown.description.utf8.count < 2_000)
        let field = try await bank.ask("ledger.health", #""\#(name)":1"#)
        #expect(field.code == "invalidArgument" && field.description.utf8.count < 2_000)
    }

    private func ask(_ bytes: [UInt8], in bank: Bank) async throws -> WireReply {
        try await withRawPeer(path: bank.house.socket(of: "ledger")) { peer in
            try peer.socket.send(frames: [bytes], wait: true)
            let frames = try #require(try peer.receive())
            return WireReply(try JSONDocument(frames.last ?? []).root)
        }
    }
}
