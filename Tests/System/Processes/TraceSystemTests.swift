import Hosting
import StrictJSON
import TestSupport
import Testing

/// One request traced through real processes.
struct TraceSystemTests {
    @Test func aTransferIsFollowedIntoTheHistoryAndTheInbox() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            let main = try #require(
                try await house.json("account", "open", "RUB", "main").member("account")?.member("id")?.string)
            _ = try await house.json(
                "register", "boris@example.org", "--password-file", house.passwordFile, as: "boris")
            let his = try #require(
                try await house.json("account", "open", "RUB", as: "boris").member("account")?.member("id")?.string)
            _ = try await house.json("deposit", "main", "1000", "RUB")
            _ = try await house.json("transfer", "main", his, "300 RUB", "--description", "for the concert")

            var spans: [JSONNode] = []
            try await eventually("history and notifications have handled the event of the transfer") {
                spans = try await house.json("trace").member("spans")?.elements.map { $0 } ?? []
                let readers = spans.filter { $0.member("name")?.string == "ledger.transferPosted" }
                return Set(readers.compactMap { $0.member("service")?.string })
                    .isSuperset(of: ["history", "notifications"])
            }
            func span(_ service: String, _ name: String) throws -> JSONNode {
                try #require(
                    spans.first { $0.member("service")?.string == service && $0.member("name")?.string == name },
                    "\(service) \(name) in \(spans.map { String(decoding: $0.rawBytes, as: UTF8.self) })")
            }
            let gateway = try span("gateway", "transfer")
            let ledger = try span("ledger", "ledger.transfer")
            let history = try span("history", "ledger.transferPosted")
            let notifications = try span("notifications", "ledger.transferPosted")
            #expect(ledger.member("parent")?.string == gateway.member("span")?.string)
            #expect(history.member("parent")?.string == ledger.member("span")?.string)
            #expect(notifications.member("parent")?.string == ledger.member("span")?.string)
            #expect(history.member("kind")?.string == "event")
            for span in spans {
                #expect(span.member("microseconds")?.int64 ?? 0 > 0)
                let text = String(decoding: span.rawBytes, as: UTF8.self)
                #expect(!text.contains(main) && !text.contains(his) && !text.contains("concert"), "\(text)")
            }

            // The other person sees the event, but not the request that caused it.
            let seen = try await house.gateway("events", "ledger", as: "boris")
            #expect(seen.output.contains("ledger.transferPosted") && !seen.output.contains("traceparent"), "\(seen)")

            // Old and new traces are listed together; a refusal says where to look.
            let refused = try await house.gateway("transfer", "main", his, "9999 RUB", "--json")
            #expect(refused.status == .exited(6), "\(refused)")
            let id = try #require(
                try JSONDocument(text: refused.errors).root.member("error")?.member("trace")?.string)
            // It shows what the services tell within the time limit, which is two seconds unless said.
            let shown = try await house.gateway("trace", id, "--timeout", "60s")
            #expect(shown.status == .exited(0) && shown.output.contains("insufficientFunds"), "\(shown)")
            #expect(!shown.output.contains("\u{1B}"), "no colours in a pipe")
            let unknown = try await house.gateway("trace", "4bf92f3577b34da6a3ce929d0e0e4736", "--timeout", "60s")
            #expect(unknown.status == .exited(5), "\(unknown)")
        }
    }
}
