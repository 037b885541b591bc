import Testing

/// The things that documents name exist. A wrong document is worse than none.
@Suite struct DocumentTests {
    private static let repository = Repository.current
    private static let documents = repository.paths.filter { $0.hasSuffix(".md") }

    @Test func theReadmeIsShort() {
        let lines = Self.repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count
        #expect((20...160).contains(lines), "README.md has \(lines) lines")
    }

    @Test(arguments: documents)
    func everyMakeTargetNamedIsInTheMakefile(document: String) {
        #expect(Self.unknownMakeTargets(in: Self.repository.text(document)) == [])
    }

    @Test(arguments: documents)
    func everyGatewayCommandNamedIsInItsTable(document: String) {
        #expect(GatewayCommands.all.count >= 20)
        #expect(Self.unknownGatewayCommands(in: Self.repository.text(document)) == [])
    }

    @Test(arguments: documents + ["compose.yaml", "Shared/Packaging/Dockerfile", "Makefile"])
    func everyVariableNamedIsReadByTheSources(document: String) {
        #expect(Self.unknownVariables(in: Self.repository.text(document)) == [])
    }

    @Test(arguments: documents)
    func everyLinkLeadsSomewhere(document: String) {
        let folder = document.split(separator: "/").dropLast().map(String.init)
        let links = Self.repository.text(document).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { String($0.1) }
        let broken = links.filter { link in
            var path = folder
            for part in link.split(separator: "/") {
                if part == ".." { _ = path.popLast() } else { path.append(String(part)) }
            }
            let target = path.joined(separator: "/")
            return !Self.repository.paths.contains { $0 == target || $0.hasPrefix(target + "/") }
        }
        #expect(broken == [])
    }

    @Test func everyTestThatADefenceNamesExists() {
        let named = MarkdownTable.rows(of: Self.repository.text("Shared/Docs/THREATS.md"), under: "Defences").flatMap {
            $0[2].codeWords
        }
        #expect(named.count >= 15)
        #expect(NamedTests.missing(of: named) == [])
    }

    @Test func theExitCodesAreThoseOfTheGateway() {
        let source = Self.repository.text("Services/Gateway/GatewayWords/Faults/GatewayExitCode.swift")
        let codes = source.matches(of: /case \w+ = (\d+)/).map { String($0.1) }
        let rows = MarkdownTable.rows(of: Self.repository.text("Shared/Docs/SETTINGS.md"), under: "Exit codes").flatMap
        { row in
            row.indices.filter { $0.isMultiple(of: 2) }.map { String(row[$0]) }.filter { !$0.isEmpty }
        }
        #expect(codes.count >= 10 && rows.sorted() == codes.sorted())
    }

    @Test func everyFlagOfTheSettingsStandsBesideItsVariable() {
        let rows = MarkdownTable.rows(
            of: Self.repository.text("Shared/Docs/SETTINGS.md"), under: "Settings of all programs")
        #expect(rows.count >= 4)
        for row in rows {
            let words = row[0].codeWords
            guard let flag = words.first(where: { $0.hasPrefix("--") }) else { continue }
            let variable = "KOPILKA_" + flag.dropFirst(2).uppercased().replacing("-", with: "_")
            #expect(words.contains(variable), "\(flag) is set by \(variable)")
        }
    }

    @Test func theScreenInTheReadmeIsOneThatTheAppDraws() throws {
        let golden = Self.repository.text("Tests/Gateway/Screens/main.en.txt")
        let tones = try #require(golden.firstRange(of: "-- tones"))
        #expect(Self.repository.text("README.md").contains("```\n\(golden[..<tones.lowerBound])```\n"))
    }

    @Test func aNameThatIsNotThereIsFound() {
        #expect(
            Self.unknownMakeTargets(in: "run `make coffee`, then\n    make tea\nto make money") == ["coffee", "tea"])
        #expect(
            Self.unknownGatewayCommands(in: "```\n$ gateway fly --to moon\n```\nor `gateway sing`") == [
                "fly --to moon", "sing",
            ])
        #expect(Self.unknownVariables(in: "KOPILKA_RUN and KOPILKA_FUN") == ["KOPILKA_FUN"])
    }

    // MARK: The rules

    private static func unknownMakeTargets(in text: String) -> [String] {
        let targets = Set(repository.text("Makefile").matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
        let named = text.matches(of: /(?m)(?:`|^\s*(?:\$ )?)make ([a-z-]+)/).map { String($0.1) }
        return named.filter { !targets.contains($0) }
    }

    private static func unknownGatewayCommands(in text: String) -> [String] {
        let named = text.matches(of: /(?m)(?:`|^\s*(?:\$ )?(?:docker compose run --rm )?)gateway ([a-z][^`\n|<]*)/)
        return named.map(\.1).filter { line in
            // In a sentence, "gateway" may begin a line.
            GatewayCommands.command(in: line.split(separator: " ")) == nil && !isSentence(line, in: text)
        }.map(String.init)
    }

    /// Returns true when a line is outside of code: neither in a fence nor between backquotes.
    private static func isSentence(_ line: Substring, in text: String) -> Bool {
        if line.endIndex < text.endIndex, text[line.endIndex] == "`" { return false }
        let before = text[..<line.startIndex]
        let fences = before.split(separator: "\n").filter { $0.hasPrefix("```") }.count
        return fences.isMultiple(of: 2)
    }

    private static func unknownVariables(in text: String) -> [String] {
        let named = text.matches(of: /\bKOPILKA_[A-Z_]*[A-Z]/).map { String($0.0) }
        return named.filter { !variables.contains($0) }
    }

    /// The variables that compose.yaml, the manifest or the sources read: by a literal, or as a setting's variable.
    private static let variables = repository.swiftFiles.reduce(
        into: composeVariables.union(manifestVariables)
    ) { variables, file in
        // The inventions of unit tests are not read by anything.
        guard
            !file.isTest
                || ["System", "Fuzz", "Benchmarks", "CrashPoints"].contains(where: {
                    file.path.hasPrefix("Tests/\($0)/")
                })
        else { return }
        let text = file.lines.joined(separator: "\n")
        for match in text.matches(of: /"(KOPILKA_[A-Z_]+)"/) { variables.insert(String(match.1)) }
        for match in text.matches(of: /Setting<[^(]*>\(\s*"([a-z-]+)"/) {
            variables.insert("KOPILKA_" + match.1.uppercased().replacing("-", with: "_"))
        }
    }

    private static let manifestVariables = Set(
        repository.text("Package.swift").matches(of: /environment\["(KOPILKA_[A-Z_]+)"\]/).map { String($0.1) })

    /// The variables that compose.yaml takes from `.env` or the shell: `${KOPILKA_NETWORK:-none}`.
    private static let composeVariables = Set(
        repository.text("compose.yaml").matches(of: /\$\{(KOPILKA_[A-Z_]+)[:}]/).map { String($0.1) })
}
