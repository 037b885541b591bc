/// A declaration of Swift source, as far as it can be recognised without a compiler.
struct Declaration: Sendable {
    let path: String
    /// The line number, starting at 1.
    let line: Int
    /// The keyword: `struct`, `init`.
    let kind: String
    /// The name with the labels of its parameters, without enclosing types: `write(to:)`.
    let name: String
    /// The enclosing types: `LedgerSignal.Debits`. Empty at the top of a file.
    let scope: String
    /// True for public or open.
    let isPublic: Bool
    /// True for the requirement of a protocol.
    let isRequirement: Bool
    /// True when there is a doc comment above it.
    let isDocumented: Bool
    /// The listed protocols and classes of a type or an extension, without generic arguments.
    let inherited: [String]
    /// True for an initialiser that assigns each parameter to the property with its name and does nothing else.
    let isMemberwise: Bool

    /// The keywords that open a type.
    static let typeKinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]

    /// True for a type or an extension.
    var isType: Bool { Self.typeKinds.contains(kind) }

    /// The name with its enclosing types.
    var fullName: String { scope.isEmpty ? name : "\(scope).\(name)" }
}
