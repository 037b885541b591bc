/// The sentences that services say, as their sources have them, and those that the gateway says in Russian.
enum ServiceSentences {
    /// A sentence and where it stands.
    struct Place: Sendable {
        let text: String
        let file: SourceFile
        fileprivate let offset: Int

        /// `path:line`.
        var name: String {
            let text = file.lines.joined(separator: "\n")
            return "\(file.path):\(text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1)"
        }
    }

    // MARK: The catalogue

    /// The sentences of the gateway's tables, in English; behind each stands its Russian one.
    static let catalogue: [Place] = {
        let tables = "Services/Gateway/GatewayWords/Language/ServiceSentences/Tables/"
        return Repository.current.houseFiles.filter { $0.path.hasPrefix(tables) }.flatMap { file in
            let literals = SwiftLiteralReader.literals(of: file.lines.joined(separator: "\n"))
            return stride(from: 0, to: literals.count, by: 2).map {
                Place(text: literals[$0].text, file: file, offset: literals[$0].offset)
            }
        }
    }()

    // MARK: The sources

    /// Where sentences are made that may come to a person through the gateway.
    static let sources: [SourceFile] = Repository.current.houseFiles.filter { file in
        let parts = file.path.split(separator: "/").map(String.init)
        // Reasons stand there in both languages.
        if file.path.hasSuffix("Reasons.swift") { return false }
        return switch parts[0] {
        case "Services": parts[1] != "Gateway"
        case "Shared": !["Bindings", "Drawing"].contains(parts[1])
        default: false
        }
    }

    /// Every literal of the sources but those of files that say nothing.
    static let literals: [(file: SourceFile, literal: SwiftLiteral)] =
        sources.filter { file in
            // Use cases speak, also those whose files end as those of settings do.
            file.path.contains("/UseCases/") || !unsaidFiles.keys.contains { file.path.hasSuffix($0) }
        }.flatMap { file in
            SwiftLiteralReader.literals(of: file.lines.joined(separator: "\n")).map { (file, $0) }
        }

    /// Those that a person may read.
    static let said: [Place] = literals.filter { isSaid($0.literal, in: $0.file) }.map {
        Place(text: $0.literal.text, file: $0.file, offset: $0.literal.offset)
    }

    /// Whether a literal may come to a person: one of words, unless what it is an argument of, or its file, says otherwise.
    private static func isSaid(_ literal: SwiftLiteral, in file: SourceFile) -> Bool {
        guard isSentence(literal.text), unsaid[literal.text] == nil else { return false }
        let calls = literal.calls.map { $0.split(separator: ".").last.map(String.init) ?? "" }
        // Most of what stands in a store is SQL.
        if file.path.contains("/Store/") || file.path.hasPrefix("Shared/Storage/") {
            return !faultCalls.isDisjoint(with: calls)
        }
        if file.path.hasPrefix("Shared/Hosting/") { return calls.contains("HostingError") }
        if literal.calls.contains(where: { $0.hasPrefix("log.") }) || calls.contains(where: { unsaidCalls[$0] != nil })
        {
            return false
        }
        return !literal.before.contains("summary")
            || !literal.before.contains(#/\bsummary(?:: String)?(?:: | =)\s*$/#)
    }

    /// Words with a space between or around them, or with a full stop.
    private static func isSentence(_ text: String) -> Bool {
        // Spares most texts the regular expressions, which are slow.
        guard text.utf8.contains(UInt8(ascii: " ")) || text.hasSuffix(".") else { return false }
        let bare = text.replacing(#/\{\d+\}/#, with: "")
        return bare.contains(#/[A-Za-z]{2}/#) && (bare.contains(" ") || bare.hasSuffix("."))
    }

    private static let faultCalls: Set<String> = ["Fault", "invalidArgument", "unauthenticated"]
}
