import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import AuthService

/// The time zone of a user, shared by all services.
@Suite struct PersonZoneTests {
    @Test(arguments: StoreKind.allCases) func whatAPersonChoseIsNotReplacedByAProgram(_ kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            func set(_ zone: String, ifUnset: Bool? = nil) async throws -> AuthSignal.ZoneAnswer {
                try await house.send(AuthSignal.SetZone(zone: zone, ifUnset: ifUnset), as: anna.session)
            }
            #expect(anna.session.zone == nil)
            #expect(try await set("Europe/Moscow", ifUnset: true).zone == "Europe/Moscow")
            #expect(try await set("Asia/Tokyo", ifUnset: true).zone == "Europe/Moscow")
            let chosen = try await set("Asia/Tokyo")
            #expect(chosen.zone == "Asia/Tokyo" && chosen.revision == 2)
            #expect(try await set("Asia/Tokyo").revision == 2)
            #expect(try await house.send(AuthSignal.Me(), as: anna.session).user.zone == "Asia/Tokyo")
            let refreshed = try await house.send(
                AuthSignal.Refresh(refreshToken: anna.session.refreshToken), as: nil)
            #expect(refreshed.session.zone == "Asia/Tokyo")
        }
    }

    @Test(arguments: StoreKind.allCases) func zonesThatServicesKeptAreTakenOverOnceByRank(_ kind: StoreKind)
        async throws
    {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            func adopt(_ zone: String, as service: String) async throws -> Int {
                let kept = AuthSignal.KeptZone(user: anna.user.id, zone: zone)
                let gone = AuthSignal.KeptZone(user: "nobody", zone: "Asia/Tokyo")
                return try await house.send(AuthSignal.AdoptZones(zones: [kept, gone]), asService: service).adopted
            }
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Tokyo", ifUnset: true), as: anna.session)
            #expect(try await adopt("Europe/Moscow", as: "notifications") == 1)
            #expect(try await adopt("Mars/Olympus", as: "subscriptions") == 0)
            #expect(try await adopt("Asia/Omsk", as: "subscriptions") == 1)
            #expect(try await adopt("Europe/Moscow", as: "notifications") == 0)
            #expect(try await adopt("Asia/Baku", as: "subscriptions") == 0)
            #expect(try await house.send(AuthSignal.Me(), as: anna.session).user.zone == "Asia/Omsk")
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Tokyo"), as: anna.session)
            #expect(try await adopt("Asia/Baku", as: "subscriptions") == 0)
        }
    }

    @Test func zonesAreRefusedThatAreNoneAndToldByServicesAlone() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let anna = try await house.registerAnna()
            for zone in ["", "Mars/Olympus", "../etc/passwd", "europe moscow"] {
                #expect(
                    try await house.fault(of: AuthSignal.SetZone(zone: zone), as: anna.session)?.code
                        == .invalidArgument)
            }
            #expect(
                try await house.fault(of: AuthSignal.AdoptZones(zones: []), as: anna.session)?.code == .permissionDenied
            )
        }
    }

    @Test(arguments: StoreKind.allCases) func aSessionThatBeganByTelegramTellsTheZone(_ kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let first = try await room.signIn()
            #expect(first.zone == nil)
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Tokyo"), as: first)
            #expect(try await room.signIn().zone == "Asia/Tokyo")
        }
    }
}
