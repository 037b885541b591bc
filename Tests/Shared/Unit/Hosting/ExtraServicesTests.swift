import Foundation
import TestSupport
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

    /// Settings of a house with data and sockets in the home of its user, and what is wrong with them.
    private static func faults(_ services: String, _ rights: String = "none", in home: String) -> [String] {
        let variables = [
            "HOME": home, "KOPILKA_DATA": "\(home)/.data", "KOPILKA_RUN": "\(home)/.run",
            "KOPILKA_EXTRA_SERVICES": services, "KOPILKA_EXTRA_RIGHTS": rights,
        ]
        let reader = SettingsReader(
            environment: Environment(variables: variables, arguments: ["--help"]), service: "ledger")
        _ = CommonSettings(reading: reader)
        do { try reader.finish() } catch { return error.faults.map { "\($0.name) \($0.rule)" } }
        return []
    }

    @Test func noDirectoryOpensTheHouseOrTheHomeToThem() throws {
        let directory = TemporaryDirectory()
        let home = directory.file("anna")
        for path in [".data/weather/bin", ".data/ledger", ".run", "programs"] {
            try FileManager.default.createDirectory(atPath: "\(home)/\(path)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(home)/programs/link", withDestinationPath: directory.path)
        for right in ["\(home)/programs", "\(home)/.data/weather/bin", "/opt/weather", "/nonexistent"] {
            let faults = Self.faults("weather=\(home)/programs/weather", "weather:\(right)", in: home)
            #expect(faults.isEmpty, "\(faults)")
        }
        for executable in [
            "/weather", "\(home)/weather", "\(directory.path)/weather", "\(home)/programs/link/weather",
            "\(home)/.data/weather", "\(home)/.data/ledger/weather", "\(home)/.run/weather",
        ] {
            let faults = Self.faults("weather=\(executable)", in: home)
            #expect(faults.count == 1 && faults[0].hasPrefix("extra-services would open "), "\(faults)")
        }
        for right in [
            "/", home, "\(home)/.data", "\(home)/.data/keys", "\(home)/programs/link", "\(home)/programs/..",
        ] {
            let faults = Self.faults("weather=\(home)/programs/weather", "weather:\(right)", in: home)
            #expect(faults.count == 1 && faults[0].hasPrefix("extra-rights would open "), "\(faults)")
        }
    }
}
