import Domain
import Foundation
import TestSupport
import Testing

@testable import Hosting

@Suite struct CommonSettingsTests {
    private func read(_ variables: [String: String]) -> (CommonSettings, SettingsReader) {
        let reader = SettingsReader(environment: Environment(variables: variables), service: "ledger")
        return (CommonSettings(reading: reader), reader)
    }

    @Test func directoriesAreMadePrivate() throws {
        let folder = TemporaryDirectory()
        let (settings, reader) = read(["XDG_RUNTIME_DIR": folder.path, "XDG_DATA_HOME": folder.path + "/share/"])
        try reader.finish()
        #expect(settings.runDirectory == folder.path + "/kopilka")
        #expect(settings.dataDirectory == folder.path + "/share/kopilka")
        let attributes = try FileManager.default.attributesOfItem(atPath: settings.dataDirectory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func socketsAreNowhereThatOthersMayMakeDirectories() throws {
        let folder = TemporaryDirectory()
        let home = Environment(variables: ["HOME": "/home/anna"])
        func chosen(_ environment: Environment) -> String? {
            environment.defaultRunDirectory(runtimeDirectories: folder.path, ofMachine: folder.file("absent"))
        }
        #expect(chosen(home) == "/home/anna/.local/state/kopilka/run")
        #expect(chosen(Environment(variables: ["XDG_STATE_HOME": "/state"])) == "/state/kopilka/run")
        #expect(chosen(Environment())?.hasSuffix("/.local/state/kopilka/run") == true, "the home that the system knows")
        let own = folder.file("\(geteuid())")
        try FileManager.default.createDirectory(
            atPath: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        #expect(chosen(home) == "/home/anna/.local/state/kopilka/run", "one that others may read is not the system's")
        #expect(chmod(own, 0o700) == 0)
        #expect(chosen(home) == own + "/kopilka")
        #expect(chosen(Environment(variables: ["XDG_RUNTIME_DIR": "/run/other"])) == "/run/other/kopilka")
    }

    @Test func theUserOfTheHouseThatSystemdRunsFindsIt() throws {
        let folder = TemporaryDirectory()
        let house = folder.file("house")
        let anna = Environment(variables: ["HOME": "/home/anna", "XDG_RUNTIME_DIR": "/run/user/1000"])
        try FileManager.default.createDirectory(
            atPath: house, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        #expect(anna.defaultDataDirectory(ofMachine: house) == "/home/anna/.local/share/kopilka", "open to others")
        #expect(
            anna.defaultRunDirectory(runtimeDirectories: folder.path, ofMachine: house) == "/run/user/1000/kopilka")
        #expect(chmod(house, 0o700) == 0)
        #expect(anna.defaultDataDirectory(ofMachine: house) == house)
        #expect(anna.defaultRunDirectory(runtimeDirectories: folder.path, ofMachine: house) == house)
    }

    @Test(arguments: [
        ("00:30", 1800), ("23:59", 86_340), ("24:00", nil), ("12:60", nil), ("1:30", nil), ("-1:30", nil),
        ("0030", nil),
        ("00:30:00", nil), ("", nil),
    ])
    func aTimeOfDayHasHoursAndMinutes(text: String, seconds: Int?) {
        let time = TimeOfDay.parse(text)
        #expect(time?.sinceMidnight == seconds.map { .seconds($0) })
        if let time { #expect(time.settingText == text) }
    }

    @Test func directoryOpenToOthersIsAFaultWithItsCure() throws {
        let folder = TemporaryDirectory()
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path)
        let (_, reader) = read(["KOPILKA_RUN": folder.path, "KOPILKA_DATA": folder.path + "/data"])
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.first?.name == "run")
        #expect(error?.faults.first?.rule.contains("chmod 700 \(folder.path)") == true)
    }

    @Test func fileInPlaceOfADirectoryIsAFault() throws {
        let folder = TemporaryDirectory()
        let file = try folder.write("", to: "file")
        let (_, reader) = read(["KOPILKA_RUN": file, "KOPILKA_DATA": folder.path])
        #expect(throws: SettingsError.self) { try reader.finish() }
    }

    @Test func dataHasNoDefaultWithoutHome() throws {
        let folder = TemporaryDirectory()
        let (_, reader) = read(["KOPILKA_RUN": folder.path])
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.map(\.name) == ["data"])
    }

    @Test func aHomeTooLongForSocketsIsAFaultThatSaysSo() throws {
        let folder = TemporaryDirectory()
        let home = folder.file(String(repeating: "h", count: 100))
        let (_, reader) = read(["HOME": home, "XDG_RUNTIME_DIR": home, "KOPILKA_DATA": folder.path])
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.map(\.name) == ["run"])
        #expect(error?.faults.first?.rule.contains("the limit is 107") == true)
    }

    @Test func clockStartsWhereItIsToldAndRuns() throws {
        let folder = TemporaryDirectory()
        let (settings, reader) = read([
            "KOPILKA_RUN": folder.path, "KOPILKA_DATA": folder.path, "KOPILKA_CLOCK": "2026-11-21T08:00:00Z",
        ])
        try reader.finish()
        let first = settings.clock.now()
        #expect(first.description.hasPrefix("2026-11-21T08:0"))
        #expect(settings.clock.now() >= first)
    }

    @Test func helpMakesNoDirectory() throws {
        let folder = TemporaryDirectory()
        let environment = Environment(
            variables: ["KOPILKA_RUN": folder.path + "/run", "HOME": folder.path], arguments: ["--help"])
        _ = CommonSettings(reading: SettingsReader(environment: environment, service: "ledger"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
