import Testing

/// The rules for every Swift file. Method: each rule is a function from files to sentences. It must find nothing in the
/// repository, and something in a sample.
@Suite struct SourceRuleTests {
    private static let repository = Repository.current

    @Test func filesAreShort() {
        let files = Self.repository.swiftFiles
        let tooLong = files.filter { $0.lineCount > 500 }.map(Self.length)
        #expect(tooLong == [], "500 lines are the limit")
        let long = files.filter { $0.lineCount > 300 }
        #expect(
            long.count * 100 <= files.count,
            "at most one file in a hundred may be longer than 300 lines; these are: \(long.map(Self.length))")
        let middle = files.map(\.lineCount).sorted()[files.count / 2]
        #expect(middle <= 120, "half of the files have more than \(middle) lines; 120 are enough")
    }

    @Test func linesAreShort() {
        #expect(Self.wide(Self.repository.swiftFiles) == [])
        #expect(Self.wide([Self.sample("let a = 1\n// " + String(repeating: "я", count: 118))]).count == 1)
    }

    @Test func aFileIsNamedAfterATypeInIt() {
        #expect(Self.misnamed(Self.repository.houseFiles) == [])
        let purse = Self.sample("private enum Coin {}\nenum Purse {}", path: "Shared/Domain/Wallet.swift")
        #expect(Self.misnamed([purse]).count == 1)
    }

    @Test func noModuleHasATypeOfItsOwnName() {
        #expect(Self.shadowingModules(Self.repository.houseFiles) == [])
        #expect(Self.shadowingModules([Self.sample("public enum Domain {}")]).count == 1)
    }

    @Test func whatTheCompilerCannotProveIsExplained() {
        #expect(Self.unexplained(Self.repository.houseFiles) == [])
    }

    @Test(arguments: [
        "final class Box: @unchecked Sendable {}", "nonisolated(unsafe) let box = 1", "try! open()",
        "let first = list[0]!", "box!.open()", "let other = box as! Box", "call(box!, of: \"\\(list.last!)\")",
    ])
    func anUnexplainedTrapIsFound(line: String) {
        #expect(Self.unexplained([Self.sample("import Glibc\n\(line)")]).count == 1)
        #expect(Self.unexplained([Self.sample("// Proof: nobody else holds it.\n\(line)")]) == [])
    }

    @Test(arguments: [
        "if left != right {}", "if !isOpen {}", "print(\"Done!\")", "// Surprise!", "let not: Bool = (!isOpen)",
    ])
    func anExclamationMarkThatUnwrapsNothingIsLeftAlone(line: String) {
        #expect(Self.unexplained([Self.sample("\n\(line)")]) == [])
    }

    @Test func sharedCodeIsDocumented() {
        let lines = Self.repository.houseFiles.filter { $0.path.hasPrefix("Shared/") }.flatMap(\.lines)
            .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        let documented = lines.filter { $0.hasPrefix("///") }.count
        #expect(
            documented * 100 >= lines.count * 20, "\(documented) of \(lines.count) lines of Shared are documentation")
    }

    // MARK: The rules

    /// A file of several similar types may be named after their common part: DownCommands holds DownCommand and
    /// RestartCommand. A file without a type of its own, with functions or extensions only, is named after its topic.
    private static func misnamed(_ files: [SourceFile]) -> [String] {
        files.compactMap { file in
            let primary = file.name.split(separator: "+").first.map(String.init) ?? ""
            let kind = primary.hasSuffix("s") ? primary.matches(of: /[A-Z][a-z]+/).last?.0.dropLast() : nil
            let isNamedByKind = kind.map { kind in file.ownTypes.contains { $0.hasSuffix(kind) } } ?? false
            if file.types.contains(primary) || isNamedByKind || file.ownTypes.isEmpty { return nil }
            return "\(file.path) has no \(primary), only \(file.ownTypes.sorted())"
        }
    }

    private static func shadowingModules(_ files: [SourceFile]) -> [String] {
        files.compactMap { file in
            // Executables are not imported.
            guard let module = file.module, !module.hasSuffix("Main"), file.ownTypes.contains(module)
            else { return nil }
            return "\(file.path) declares \(module), the name of its module"
        }
    }

    private static func unexplained(_ files: [SourceFile]) -> [String] {
        let trap = /@unchecked Sendable|nonisolated\(unsafe\)|\btry!|\bas!|[\w)\]?"]!(?![=\w])|[\w)\]]!\./
        return files.flatMap { file in
            file.code.indices.compactMap { index in
                let line = file.code[index]
                guard line.contains("!") || line.contains("un"), line.contains(trap), !file.hasCommentAbove(index)
                else { return nil }
                return "\(file.path):\(index + 1) needs a comment above that proves it: \(file.lines[index])"
            }
        }
    }

    /// Lines of more than 120 columns: the formatter breaks neither comments nor literals.
    private static func wide(_ files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.lines.enumerated().filter { $0.element.count > 120 }.map { "\(file.path):\($0.offset + 1)" }
        }
    }

    private static func length(_ file: SourceFile) -> String { "\(file.path): \(file.lineCount) lines" }

    private static func sample(_ text: String, path: String = "Shared/Domain/Sample.swift") -> SourceFile {
        SourceFile(path: path, text: text, module: "Domain")
    }
}
