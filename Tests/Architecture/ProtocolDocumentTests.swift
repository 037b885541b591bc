import Testing

/// PROTOCOL.md matches the sources: every method, fault and event, no more and no less.
@Suite struct ProtocolDocumentTests {
    private static let repository = Repository.current
    private static let document = repository.text("Shared/Docs/PROTOCOL.md")

    // MARK: Methods

    @Test func everySignalIsInTheTableOfMethods() {
        let signals = Self.signals()
        #expect(signals.count >= 20)
        let rows = MarkdownTable.rows(of: Self.document, under: "Methods").map { row in
            (method: row[0].codeWords.first ?? "", access: String(row[1]), effect: String(row[2]))
        }
        let documented = rows.filter { $0.method.contains("<") == false && $0.method != "rpc.discover" }
        #expect(documented.map(\.method).sorted() == signals.map(\.method).sorted())
        for signal in signals {
            let row = documented.first { $0.method == signal.method }
            #expect(row?.access == signal.access, "\(signal.method)")
            #expect(row?.effect == signal.effect, "\(signal.method)")
        }
    }

    @Test func everySignalNamesItsMethodOnce() {
        let methods = Self.signals().map(\.method)
        #expect(Set(methods).count == methods.count)
        let structures = Self.signalFiles().flatMap { file in file.code.filter { $0.contains(": Signal {") } }
        #expect(structures.count == methods.count)
    }

    @Test func theFaultsOfASignalAreDocumentedInTheSameOrder() {
        let rows = MarkdownTable.rows(of: Self.document, under: "Methods").filter { $0.count == 5 }
        var documented = rows.reduce(into: [String: [String]]()) { faults, row in
            faults[row[0].codeWords.first ?? ""] = row[4].codeWords
        }
        for (method, words) in documented where words.count == 1 && words[0].contains(".") {
            documented[method] = documented[words[0]]
        }
        for signal in Self.signals() {
            #expect(documented[signal.method] == signal.faults, "\(signal.method)")
        }
    }

    // MARK: Faults

    @Test func everyFaultCodeIsUniqueAndInTheCatalogue() {
        let declared = Self.faultCodes()
        #expect(declared.count >= 25)
        #expect(Set(declared.map(\.code)).count == declared.count)
        #expect(Set(declared.map(\.constant)).count == declared.count)
        let catalogue = Self.repository.text("Shared/Signals/Faults.swift").firstMatch(
            of: /(?s)let all: \[FaultCode\] = \[(.*?)\n    \]/)?.1
        let listed = (catalogue ?? "").matches(of: /\.(\w+)/).map { String($0.1) }
        #expect(listed.sorted() == declared.map(\.constant).sorted())
    }

    @Test func theTableOfFaultsSaysWhatTheSourcesSay() {
        let rows = MarkdownTable.rows(of: Self.document, under: "Faults")
        #expect(rows.map { $0[0].codeWords.first } == Self.catalogueOrder())
        let numbers = Self.repository.text("Shared/Transport/Wire/Reply.swift")
            .matches(of: /case \.(\w+): (-\d+)/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
        #expect(numbers.count >= 4)
        for code in Self.faultCodes() {
            guard let row = rows.first(where: { $0[0].codeWords.first == code.code }) else { continue }
            #expect(row[1] == numbers[code.constant] ?? "-32000", "\(code.code)")
            #expect(row[2] == (code.isRetryable ? "yes" : "no"), "\(code.code)")
        }
    }

    @Test func faultCodesAreMadeInTheCatalogueAlone() {
        let makers = Self.repository.houseFiles.filter { file in
            file.code.contains { $0.contains("FaultCode(\"") && $0.contains("static let") }
        }
        #expect(makers.map(\.path) == ["Shared/Coordination/Fault.swift", "Shared/Signals/Faults.swift"])
    }

    // MARK: Events

    @Test func everyEventIsInTheTableOfEvents() {
        let declared = Self.signalFiles().flatMap { file in
            file.lines.joined(separator: "\n").matches(of: /\/\/\/ Event `(\w+\.\w+)`/).map { String($0.1) }
        }
        #expect(declared.count >= 6)
        let documented = MarkdownTable.rows(of: Self.document, under: "Events").compactMap { $0[0].codeWords.first }
        #expect(documented.sorted() == declared.sorted())
    }

    // MARK: What the sources say

    private struct SignalFacts {
        let method: String
        let access: String
        let effect: String
        let faults: [String]
    }

    private static func signalFiles() -> [SourceFile] {
        repository.swiftFiles.filter { $0.path.hasPrefix("Shared/Signals/") }
    }

    /// Returns the content of each `struct …: Signal`, and the faults in the comment above it.
    private static func signals() -> [SignalFacts] {
        signalFiles().flatMap { file -> [SignalFacts] in
            let text = file.lines.joined(separator: "\n")
            return text.split(separator: /\n    }\n/).compactMap { block in
                guard let method = block.firstMatch(of: /let method: SignalMethod = "([\w.]+)"/)?.1 else { return nil }
                let access = block.firstMatch(of: /let access = SignalAccess\.(\w+)/)?.1 ?? "session"
                let effect = block.firstMatch(of: /let effect = SignalEffect\.(\w+)/)?.1 ?? "changes"
                let faults = block.firstMatch(of: /(?s)\/\/\/ - Faults[^:]*:(.*?)\n    public struct/)?.1 ?? ""
                return SignalFacts(
                    method: String(method), access: access == "operator" ? "house" : String(access),
                    effect: String(effect), faults: faults.codeWords)
            }
        }
    }

    private static func faultCodes() -> [(constant: String, code: String, isRetryable: Bool)] {
        let text = ["Shared/Coordination/Fault.swift", "Shared/Signals/Faults.swift"].map(repository.text).joined()
        return text.matches(of: /static let (\w+) = FaultCode\("(\w+)"(, isRetryable: true)?\)/).map { match in
            (String(match.1), String(match.2), match.3 != nil)
        }
    }

    /// Returns the codes in the order of `FaultCode.all`.
    private static func catalogueOrder() -> [String] {
        let text = repository.text("Shared/Signals/Faults.swift")
        let list = text.firstMatch(of: /(?s)let all: \[FaultCode\] = \[(.*?)\n    \]/)?.1 ?? ""
        return list.matches(of: /\.(\w+)/).compactMap { match in
            faultCodes().first { $0.constant == match.1 }?.code
        }
    }
}
