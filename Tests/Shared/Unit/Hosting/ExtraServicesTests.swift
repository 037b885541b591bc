import Testing

@testable import Hosting

/// The settings of services from elsewhere.
@Suite struct ExtraServicesTests {
    @Test func servicesAreNamesWithTheirExecutables() throws {
        let text = "weather=/opt/weather/weather,notes-2=/opt/notes and more/run"
        let services = try #require(ExtraServices.parse(text))
        #expect(services.services.map(\.name) == ["weather", "notes-2"])
        #expect(services.services.map(\.executable.description) == ["/opt/weather/weather", "/opt/notes and more/run"])
        #expect(services.settingText == text)
        #expect(ExtraServices.parse("none") == ExtraServices([]) && ExtraServices([]).settingText == "none")
    }

    @Test(arguments: [
        "", "weather", "weather=", "=/opt/w", "weather=relative/path", "Weather=/w", "9lives=/w", "we_ather=/w",
        "../auth=/w", "weather=/w,weather=/v", "weather=/w,", "погода=/w", "a b=/w",
        String(repeating: "a", count: 33) + "=/w", (0..<17).map { "s\($0)=/w" }.joined(separator: ","),
    ])
    func anythingElseIsRefused(text: String) { #expect(ExtraServices.parse(text) == nil) }

    @Test func noNameOfTheHouseCanBeTaken() {
        for name in ExtraService.takenNames { #expect(ExtraServices.parse("\(name)=/w") == nil, "\(name)") }
    }

    @Test func rightsAreEventsAndMethodsByService() throws {
        let rights = try #require(
            ExtraRights.parse("weather:ledger.transferPosted,notes:ledger.accounts,weather:network,notes:/opt/venv"))
        #expect(
            rights.names == [
                "weather": ["ledger.transferPosted", "network"], "notes": ["ledger.accounts", "/opt/venv"],
            ]
        )
        #expect(
            rights.settingText
                == "notes:/opt/venv,notes:ledger.accounts,weather:ledger.transferPosted,weather:network")
        #expect(ExtraRights.parse("none")?.names == [:])
        for wrong in [
            "", "weather", "weather:", "weather:ledger", "weather:ledger.", "weather:.x", "weather:a.b.c", "auth:a.b",
            "weather:a.b,", "weather:*.*", "weather:a.b:c",
        ] {
            #expect(ExtraRights.parse(wrong) == nil, "\(wrong)")
        }
    }

    @Test func rightsOfAServiceThatIsNotThereAreAFault() {
        let reader = SettingsReader(
            environment: Environment(
                variables: ["HOME": "/nonexistent", "KOPILKA_EXTRA_RIGHTS": "weather:ledger.transferPosted"],
                arguments: ["--help"]), service: "ledger")
        _ = CommonSettings(reading: reader)
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.map(\.name) == ["extra-rights"])
    }
}
