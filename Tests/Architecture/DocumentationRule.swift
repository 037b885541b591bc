/// Every public declaration says in a doc comment what it is, unless its initialiser or its protocol says all there is.
///
/// It stands in place of swift-format's AllPublicDeclarationsHaveDocumentation, which knows no exceptions and so made
/// people write comments that say nothing.
enum DocumentationRule {
    /// A requirement of a protocol that is not ours, and why it needs no words of its own.
    struct Known: Sendable {
        let requirement: String
        let reason: String
    }

    /// Requirements of Swift's own protocols. Those of ours are read from the sources: whoever documents a requirement
    /// documents it for all types that fulfil it.
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

    /// A sentence for each public declaration that is documented nowhere.
    static func undocumented(_ files: [SourceFile]) -> [String] {
        let declarations = files.flatMap(DeclarationReader.declarations)
        let protocols = inherited(declarations)
        let requirements = documentedRequirements(declarations)
        let publicProtocols = Set(declarations.filter { $0.isPublic && $0.kind == "protocol" }.map(\.fullName))
        return declarations.filter { declaration in
            guard !declaration.isDocumented, declaration.kind != "extension" else { return false }
            if declaration.isRequirement { return publicProtocols.contains(declaration.scope) }
            // The sentence of a reason says what it is.
            guard declaration.isPublic, !declaration.isMemberwise, declaration.scope != "Reason" else { return false }
            // A type says more than the associated type that it stands for.
            return declaration.isType
                || !protocols[declaration.scope, default: []].contains { name in
                    requirements[name, default: []].contains(declaration.name)
                }
        }
        .map { "\($0.path):\($0.line) has no doc comment: \($0.kind) \($0.fullName)" }
    }

    /// Requirements that a doc comment in their protocol explains, and those of Swift's own, by protocol.
    private static func documentedRequirements(_ declarations: [Declaration]) -> [String: Set<String>] {
        declarations.filter { $0.isRequirement && $0.isDocumented }
            .reduce(into: known.mapValues { [$0.requirement] }) { requirements, requirement in
                requirements[requirement.scope, default: []].insert(requirement.name)
            }
    }

    /// All protocols of each type, also those that its protocols inherit from.
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
