import Testing

/// Nothing lies about that was meant for a moment.
@Suite struct LeftoverTests {
    private static let repository = Repository.current

    @Test func noFileIsALeftover() {
        #expect(Self.repository.swiftFiles.filter { $0.name == "Placeholder" }.map(\.path) == [])
        let leftovers = Self.repository.swiftFiles.filter { file in
            file.name != "ServiceManager"
                && ["Utils", "Helpers", "Manager", "New", "2"].contains { file.name.hasSuffix($0) }
        }
        #expect(leftovers.map(\.path) == [])
        let words = ["TO" + "DO", "FIX" + "ME"]
        let unfinished = Self.repository.swiftFiles.filter { file in
            file.lines.contains { line in words.contains { line.contains($0) } }
        }
        #expect(unfinished.map(\.path) == [])
    }
}
