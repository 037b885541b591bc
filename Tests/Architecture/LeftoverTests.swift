import Testing

/// No temporary code is left behind.
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

    /// Amounts in texts are written by `AmountText`, never composed of a number and a code.
    @Test func noTextWritesAnAmountItsOwnWay() {
        let interpolated = #/\\\([^()]*\.decimalText\b/#
        let places = Self.repository.swiftFiles.filter { !$0.path.hasPrefix("Tests/") }.flatMap { file in
            file.lines.filter { $0.contains("decimalText") && !$0.contains("return \"row:") }
                .filter { $0.firstMatch(of: interpolated) != nil }.map { "\(file.path): \($0)" }
        }
        #expect(places.count == Self.fileFormats, "\(places.joined(separator: "\n"))")
    }

    /// The lines of machine formats, OFX, QIF and Beancount, in which an amount has no unit or another place for it.
    private static let fileFormats = 5
}
