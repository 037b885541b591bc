import ServiceRuntime
import StrictJSON

ExtraServiceDefinition(
    "weather", schema: [schema], events: [EventDescription("weather.changed", "a report came", WeatherChanged.self)],
    forget: { user, change in try change.connection.run("DELETE FROM reports WHERE user = ?", user) },
    following: [
        .ledger: { event, change in
            let entries = try JSONDocument(event.data).root.member("entries")?.elements
            for user in Set(entries?.compactMap { $0.member("userId")?.string } ?? []) {
                try change.connection.run("UPDATE reports SET transfers = transfers + 1 WHERE user = ?", user)
            }
        }
    ]
) { store, clock in [.serve(Report(store: store, clock: clock)), .serve(ShowCurrent(store: store))] }.run()
