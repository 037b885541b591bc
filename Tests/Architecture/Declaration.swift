/// A declaration of Swift source, as far as it can be told without a compiler.
struct Declaration: Sendable {
    let path: String
    /// From 1 on.
    let line: Int
    /// The keyword: `struct`, `init`.
    let kind: String
    /// With the labels of its parameters, without the types around it: `write(to:)`.
    let name: String
    /// The types around it: `LedgerSignal.Debits`. Empty at the top of a file.
    let scope: String
    /// Public or open.
    let isPublic: Bool
    /// Whether it stands in a protocol, as its requirement.
    let isRequirement: Bool
    /// Whether a doc comment stands above it.
    let isDocumented: Bool
    /// Protocols and classes that a type or an extension lists, without generic arguments.
    let inherited: [String]
    /// Whether it is an initialiser that assigns each parameter to the property of its name and does nothing else.
    let isMemberwise: Bool

    /// The keywords that open a type.
    static let typeKinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]

    /// Whether it is a type or an extension of one.
    var isType: Bool { Self.typeKinds.contains(kind) }

    /// Its name with the types around it.
    var fullName: String { scope.isEmpty ? name : "\(scope).\(name)" }
}
