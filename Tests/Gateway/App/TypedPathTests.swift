import Foundation
import TestSupport
import Testing

@testable import GatewayScenes

/// Paths as people type them, completed as far as they are unambiguous.
@Suite struct TypedPathTests {
    private func folder() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        for name in ["март.csv", "март-2.csv", "April.ofx", ".hidden"] {
            try "x".write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
        }
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/Документы", withIntermediateDirectories: false)
        return directory
    }

    @Test func itGoesOnAsFarAsAllThatFitsAgrees() throws {
        let directory = try folder()
        let found = TypedPath("~/м", home: directory.path).completion
        #expect(found.text == "~/март" && found.names == ["март-2.csv", "март.csv"] && found.others == 0)
        #expect(TypedPath("\(directory.path)/Ap", home: nil).completion.text == "\(directory.path)/April.ofx")
        #expect(TypedPath("~/Д", home: directory.path).completion.text == "~/Документы/")
        #expect(TypedPath("~/нет", home: directory.path).completion.names.isEmpty)
    }

    @Test func hiddenFilesAreMeantByADotOnly() throws {
        let directory = try folder()
        #expect(TypedPath("~/", home: directory.path).completion.names.allSatisfy { !$0.hasPrefix(".") })
        #expect(TypedPath("~/.h", home: directory.path).completion.text == "~/.hidden")
    }

    @Test func manyAreCounted() throws {
        let directory = TemporaryDirectory()
        for number in 10..<40 {
            try "".write(toFile: "\(directory.path)/f\(number)", atomically: true, encoding: .utf8)
        }
        let found = TypedPath("~/f", home: directory.path).completion
        #expect(found.names.count + found.others == 30 && found.others > 0)
    }

    @Test func quotesOfADroppedFileAreNotPartOfIt() throws {
        let directory = try folder()
        #expect(TypedPath(" '\(directory.path)/март.csv' ", home: nil).isFile)
        #expect(TypedPath("\(directory.path)", home: nil).isFolder)
        #expect(!TypedPath("/dev/null", home: nil).isFile, "a device may never end")
    }
}
