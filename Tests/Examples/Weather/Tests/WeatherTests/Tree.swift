import Coordination
import Domain
import Foundation
import Storage

@testable import Weather

/// The use cases in a tree of this process, over a database in a temporary directory.
final class Tree: WeatherTests.Wiring {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("weather-\(UUID())")
    private let root = RelayCoordinator()
    private let context = SignalContext(
        caller: .user(UserSession(userID: "anna", sessionID: "1", expiresAt: WallClock.system.now() + .seconds(60))))

    init() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let store = try await Store.open(
            at: directory.appendingPathComponent("weather.db").path, migrations: [Migration(1, schema)])
        let (report, show) = (Report(store: store, clock: .system), ShowCurrent(store: store))
        root.startFlow(UseCaseService([.serve(report), .serve(show)]))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func report(_ city: String, _ degrees: Double) async throws -> Temperature {
        try await root.send(ReportTemperature(city: city, degrees: degrees), context: context)
    }

    func current(_ city: String) async throws -> Temperature {
        try await root.send(CurrentTemperature(city: city), context: context)
    }
}
