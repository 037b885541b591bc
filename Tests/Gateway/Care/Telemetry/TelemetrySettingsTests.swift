import Coordination
import Domain
import GatewayWords
import Hosting
import Testing

@testable import GatewayCare

/// Where traces and logs go, and which.
@Suite struct TelemetrySettingsTests {
    private static let home = ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"]

    private func read(_ variables: [String: String]) throws -> TelemetrySettings {
        try TelemetrySettings.read(Self.home.merging(variables) { $1 })
    }

    @Test func nothingIsSentUnlessACollectorIsNamed() throws {
        let settings = try read([:])
        #expect(settings.endpoint == nil && settings.headersFile == nil)
        #expect(settings.share == .all && settings.logs == .from(.warning))
    }

    @Test(arguments: [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318"), ("https://otel.example.org/", "https://otel.example.org"),
        ("HTTPS://otel.example.org/tenant/7//", "HTTPS://otel.example.org/tenant/7"),
        ("http://[::1]:4318", "http://[::1]:4318"),
    ])
    func aCollectorIsAURL(text: String, url: String) throws {
        #expect(try read(["KOPILKA_OTLP_ENDPOINT": text]).endpoint?.url == url)
    }

    @Test(arguments: [
        "127.0.0.1:4318", "grpc://127.0.0.1", "http://", "http:///v1", "http://:4318",
        "https://anna:secret@example.org", "http://example.org?key=1", "http://example.org#a", "http://exa mple.org",
        "file:///etc/passwd", "http:example.org", "http://example.org\\@127.0.0.1",
    ])
    func anythingElseIsRefusedWithTheNameOfTheSetting(text: String) {
        let error = #expect(throws: UsageError.self) { try read(["KOPILKA_OTLP_ENDPOINT": text]) }
        #expect(error?.field == "otlp-endpoint")
        #expect(error?.message.spoken(in: .english).contains("secret") == false)
    }

    @Test func headersAreNotShownToTheNetwork() throws {
        let file = ["KOPILKA_OTLP_HEADERS_FILE": "/etc/headers"]
        for open in ["http://otel.example.org", "http://10.0.0.1:4318", "http://localhost.example.org"] {
            let error = #expect(throws: UsageError.self) {
                try read(file.merging(["KOPILKA_OTLP_ENDPOINT": open]) { $1 })
            }
            #expect(error?.field == "otlp-endpoint")
        }
        for hidden in ["https://otel.example.org", "http://127.0.0.1:4318", "http://localhost", "http://[::1]:1"] {
            #expect(try read(file.merging(["KOPILKA_OTLP_ENDPOINT": hidden]) { $1 }).headersFile != nil)
        }
    }

    @Test func theShareOfTracesIsANumber() throws {
        #expect(try read(["KOPILKA_OTLP_SAMPLE": "0.25"]).share == TraceShare(share: 0.25))
        for wrong in ["-1", "1.01", "nan", "1e-3", "0,5", "all"] {
            #expect(throws: UsageError.self) { try read(["KOPILKA_OTLP_SAMPLE": wrong]) }
        }
        #expect(TraceShare.all.settingText == "1" && TraceShare(share: 0.25).settingText == "0.25")
    }

    @Test func aTraceIsSentWholeOrNotAtAll() throws {
        // The last 56 bits decide: 0x80… is the middle.
        let low = try #require(TraceID("ffffffffffffffffff7fffffffffffff"))
        let high = try #require(TraceID("00000000000000000080000000000000"))
        let half = TraceShare(share: 0.5)
        #expect(!half.includes(low) && half.includes(high))
        #expect(TraceShare.all.includes(low) && !TraceShare(share: 0).includes(high))
        let sent = (0..<4_000).filter { _ in TraceShare(share: 0.1).includes(.random()) }.count
        #expect((200...700).contains(sent))
    }

    @Test func linesOfALevelAreSentOrNone() throws {
        #expect(try read(["KOPILKA_OTLP_LOGS": "off"]).logs == .off)
        #expect(try read(["KOPILKA_OTLP_LOGS": "info"]).logs == .from(.info))
        let error = #expect(throws: UsageError.self) { try read(["KOPILKA_OTLP_LOGS": "loud"]) }
        #expect(error?.field == "otlp-logs")
    }
}
