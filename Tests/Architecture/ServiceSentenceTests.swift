import Testing

/// What services say in English, the gateway says in Russian: all of it, and nothing that nobody says.
@Suite struct ServiceSentenceTests {
    @Test func everySentenceOfTheServicesIsSaidInRussian() {
        let known = Set(ServiceSentences.catalogue.map(\.text))
        #expect(ServiceSentences.said.count > 500)
        for place in ServiceSentences.said where !known.contains(place.text) && !Self.isOfTheLog(place.text) {
            Issue.record("\(place.name): \"\(place.text)\" has no Russian in Language/ServiceSentences")
        }
    }

    @Test func everyRussianSentenceIsSaid() {
        let literals = Set(ServiceSentences.literals.map(\.literal.text))
        let names = Self.names
        for place in ServiceSentences.catalogue where !literals.contains(place.text) {
            // A case of an enumeration, or the code of an error with what it says behind it.
            let word = place.text.replacing(": {0}", with: "")
            if !word.contains(" ") && names.contains(word) { continue }
            Issue.record("\(place.name): nobody says \"\(place.text)\"")
        }
    }

    @Test func noSentenceStandsInTwoTables() {
        let places = Dictionary(grouping: ServiceSentences.catalogue, by: \.text)
        #expect(places.filter { $0.value.count > 1 }.map(\.key) == [])
    }

    /// What is left out is there, or the reason is of yesterday.
    @Test func whatIsLeftOutIsThere() {
        let literals = Set(ServiceSentences.literals.map(\.literal.text))
        #expect(ServiceSentences.unsaid.keys.filter { !literals.contains($0) } == [])
        let files = ServiceSentences.sources.map(\.path)
        #expect(ServiceSentences.unsaidFiles.keys.filter { end in !files.contains { $0.hasSuffix(end) } } == [])
        let calls = Set(
            ServiceSentences.literals.flatMap(\.literal.calls).compactMap {
                $0.split(separator: ".").last.map(String.init)
            })
        #expect(ServiceSentences.unsaidCalls.keys.filter { !calls.contains($0) } == [])
    }

    @Test func everyFactOfAFaultHasARussianName() throws {
        let table = Repository.current.text(
            "Services/Gateway/GatewayWords/Language/ServiceSentences/DetailText.swift")
        let labels = Set(table.matches(of: #/^ {8}"(\w+)": "/#.anchorsMatchLineEndings()).map { String($0.1) })
        // Spares most lines the regular expressions, which are slow.
        let all: [Substring] = ServiceSentences.sources.flatMap { $0.lines }
        let lines = all.filter { $0.contains("\": .") || $0.contains("details[\"") }
        let sent = Set(
            lines.flatMap { line in
                line.matches(of: #/"(\w+)": \.(?:text|number|flag)\(/#).map { String($0.1) }
                    + line.matches(of: #/\bdetails\["(\w+)"\]/#).map { String($0.1) }
            })
        #expect(sent.count > 20)
        #expect(sent.subtracting(labels) == [])
        // The gateway itself says which profile to sign in with, and how many rows of a file are perhaps known.
        #expect(labels.subtracting(sent) == ["profile", "similar"])
    }

    @Test func everyCategoryOfTheCatalogueHasARussianName() {
        let path = "Services/Subscriptions/SubscriptionsService/Catalogue/CatalogueTable.swift"
        let given = Set(Repository.current.text(path).matches(of: #/\|(\w+)\n/#).map { String($0.1) })
        let text = Repository.current.text("Services/Gateway/GatewayWords/Language/CategoryText.swift")
        let named = Set(text.matches(of: #/"(\w+)": "/#).map { String($0.1) })
        // That of payments without another comes from the service itself.
        let charging = Repository.current.text("Services/Subscriptions/SubscriptionsService/Jobs/Charging.swift")
        #expect(charging.contains(#"payment.category ?? "subscriptions""#))
        #expect(!given.isEmpty && given.union(["subscriptions"]) == named)
    }

    /// An event that another service should not have sent is told in the log of the one that reads it, and nowhere else.
    private static func isOfTheLog(_ text: String) -> Bool { text.hasPrefix("Event {0} of ") }

    /// Words that are cases of enumerations, and codes of errors.
    private static let names: Set<String> = {
        let files =
            ServiceSentences.sources + Repository.current.houseFiles.filter { $0.path.contains("Bindings/Curl/") }
        return files.reduce(into: []) { names, file in
            for line in file.lines where line.contains("case ") || line.contains("rawValue:") {
                names.formUnion(line.split { !$0.isLetter && $0 != "_" }.map(String.init))
            }
        }
    }()
}

/// The reader on which that rests.
@Suite struct SwiftLiteralTests {
    private static func texts(_ source: String) -> [String] {
        SwiftLiteralReader.literals(of: source).map(\.text).sorted()
    }

    @Test func placesOfInterpolationsAreNumbered() {
        #expect(Self.texts(#"throw fault("a \(x) of \(f(y, "b \(z)")) c")"#) == ["a {0} of {1} c", "b {0}"])
        #expect(Self.texts(#"n == 1 ? "one line" : "\(n) lines""#) == ["one line", "{0} lines"])
    }

    @Test func literalsWithAPlusBetweenThemAreOne() {
        #expect(Self.texts("\"a \\(x) \"\n    + \"b \\(y).\"") == ["a {0} b {1}."])
        #expect(Self.texts(#""line " + String(repeating: "0", count: 2) + "x""#) == ["0", "line ", "x"])
    }

    @Test func longLiteralsLoseTheirIndentation() {
        let source = "let a = \"\"\"\n    first \\\n    second\n      third\n    \"\"\""
        #expect(Self.texts(source) == ["first second\n  third"])
    }

    @Test func commentsAreNoLiteralsAndRawOnesAre() {
        #expect(Self.texts("// \"no\"\n/* \"no\" */ a(#\"b \\(c) \\#(d) \"e\"\"#)") == ["b \\(c) {0} \"e\""])
        #expect(Self.texts(#""a \"b\" \u{2026}""#) == ["a \"b\" …"])
    }

    @Test func callsAreNamed() {
        let literals = SwiftLiteralReader.literals(of: #"throw Fault(.conflict, "x y", details: ["a": .text("b c")])"#)
        #expect(literals.first { $0.text == "x y" }?.calls == ["Fault"])
        #expect(literals.first { $0.text == "b c" }?.calls == ["Fault", "", ".text"])
    }
}
