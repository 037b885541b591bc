import Domain
import Foundation
import GatewayCare
import GatewayCommandLine
import GatewayService
import GatewayWords
import Hosting
import TestSupport
import Testing

@testable import GatewayService

/// The manual pages, which groff formats without warnings.
@Suite struct ManualPageTests {
    @Test(arguments: Language.allCases)
    func groffHasNothingToComplainOf(_ language: Language) throws {
        let text = Language.$current.withValue(language) { ManualPage.text(CommandTable.all) }
        for command in CommandTable.all {
            #expect(text.contains("gateway \(command.name.replacing("-", with: "\\-"))"))
        }
        try Self.requireWellFormed(text)
    }

    @Test(arguments: ["en_US.UTF-8", "ru_RU.UTF-8"])
    func aServiceHasAPageWithItsSettings(_ locale: String) async throws {
        let house = RunningHouse()
        for service in ["ledger", "auth"] {
            let made = try await house.run("gateway", ["man", service], environment: ["LANG": locale])
            #expect(made.status == .exited(0), "\(made)")
            try Self.requireWellFormed(made.output)
            #expect(made.output.contains("KOPILKA_DRAIN_LIMIT"))
            #expect(made.output.contains("KOPILKA_REGISTRATIONS") == (service == "auth"))
            #expect(!made.output.contains(house.directory.path), "a page is read on other machines")
        }
    }

    private static func requireWellFormed(_ text: String) throws {
        #expect(text.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "groff is not installed")
        let folder = TemporaryDirectory()
        let page = try folder.write(text, to: "page")
        let groff = Process()
        groff.executableURL = URL(fileURLWithPath: "/usr/bin/groff")
        groff.arguments = ["-man", "-K", "utf8", "-Tutf8", "-ww", "-z", page]
        let pipe = Pipe()
        groff.standardError = pipe
        try groff.run()
        let complaints = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        groff.waitUntilExit()
        #expect(groff.terminationStatus == 0 && complaints.isEmpty, "\(complaints.prefix(2000))")
    }
}
