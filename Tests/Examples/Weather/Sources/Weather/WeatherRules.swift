import Coordination
import Domain
import Storage

let schema = "CREATE TABLE reports (user TEXT, city TEXT, degrees REAL, transfers INT, PRIMARY KEY (user, city)) STRICT"

struct WeatherChanged: Codable { let userId: String, city: String }

struct Report: UseCase {
    let store: Store, clock: WallClock

    func answer(_ signal: ReportTemperature, context: SignalContext) async throws -> Temperature {
        let (user, city, now) = (try context.caller.requireUser().userID, signal.city, clock.now())
        guard (-90...60).contains(signal.degrees) else { throw Fault.invalidArgument("degrees", "must be -90 to 60") }
        return try await store.once(signal, by: user, context: context) { change in
            try change.connection.run("REPLACE INTO reports VALUES (?, ?, ?, 0)", user, city, signal.degrees)
            let facts = WeatherChanged(userId: user, city: city)
            try change.append(type: "weather.changed", subject: user, time: now, facts: facts)
            return Temperature(city: city, degrees: signal.degrees, transfersSince: 0)
        }
    }
}

struct ShowCurrent: UseCase {
    let store: Store

    func answer(_ signal: CurrentTemperature, context: SignalContext) async throws -> Temperature {
        let (user, city) = (try context.caller.requireUser().userID, signal.city)
        let report = try await store.read { snapshot in
            try snapshot.connection.first(
                "SELECT degrees, transfers FROM reports WHERE user = ? AND city = ?", user, city
            ) { Temperature(city: city, degrees: $0, transfersSince: $1) }
        }
        guard let report else { throw Fault(.notFound, "You have not reported \(city).", field: "city") }
        return report
    }
}
