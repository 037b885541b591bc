import Domain
import Foundation
import TestSupport
import Testing

@testable import Hosting

@Suite struct SettingsReaderTests {
    private let count = Setting<Int>("batch-size", default: 8, range: 1...64, unit: "rows", summary: "Rows.")

    private func reader(_ arguments: [String] = [], _ variables: [String: String] = [:]) -> SettingsReader {
        SettingsReader(environment: Environment(variables: variables, arguments: arguments), service: "ledger")
    }

    @Test func flagWinsOverEnvironmentOverFileOverDefault() throws {
        let folder = TemporaryDirectory()
        let file = try folder.write(#"{"batch-size": 3}"#, to: "kopilka.json")
        #expect(reader()[count] == 8)
        #expect(reader(["--config", file])[count] == 3)
        #expect(reader([], ["KOPILKA_CONFIG": file])[count] == 3)
        #expect(reader(["--config", file], ["KOPILKA_BATCH_SIZE": "4"])[count] == 4)
        #expect(reader(["--config", file, "--batch-size", "5"], ["KOPILKA_BATCH_SIZE": "4"])[count] == 5)
        #expect(reader(["--batch-size=6"])[count] == 6)
    }

    @Test func defaultFileIsReadWhereItIsAndMissedWhereItIsNot() throws {
        let folder = TemporaryDirectory()
        #expect(reader([], ["XDG_CONFIG_HOME": folder.path])[count] == 8)
        try FileManager.default.createDirectory(atPath: folder.path + "/kopilka", withIntermediateDirectories: true)
        let content = #"{"batch-size": "9", "ledger.batch-size": 10, "auth.other": [true]}"#
        _ = try folder.write(content, to: "kopilka/kopilka.json")
        let reader = reader([], ["XDG_CONFIG_HOME": folder.path])
        #expect(reader[count] == 10)
        try reader.finish()
    }

    @Test func allFaultsAreReportedAtOnceWithoutTheRefusedValue() throws {
        let folder = TemporaryDirectory()
        let file = try folder.write(#"{"nonsense": 1, "ledger.more": 2}"#, to: "kopilka.json")
        let reader = reader(
            ["--config", file, "--batch-size", "sesame", "--wait", "stray", "--clock=then"], ["KOPILKA_LIMIT": "5"])
        _ = reader[count]
        _ = reader[Setting<Duration>("limit", default: .seconds(1), summary: "A limit.")]
        _ = reader[Setting<Instant?>("clock", default: nil, summary: "A clock.")]
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        let faults = try #require(error).faults
        #expect(faults.map(\.name) == ["batch-size", "limit", "clock", "--wait", "stray", "ledger.more", "nonsense"])
        #expect(faults[0].rule == "must be a whole number in 1...64 rows")
        #expect(faults[1].source == "KOPILKA_LIMIT")
        #expect(!faults.description.contains("sesame"))
    }

    @Test func namedFileMustExist() {
        let reader = reader(["--config", "/nonexistent/kopilka.json"])
        #expect(throws: SettingsError.self) { try reader.finish() }
    }

    @Test(arguments: ["", "[]", "{", #"{"a": {}}"#, #"{"a": null}"#, #"{"a": 1, "a": 2}"#, #"{"batch-size": 1.5}"#])
    func brokenFileIsAFault(content: String) throws {
        let folder = TemporaryDirectory()
        let reader = reader(["--config", try folder.write(content, to: "kopilka.json")])
        _ = reader[count]
        #expect(throws: SettingsError.self) { try reader.finish() }
    }

    @Test func wrongValueNamesItsKeyAndHidesNoOtherFault() throws {
        let folder = TemporaryDirectory()
        let file = try folder.write(#"{"batch-size": [1], "ledger.batch-size": 65, "stray": 1}"#, to: "kopilka.json")
        let reader = reader(["--config", file])
        #expect(reader[count] == 8)
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.map(\.name) == ["batch-size", "batch-size", "stray"])
        #expect(error?.faults.first?.rule == "must be a string, a number, true or false")
        #expect(error?.faults.allSatisfy { $0.source == file } == true)
    }

    @Test func unknownKeysAreAllowedToWhoReadsAPart() throws {
        let folder = TemporaryDirectory()
        let file = try folder.write(#"{"stray": 1}"#, to: "kopilka.json")
        #expect(throws: SettingsError.self) { try reader(["--config", file]).finish() }
        try reader(["--config", file]).finish(allowingUnknownKeys: true)
    }

    @Test func fileOver64KiBIsAFault() throws {
        let folder = TemporaryDirectory()
        let long = "{\"batch-size\": \"" + String(repeating: "1", count: 65_536) + "\"}"
        let reader = reader(["--config", try folder.write(long, to: "kopilka.json")])
        #expect(throws: SettingsError.self) { try reader.finish() }
    }

    @Test func truthValuesNeedNoValueAndOthersDo() throws {
        let loud = Setting<Bool>("loud", default: false, summary: "Loud.")
        #expect(reader(["--loud"])[loud])
        #expect(!reader(["--loud=false"])[loud])
        let reader = reader(["--batch-size", "--loud"])
        _ = reader[count]
        _ = reader[loud]
        let error = #expect(throws: SettingsError.self) { try reader.finish() }
        #expect(error?.faults.map(\.rule) == ["needs a value"])
    }

    @Test func flagGivenTwiceIsAFault() {
        let reader = reader(["--batch-size", "1", "--batch-size=2"])
        _ = reader[count]
        #expect(throws: SettingsError.self) { try reader.finish() }
    }

    @Test func helpShowsEverySettingWithItsFourFacts() {
        let reader = reader(["--help"])
        _ = reader[count]
        #expect(reader.wantsHelp)
        for part in ["--batch-size", "KOPILKA_BATCH_SIZE", "a whole number in 1...64 rows", "default 8", "Rows."] {
            #expect(reader.help.contains(part))
        }
    }

    @Test(arguments: [("250ms", 250), ("5s", 5_000), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0)])
    func durationsAreReadAndShown(text: String, milliseconds: Int) {
        #expect(Duration.parse(text) == .milliseconds(milliseconds))
        #expect(Duration.milliseconds(milliseconds).settingText == text)
    }

    @Test(arguments: ["", "5", "s", "-1s", "5 s", "5d", "9223372036854775807h", "٣s"])
    func otherTextsAreNoDurations(text: String) {
        #expect(Duration.parse(text) == nil)
    }
}
