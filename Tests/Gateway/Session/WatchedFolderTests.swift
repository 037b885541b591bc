import Foundation
import Signals
import TestSupport
import Testing

@testable import GatewaySession

/// Goal: files are read whole and unchanged, moved without overwriting anything, and links are never followed.
@Suite struct WatchedFolderTests {
    private let directory = TemporaryDirectory()

    private func folder() throws -> WatchedFolder { try WatchedFolder(directory.path) }

    private func names(_ place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.file(place)).sorted()
    }

    @Test func aFileThatChangedSinceTheLookIsNeitherReadNorMoved() throws {
        let folder = try folder()
        _ = try directory.write("one", to: "a.csv")
        let look = try #require(folder.look().files.first)
        #expect(try folder.content(of: look) == Array("one".utf8))
        _ = try directory.write("another", to: "a.csv")
        #expect(try folder.content(of: look) == nil)
        #expect(try folder.move(look, to: .done) == nil)
        #expect(try names("done").isEmpty)
        let now = try #require(folder.look().files.first)
        #expect(now != look && folder.isUnchanged(now))
        try FileManager.default.removeItem(atPath: directory.file("a.csv"))
        #expect(try folder.content(of: now) == nil)
        #expect(try folder.move(now, to: .done) == nil)
        withExtendedLifetime(directory) {}
    }

    /// The same content, size and time in another file: the file behind the name is another one.
    @Test func aLinkInThePlaceOfAFileIsNotFollowed() throws {
        let folder = try folder()
        _ = try directory.write("one", to: "a.csv")
        let look = try #require(folder.look().files.first)
        try FileManager.default.moveItem(atPath: directory.file("a.csv"), toPath: directory.file("b.csv"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("a.csv"), withDestinationPath: directory.file("b.csv"))
        #expect(try folder.content(of: look) == nil)
        #expect(try folder.move(look, to: .done) == nil)
        #expect(folder.look().special == ["a.csv"] && folder.look().files.map(\.name) == ["b.csv"])
        withExtendedLifetime(directory) {}
    }

    @Test func aNameThatIsTakenGetsANumber() throws {
        let folder = try folder()
        for (number, expected) in [(1, "done/a.csv"), (2, "done/a-2.csv"), (3, "done/a-3.csv")] {
            _ = try directory.write("\(number)", to: "a.csv")
            let look = try #require(folder.look().files.first)
            #expect(try folder.move(look, to: .done) == expected)
            #expect(try String(contentsOfFile: directory.file(expected), encoding: .utf8) == "\(number)")
        }
        _ = try directory.write("x", to: "failed/b.csv.why.txt")
        _ = try directory.write("b", to: "b.csv")
        let look = try #require(folder.look().files.first)
        #expect(try folder.move(look, to: .failed, note: "because\n") == "failed/b-2.csv")
        #expect(try names("failed") == ["b-2.csv", "b-2.csv.why.txt", "b.csv.why.txt"])
        #expect(try String(contentsOfFile: directory.file("failed/b.csv.why.txt"), encoding: .utf8) == "x")
        withExtendedLifetime(directory) {}
    }

    @Test func aMoveThatFailsLeavesTheFileAndNoNote() throws {
        let folder = try folder()
        _ = try directory.write("a", to: "a.csv")
        let look = try #require(folder.look().files.first)
        try FileManager.default.removeItem(atPath: directory.file("failed"))
        #expect(throws: (any Error).self) { try folder.move(look, to: .failed, note: "because") }
        #expect(folder.look().files == [look])
        withExtendedLifetime(directory) {}
    }

    @Test(arguments: [
        ("a.csv", 1, "a.csv"), ("a.csv", 2, "a-2.csv"), ("a", 3, "a-3"), (".a", 2, ".a-2"), ("a.b.c", 2, "a.b-2.c"),
        ("a.averylongendingofafile", 2, "a.averylongendingofafile-2"),
    ])
    func aNumberStandsBeforeTheEnding(name: String, number: Int, expected: String) {
        #expect(WatchedFolder.name(name, number) == expected)
    }

    @Test func aLongNameIsShortenedSoThatItsNoteFits() throws {
        let folder = try folder()
        let long = String(repeating: "ж", count: 125) + ".csv"
        _ = try directory.write("a", to: long)
        let look = try #require(folder.look().files.first)
        let moved = try #require(try folder.move(look, to: .failed, note: "because"))
        #expect(moved.utf8.count <= "failed/".utf8.count + 230 && moved.hasSuffix("ж.csv"))
        #expect(try names("failed").count == 2)
        withExtendedLifetime(directory) {}
    }

    @Test func onlyFinishedFilesAreSeen() throws {
        let folder = try folder()
        for name in ["b.csv", "a.ofx", "c.CRDOWNLOAD", "d.part", "e.tmp", "f~", ".g"] {
            _ = try directory.write("x", to: name)
        }
        _ = try directory.write("", to: "h.csv")
        try FileManager.default.createDirectory(
            atPath: directory.file("sub.csv"), withIntermediateDirectories: false)
        #expect(folder.look().files.map(\.name) == ["a.ofx", "b.csv"] && folder.look().special.isEmpty)
        withExtendedLifetime(directory) {}
    }
}

/// Goal: the account of a file is that of the first rule that fits, and no guess.
@Suite struct AccountRulesTests {
    private static func account(_ id: String, _ name: String) -> LedgerSignal.Account {
        LedgerSignal.Account(
            id: id, userId: "u", name: name, currency: AppSamples.roubles, balance: AppSamples.money("0"),
            available: AppSamples.money("0"), status: .active, openedAt: AppSamples.now)
    }

    private static let accounts = [
        account("a1", "main"), account("a2", "Card 4276 1234"), account("a3", "DE02120300000000202051"),
        account("a4", "old 5555"), account("a5", "new 5555"),
    ]

    @Test(
        arguments: [
            ("sber-march.csv", nil, "a2"), ("SBER.csv", nil, "a1"), ("x.csv", "42761234", "a2"),
            ("x.csv", "4276", "a2"),
            ("x.csv", "276", "a1"), ("x.csv", "de02 1203 0000 0000 2020 51", "a3"), ("x.csv", "5555", "a1"),
            ("x.csv", "40817810", "a4"), ("sber.csv", "DE02120300000000202051", "a2"), ("x.csv", nil, "a1"),
        ] as [(String, String?, String)])
    func theFirstRuleThatFitsCounts(name: String, number: String?, expected: String) {
        let rules = AccountRules(
            [.init(pattern: "sber*", account: "a2"), .init(pattern: "40817*", account: "a4")], usual: "a1")
        #expect(rules.account(of: name, number: number, among: Self.accounts)?.id == expected)
    }

    @Test func withoutARuleThereIsNoAccount() {
        let rules = AccountRules([.init(pattern: "sber*", account: "gone")], usual: nil)
        #expect(rules.account(of: "sber.csv", number: nil, among: Self.accounts) == nil)
        #expect(rules.account(of: "x.csv", number: "5555", among: Self.accounts) == nil, "two have the number")
    }
}
