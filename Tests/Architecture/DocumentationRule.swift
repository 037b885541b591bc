/// The rule that every public declaration has a doc comment, unless its initialiser or its protocol already explains
/// it.
///
/// It replaces swift-format's AllPublicDeclarationsHaveDocumentation, which has no exceptions and so led to empty
/// comments.
enum DocumentationRule {
    /// A requirement of a foreign protocol, and the reason why it needs no comment.
    struct Known: Sendable {
        let requirement: String
        let reason: String
    }

    /// The requirements of Swift's own protocols. Those of ours are read from the sources: the comment of a requirement
    /// documents it for all conforming types.
    static let known: [String: Known] = [
        "Decodable": Known(requirement: "init(from:)", reason: "reads what `encode(to:)` writes"),
        "Encodable": Known(requirement: "encode(to:)", reason: "writes the value; its form stands at the type"),
        "CustomStringConvertible": Known(requirement: "description", reason: "is the value as logs have it"),
        "CustomDebugStringConvertible": Known(requirement: "debugDescription", reason: "is `description` once more"),
        "Comparable": Known(requirement: "<(_:_:)", reason: "compares what is compared by nature: days, moments"),
        "Hashable": Known(requirement: "hash(into:)", reason: "follows `==`"),
        "OptionSet": Known(requirement: "rawValue", reason: "is the bits"),
        "IteratorProtocol": Known(requirement: "next()", reason: "is the next element"),
    ]

    /// Returns a sentence for each public declaration without documentation.
    static func undocumented(_ files: [SourceFile]) -> [String] {
        let declarations = files.flatMap(DeclarationReader.declarations)
        let protocols = inherited(declarations)
        let requirements = documentedRequirements(declarations)
        let publicProtocols = Set(declarations.filter { $0.isPublic && $0.kind == "protocol" }.map(\.fullName))
        return declarations.filter { declaration in
            guard !declaration.isDocumented, declaration.kind != "extension" else { return false }
            if declaration.isRequirement { return publicProtocols.contains(declaration.scope) }
            // The sentence of a reason is its documentation.
            guard declaration.isPublic, !declaration.isMemberwise, declaration.scope != "Reason" else { return false }
            // A type needs more explanation than the associated type that it satisfies.
            return declaration.isType
                || !protocols[declaration.scope, default: []].contains { name in
                    requirements[name, default: []].contains(declaration.name)
                }
        }
        .map { "\($0.path):\($0.line) has no doc comment: \($0.kind) \($0.fullName)" }
    }

    /// Returns the requirements with a doc comment in their protocol, and those of Swift's own, by protocol.
    private static func documentedRequirements(_ declarations: [Declaration]) -> [String: Set<String>] {
        declarations.filter { $0.isRequirement && $0.isDocumented }
            .reduce(into: known.mapValues { [$0.requirement] }) { requirements, requirement in
                requirements[requirement.scope, default: []].insert(requirement.name)
            }
    }

    /// Returns all protocols of each type, including inherited ones.
    private static func inherited(_ declarations: [Declaration]) -> [String: Set<String>] {
        var direct: [String: Set<String>] = ["Codable": ["Encodable", "Decodable"]]
        for declaration in declarations { direct[declaration.fullName, default: []].formUnion(declaration.inherited) }
        return direct.mapValues { names in
            var (all, waiting) = (Set<String>(), Array(names))
            while let name = waiting.popLast() {
                if all.insert(name).inserted { waiting += direct[name, default: []] }
            }
            return all
        }
    }
}
