import Coordination
import Foundation
import Storage
import Testing

@testable import Weather

/// The same expectations over both wirings: use cases in a tree in memory, and the program in a house.
@Suite struct WeatherTests {
    /// A way to send a signal of weather as a person.
    protocol Wiring: Sendable {
        func report(_ city: String, _ degrees: Double) async throws -> Temperature
        func current(_ city: String) async throws -> Temperature
    }

    private func expectations(_ wiring: some Wiring) async throws {
        #expect(try await wiring.report("Kazan", -7).degrees == -7)
        #expect(try await wiring.report("Kazan", -5).degrees == -5)
        #expect(try await wiring.current("Kazan").degrees == -5)
        let unknown = await #expect(throws: Fault.self) { try await wiring.current("Sochi") }
        #expect(unknown?.code == .notFound && unknown?.field == "city")
        let absurd = await #expect(throws: Fault.self) { try await wiring.report("Kazan", 61) }
        #expect(absurd?.code == .invalidArgument && absurd?.field == "degrees")
    }

    @Test func theRulesHoldInATreeInMemory() async throws {
        try await expectations(try await Tree())
    }

    @Test func theyHoldInAHouseAndTransfersAreCounted() async throws {
        try await House.run { house in
            try await expectations(house)
            for account in ["main", "spare"] { _ = try await house.gateway("account", "open", "RUB", account) }
            _ = try await house.gateway("deposit", "main", "100")
            _ = try await house.gateway("transfer", "main", "spare", "30")
            while try await house.current("Kazan").transfersSince < 2 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await house.report("Kazan", 0).transfersSince == 0)
        }
    }

    @Test func whoLeavesIsForgotten() async throws {
        try await House.run { house in
            _ = try await house.report("Kazan", -7)
            #expect(try await house.rows("SELECT data FROM events").contains("Kazan"))
            let left = try await house.gateway(
                "leave", "--confirm", "anna@example.org", "--password-file", house.passwordFile)
            #expect(left.code == 0, "\(left)")
            while try await house.rows("SELECT * FROM reports") != "[]\n" {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await house.rows("SELECT * FROM replies") == "[]\n")
            let events = try await house.rows("SELECT type, data FROM events")
            #expect(events.contains("weather.changed") && !events.contains("Kazan"), "\(events)")
        }
    }

    @Test func itsEventsAreDescribed() async throws {
        try await House.run { house in
            let document = try await house.gateway("schema", "asyncapi", "weather")
            #expect(document.code == 0 && document.output.contains(#""city":{"type":"string"}"#), "\(document)")
            let client = try await house.gateway("schema", "python", "auth,weather")
            #expect(client.output.contains("class WeatherChangedEvent(_Told):"), "\(client)")
        }
    }

    @Test func itSpeaksTheProtocol() async throws {
        try await House.run { house in
            let walk = try await house.gateway(
                "conform", "weather", "--timeout", "60s", "--method", "weather.report", "--parameters",
                #"{"city":"Kazan","degrees":1}"#, "--other", #"{"city":"Kazan","degrees":2}"#)
            #expect(walk.code == 0 && walk.output.contains("0 are broken, 2 were not tried"), "\(walk.output)")
        }
    }
}
