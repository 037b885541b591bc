import Coordination
import Domain
import Foundation
import Testing

@testable import GatewayService

/// Goal: charts in the terminal, in words and in files; a file is written completely or left unchanged.
@Suite struct ChartOutputTests {
    private let fixture: GatewayFixture

    private static let chart = """
        {"ticker":"SBER","candles":[{"date":"2020-01-01","open":1,"high":3,"low":1,"close":2},\
        {"date":"2020-01-02","open":2,"high":4,"low":2,"close":3},{"date":"2020-01-03","open":3,"high":3,"low":1,\
        "close":2,\
        "unfinished":true}]}
        """
    private static let words = """
        SBER: first 1 (2020-01-01), last 2 (2020-01-03), lowest 1 (2020-01-01), highest 4 (2020-01-02), change \
        +100.0\u{A0}%.
        """

    private static let wordsOfLine = """
        SBER: first 2 (2020-01-01), last 2 (2020-01-03), lowest 2 (2020-01-01), highest 3 (2020-01-02), change \
        0.0\u{A0}%.
        """

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("scanner.chart", json: Self.chart)
    }

    private func file(_ name: String) -> String { fixture.directory + "/" + name }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

    private var leftovers: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: fixture.directory).filter { $0.hasSuffix("draft") }
        }
    }

    @Test func drawsAChartAndSaysItInWords() async throws {
        for flags in [[], ["--line"], ["--ascii"], ["--line", "--ascii"]] {
            let outcome = await fixture.run(["market", "chart", "SBER", "--from", "2020-01-01"] + flags, width: 60)
            #expect(outcome.code == 0)
            let lines = outcome.output.split(separator: "\n")
            let words = flags.contains("--line") ? Self.wordsOfLine : Self.words
            // The summary takes as many lines as it needs.
            #expect(lines.count > 15 && lines.joined(separator: " ").contains(words), "\(outcome.output)")
            #expect(lines.last == "the candle of 2020-01-03 was not over yet")
            #expect(!outcome.output.contains("\u{1B}"), "no colours without a terminal")
        }
        #expect(await fixture.run("market", "chart", "SBER", "--json").output == Self.chart + "\n")
        let colours = await fixture.run("market", "chart", "SBER", width: 60, isTerminal: true).output
        #expect(colours.contains("\u{1B}[32m") && colours.contains("\u{1B}[31m"))
    }

    @Test func inWordsThereAreNothingButWords() async {
        let outcome = await fixture.run("market", "chart", "SBER", "--plain")
        #expect(outcome.output == Self.words + "\nthe candle of 2020-01-03 was not over yet\n")
    }

    @Test func picturesGoIntoFiles() async throws {
        try "before".write(toFile: file("a.svg"), atomically: true, encoding: .utf8)
        let outcome = await fixture.run(
            "market", "chart", "SBER", "--svg", file("a.svg"), "--png", file("a.png"), "--pdf", file("a.pdf"), "--dark",
            "--replace", "--mark", "2020-01-02..2020-01-03")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("wrote \(fixture.directory)/a.") })
        #expect(try bytes("a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try bytes("a.pdf").starts(with: Data("%PDF-1".utf8)))
        let svg = String(decoding: try bytes("a.svg"), as: UTF8.self)
        #expect(svg.contains("<svg ") && svg.contains("2020-01-02 to 2020-01-03") && svg.contains("SBER: first 1"))
        #expect(try leftovers == [])
        let json = await fixture.run("market", "chart", "SBER", "--svg", file("b.svg"), "--json").output
        #expect(
            json
                == #"{"files":[{"file":"\#(file("b.svg"))","mediaType":"image/svg+xml","#
                + #""bytes":\#(try bytes("b.svg").count)}]}"#
                + "\n")
    }

    @Test func aPictureThatIsThereStaysUnlessItIsToBeReplaced() async throws {
        try "before".write(toFile: file("old.svg"), atomically: true, encoding: .utf8)
        let outcome = await fixture.run(
            "market", "chart", "SBER", "--png", file("new.png"), "--svg", file("old.svg"))
        #expect(outcome.code == 2 && outcome.errors.contains("old.svg is there already"), "\(outcome)")
        #expect(outcome.errors.contains("--replace"))
        #expect(String(decoding: try bytes("old.svg"), as: UTF8.self) == "before")
        #expect(!FileManager.default.fileExists(atPath: file("new.png")), "neither of them is written")
        #expect(try leftovers == [])
    }

    @Test func picturesHaveTheSizeThatTheyAreFor() async throws {
        func pixels(_ flags: String...) async throws -> [Int] {
            let outcome = await fixture.run(["market", "chart", "SBER", "--png", file("s.png"), "--replace"] + flags)
            #expect(outcome.code == 0, "\(outcome)")
            let data = try bytes("s.png")
            return [data[16..<20], data[20..<24]].map { $0.reduce(0) { $0 * 256 + Int($1) } }
        }
        #expect(try await pixels("--size", "1080x1080") == [1080, 1080])
        #expect(try await pixels("--size", "1600х900") == [1600, 900], "with the Cyrillic letter too")
        #expect(try await pixels("--for", "phone") == [1170, 1560])
        #expect(try await pixels("--for", "story") == [1080, 1920])
        #expect(try await pixels("--for", "slide") == [1920, 1080])
        let svg = await fixture.run("market", "chart", "SBER", "--svg", "-", "--for", "phone").output
        #expect(svg.contains("viewBox=\"0 0 390 520\"") && svg.contains(">price</text>"))
        for wrong in [
            ["--png", file("w.png"), "--size", "big"], ["--png", file("w.png"), "--size", "10x10"],
            ["--png", file("w.png"), "--size", "500x500", "--for", "phone"], ["--png", file("w.png"), "--for", "wall"],
            ["--size", "500x500"],
        ] {
            #expect(await fixture.run(["market", "chart", "SBER"] + wrong).code == 2, "\(wrong)")
        }
    }

    @Test func titlesNameWhatHasAName() async throws {
        let named = Self.chart.replacing(
            "\"ticker\":\"SBER\"", with: "\"ticker\":\"SBER\",\"name\":\"Сбербанк\",\"merged\":4")
        fixture.services.answer("scanner.chart", json: named)
        let outcome = await fixture.run("market", "chart", "SBER")
        #expect(
            outcome.output.hasPrefix("Сбербанк (SBER)\n3 candles, 2020-01-01 to 2020-01-03; each is 4 merged\nprice"))
    }

    @Test func aHyphenIsStandardOutput() async throws {
        let outcome = await fixture.run("market", "chart", "SBER", "--svg", "-")
        #expect(outcome.code == 0 && outcome.output.hasPrefix("<?xml") && outcome.output.hasSuffix("</svg>\n"))
        #expect(await fixture.run("market", "chart", "SBER", "--png", "-", isTerminal: true).code == 2)
        #expect(await fixture.run("market", "chart", "SBER", "--png", "-", "--pdf", "-").code == 2)
        #expect(await fixture.run("market", "chart", "SBER", "--svg", "-", "--json").code == 2)
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test func aFileThatCannotBeWrittenIsSaidAndNothingIsLeftBehind() async throws {
        let outcome = await fixture.run("market", "chart", "SBER", "--png", file("no/such/place.png"))
        #expect(outcome.code == 2 && outcome.errors.contains("place.png cannot be written"), "\(outcome)")
        let directory = await fixture.run("market", "chart", "SBER", "--png", fixture.directory)
        #expect(directory.code == 2, "\(directory)")
        try "before".write(toFile: file("kept.svg"), atomically: true, encoding: .utf8)
        fixture.services.answer("scanner.chart", json: #"{"ticker":"SBER","candles":[]}"#)
        #expect(await fixture.run("market", "chart", "SBER", "--svg", file("kept.svg"), "--replace").code == 5)
        #expect(String(decoding: try bytes("kept.svg"), as: UTF8.self) == "before")
        #expect(await fixture.run("market", "chart", "SBER").output == "SBER: there is nothing to draw\n")
        #expect(try leftovers == [])
    }

    @Test func linksAndDevicesStayWhatTheyAre() async throws {
        try "before".write(toFile: file("real.svg"), atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: file("link.svg"), withDestinationPath: file("real.svg"))
        #expect(await fixture.run("market", "chart", "SBER", "--svg", file("link.svg")).code == 2)
        #expect(await fixture.run("market", "chart", "SBER", "--svg", file("link.svg"), "--replace").code == 0)
        #expect(String(decoding: try bytes("real.svg"), as: UTF8.self).contains("<svg"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file("link.svg")) == file("real.svg"))
        #expect(await fixture.run("market", "chart", "SBER", "--svg", "/dev/null").code == 0)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    /// In a world-writable directory, under a predictable name.
    @Test func nothingIsWrittenIntoADraftThatSomebodyElseMade() async throws {
        let draft = file("mine.png.\(getpid()).draft")
        #expect(FileManager.default.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o666]))
        let spy = try #require(FileHandle(forReadingAtPath: draft))
        #expect(await fixture.run("market", "chart", "SBER", "--png", file("mine.png")).code == 0)
        #expect(try spy.readToEnd() ?? Data() == Data())
        let attributes = try FileManager.default.attributesOfItem(atPath: file("mine.png"))
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        #expect(try leftovers == [])
    }

    /// Names, sizes, titles and numbers chosen by others.
    @Test func hostileValuesNeitherSteerNorTrap() async throws {
        let name = file("a\u{1B}[2J\u{7}\n\u{202E}gnp.png")
        for flags in [["--png", name], ["--png", name], ["--png", name, "--replace"]] {
            let outcome = await fixture.run(["market", "chart", "SBER"] + flags, width: 200, isTerminal: true)
            let shown = (outcome.output + outcome.errors).replacing(/\u{1B}\[[0-9;]*m/, with: "")
            let lines = shown.split(separator: "\n").map(String.init)
            #expect(lines.allSatisfy { PlainText.isPlain($0) }, "\(outcome)")
        }
        for size in ["100000x100000", "99999999999999999999x2", "-1x-1", "0x0", "NaNx2", "1e9x1e9", "x", "4000x1", ""] {
            let outcome = await fixture.run("market", "chart", "SBER", "--png", file("size.png"), "--size", size)
            #expect(outcome.code == 2 && !outcome.errors.isEmpty, "\(size): \(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: file("size.png")))
        let extremes = ["1.7976931348623157e308", "-1.7976931348623157e308", "5e-324", "0", "-0.0", "1e300"]
        for high in extremes {
            for low in extremes {
                fixture.services.answer(
                    "scanner.chart",
                    json: #"""
                        {"ticker":"SBER","name":"\u001b[2J</text><script>\u202e","candles":[\#
                        {"date":"2020-01-01","open":\#(low),"high":\#(high),"low":\#(low),"close":\#(high)},\#
                        {"date":"9999-12-31","open":\#(high),"high":\#(high),"low":\#(low),"close":\#(low)}]}
                        """#)
                for flags in [["--png"], ["--line", "--png"], ["--svg"], ["--pdf"]] {
                    let outcome = await fixture.run(
                        ["market", "chart", "SBER"] + flags + [file("extreme"), "--replace"], width: 80)
                    #expect([0, 2, 5].contains(outcome.code), "\(high) \(low): \(outcome)")
                    guard outcome.code == 0, flags == ["--svg"] else { continue }
                    let svg = String(decoding: try bytes("extreme"), as: UTF8.self)
                    #expect(!svg.contains("<script") && !svg.contains("\u{1B}") && !svg.contains("\u{202E}"))
                }
            }
        }
        #expect(try leftovers == [])
    }

    @Test(arguments: ["2020-01-01", "2020-01-02..2020-01-01", "a..b", ".."])
    func aMarkHasTwoEnds(mark: String) async {
        let outcome = await fixture.run("market", "chart", "SBER", "--mark", mark)
        #expect(outcome.code == 2 && outcome.errors.contains("--mark"))
        #expect(fixture.services.calls(of: "scanner.chart").isEmpty)
    }
}
