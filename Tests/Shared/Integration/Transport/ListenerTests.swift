import Coordination
import Hosting
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport
import ZeroMQ

/// JSON-RPC 2.0 at the listener, over a real socket.
@Suite struct ListenerTests {
    private func exchange(
        _ kind: SocketKind = .dealer, limits: ListenerLimits = ListenerLimits(),
        _ body: @escaping @Sendable (RawPeer) throws -> Void
    ) async throws {
        let service = EchoService()
        let listener = try await service.open(limits: limits)
        let result = await Task { try await withRawPeer(kind, path: service.path, body) }.result
        await service.close(listener)
        try result.get()
    }

    @Test(arguments: ["1", "\"1\"", "null", "-7", "1.5", "123456789012345678901234567890", "\"\\u0041\""])
    func theIDComesBackAsItWasWritten(id: String) async throws {
        try await exchange { peer in
            let reply = try peer.ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo.say","params":{"text":"x"}}"#)
            #expect(reply == #"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"x"}}"#)
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":{},"method":"echo.say"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":true,"method":"echo.say"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":[1],"method":"echo.say"}"#, -32600),
        (#"{"jsonrpc":"1.0","id":1,"method":"echo.say"}"#, -32600),
        (#"{"id":1,"method":"echo.say"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":"x"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.none"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"$/none"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.say"}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":["x"]}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":7}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x","more":1}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"echo.say","params":{"text":"x"}}"#, -32700), ("{", -32700),
        ("", -32700),
        ("7", -32600), ("[]", -32600), ("\u{FEFF}{}", -32700), (String(repeating: "[", count: 100), -32700),
    ])
    func whatIsWrongHasItsNumber(request: String, number: Int) async throws {
        try await exchange { peer in
            let reply = try peer.askJSON(request)
            #expect(reply.member("error")?.member("code")?.int64 == Int64(number))
            #expect(reply.member("error")?.member("data")?.member("code")?.string != nil)
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"alive"}}"#).contains(
                    "alive"))
        }
    }

    @Test func aWrongParameterIsNamed() async throws {
        try await exchange { peer in
            for (params, field) in [
                ("{}", "text"), (#"{"text":null}"#, "text"), (#"{"text":"","more":1}"#, "more"),
                (#"{"text":"","count":1.5}"#, "count"),
            ] {
                let reply = try peer.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":\#(params)}"#)
                let data = try #require(reply.member("error")?.member("data"))
                #expect(data.member("code")?.string == "invalidArgument")
                #expect(data.member("field")?.string == field)
            }
        }
    }

    @Test func invalidUTF8IsAParseError() async throws {
        try await exchange { peer in
            try peer.socket.send(
                frames: [Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xff] + Array(#""}"#.utf8)], wait: true)
            let reply = try JSONDocument(try #require(try peer.receive()?.last)).root
            #expect(reply.member("error")?.member("code")?.int64 == -32700)
        }
    }

    @Test func notificationsAreNeverAnswered() async throws {
        try await exchange { peer in
            for method in ["echo.say", "echo.none", "$/none", "$/cancelRequest"] {
                try peer.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"bad":1}}"#)
            }
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":5,"method":"echo.say","params":{"text":"x"}}"#).contains(
                    "\"id\":5"))
        }
    }

    @Test func aREQPeerGetsAnEmptyFrameForANotificationAndGoesOn() async throws {
        try await exchange(.req) { peer throws in
            #expect(try peer.ask(#"{"jsonrpc":"2.0","method":"echo.say","params":{"text":"x"}}"#).isEmpty)
            #expect(try peer.ask(#"[{"jsonrpc":"2.0","method":"echo.say","params":{"text":"x"}}]"#).isEmpty)
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#).contains("result"))
        }
    }

    @Test func theEnvelopeComesBackAsItWas() async throws {
        try await exchange { peer in
            let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#.utf8)
            try peer.socket.send(frames: [[1, 2], [], [3], body], wait: true)
            let frames = try #require(try peer.receive())
            #expect(frames.dropLast() == [[1, 2], [], [3]])
            try peer.socket.send(frames: Array(repeating: [7], count: 20) + [body], wait: true)
            let refused = try #require(try peer.receive()?.last)
            #expect(String(decoding: refused, as: UTF8.self).contains("-32600"))
        }
    }

    @Test func aBatchIsAnsweredOnceWithWhatWantsAnAnswer() async throws {
        try await exchange { peer in
            let call = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"method":"echo.say","params":{"text":"x"}}"# }
            let note = #"{"jsonrpc":"2.0","method":"echo.say","params":{"text":"x"}}"#
            let replies = try peer.askJSON("[\(call(1)),\(note),7,\(call(2))]")
            #expect(replies.kind == .array)
            #expect(replies.elements.compactMap { $0.member("id")?.int64 }.sorted() == [1, 2])
            #expect(replies.count == 3)
            let nonsense = try peer.askJSON("[1,2]")
            #expect(nonsense.elements.map { $0.member("error")?.member("code")?.int64 } == [-32600, -32600])
            try peer.send("[\(note),\(note)]")
            #expect(try peer.ask(call(9)).contains("\"id\":9"))
            let tooMany = try peer.askJSON("[" + (0...100).map(call).joined(separator: ",") + "]")
            #expect(tooMany.member("error")?.member("code")?.int64 == -32600)
        }
    }

    @Test func faultsCarryTheirParts() async throws {
        try await exchange { peer in
            let reply = try peer.ask(
                #"{"jsonrpc":"2.0","id":1,"method":"echo.refuse","params":{"code":"insufficientFunds"}}"#)
            let expected =
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"No.","data":{"code":"insufficientFunds","#
                + #""field":"code","retryable":false,"details":{"left":"5.00","tries":3}}}}"#
            #expect(reply == expected)
        }
    }

    @Test func aSessionIsCheckedBeforeTheParams() async throws {
        try await exchange { peer in
            for (meta, code) in [
                ("", "unauthenticated"), (#""_meta":{"session":"bad"}"#, "unauthenticated"),
                (#""_meta":{"session":7}"#, "invalidArgument"),
            ] {
                let reply = try peer.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"echo.who","params":{\#(meta)}}"#)
                #expect(reply.member("error")?.member("data")?.member("code")?.string == code)
            }
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.who","params":{"_meta":{"session":"good"}}}"#)
                    .contains("u1"))
        }
    }

    @Test func aRequestPastItsDeadlineNeverRuns() async throws {
        let service = EchoService()
        let listener = try await service.open()
        try await withRawPeer(path: service.path) { peer in
            let reply = try peer.ask(
                #"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"late","_meta":{"deadline":1000}}}"#)
            #expect(reply.contains("deadlineExceeded"))
        }
        #expect(service.calls.withLock { $0 } == [])
        await service.close(listener)
    }

    @Test func aPeerWithTooMuchInHandIsToldToComeAgain() async throws {
        var limits = ListenerLimits()
        limits.inFlightPerPeer = 3
        try await exchange(limits: limits) { peer in
            for id in 1...3 { try peer.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo.wait"}"#) }
            let reply = try peer.askJSON(#"{"jsonrpc":"2.0","id":4,"method":"echo.say","params":{"text":"x"}}"#)
            let data = try #require(reply.member("error")?.member("data"))
            #expect(data.member("code")?.string == "overloaded")
            #expect(data.member("retryable")?.bool == true)
            #expect(data.member("retryAfterMs")?.int64 ?? 0 > 0)
        }
    }

    @Test func aCancelledRequestIsStillAnswered() async throws {
        try await exchange { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":"w","method":"echo.wait"}"#)
            try peer.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"w"}}"#)
            let reply = try JSONDocument(try #require(try peer.receive()?.last)).root
            #expect(reply.member("id")?.string == "w")
            #expect(reply.member("error")?.member("code")?.int64 == -32800)
        }
    }

    @Test func nobodyCancelsWhatAnotherPeerAskedFor() async throws {
        let service = EchoService()
        let listener = try await service.open()
        try await withRawPeer(path: service.path) { [service] peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"echo.wait"}"#)
            let other = try RawPeer(path: service.path)
            defer { other.close() }
            try other.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
            #expect(
                try other.ask(#"{"jsonrpc":"2.0","id":2,"method":"echo.say","params":{"text":"x"}}"#).contains("result")
            )
            service.released.withLock { $0 = true }
            let reply = String(decoding: try #require(try peer.receive()?.last), as: UTF8.self)
            #expect(reply.contains("let go"))
        }
        await service.close(listener)
    }

    @Test func progressComesOnlyToThoseWhoAskedAndCanTakeIt() async throws {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"echo.work","params":{"_meta":{"progressToken":"t"}}}"#
        try await exchange { peer in
            let first = try peer.ask(request)
            #expect(
                first
                    == #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":"t","value":{"share":0.5,"#
                    + #""message":"half"}}}"#
            )
            var last = first
            while !last.contains("\"id\":1") {
                last = String(decoding: try #require(try peer.receive()?.last), as: UTF8.self)
            }
            #expect(try peer.ask(#"{"jsonrpc":"2.0","id":2,"method":"echo.work"}"#).contains("\"id\":2"))
        }
        try await exchange(.req) { peer throws in
            #expect(try peer.ask(request).contains("\"id\":1"))
        }
    }

    @Test func aLargeMessageIsReadElsewhereAndAnswered() async throws {
        try await exchange { peer in
            let text = String(repeating: "x", count: 1 << 20)
            let reply = try peer.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"\#(text)"}}"#)
            #expect(reply.member("result")?.member("text")?.string?.utf8.count == 1 << 20)
        }
    }

    @Test func aMessageBeyondTheLimitCostsItsSenderTheConnectionAndNobodyElse() async throws {
        try await exchange { peer in
            var options = SocketOptions.client
            options.maximumMessageSize = -1
            let path = String(try peer.socket.lastEndpoint().dropFirst("ipc://".count))
            let big = try RawPeer(path: path, options: options)
            defer { big.close() }
            try big.send(String(repeating: " ", count: 5 << 20))
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#).contains("result"))
            #expect(
                try big.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#).contains("result"))
        }
    }

    @Test func aPeerThatNeverReadsStopsNobodyElse() async throws {
        var limits = ListenerLimits()
        limits.unsentBytesPerPeer = 1 << 20
        try await exchange(limits: limits) { peer in
            var options = SocketOptions.client
            options.receiveHighWaterMark = 1
            let path = String(try peer.socket.lastEndpoint().dropFirst("ipc://".count))
            let deaf = try RawPeer(path: path, options: options)
            defer { deaf.close() }
            let text = String(repeating: "x", count: 10_000)
            for id in 0..<3000 {
                try deaf.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo.say","params":{"text":"\#(text)"}}"#)
                if id % 500 == 0 {
                    #expect(
                        try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#).contains(
                            "result"))
                }
            }
            #expect(
                try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"x"}}"#).contains("result"))
        }
    }

    @Test func drainingAnswersWhatIsInHand() async throws {
        let service = EchoService()
        let listener = try await service.open()
        try await withRawPeer(path: service.path) { [service] peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"echo.wait"}"#)
            _ = try peer.ask(#"{"jsonrpc":"2.0","id":2,"method":"echo.say","params":{"text":"x"}}"#)
            Task { await service.close(listener, within: .seconds(180)) }
            let reply = String(decoding: try #require(try peer.receive()?.last), as: UTF8.self)
            #expect(reply.contains("let go"))
        }
    }
}
