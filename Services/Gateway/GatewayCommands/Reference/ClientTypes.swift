import StrictJSON

/// How a language writes types and their declarations.
protocol TypeNotation {
    /// The type of every value.
    static var anything: String { get }
    static var text: String { get }
    static var integer: String { get }
    static var number: String { get }
    static var boolean: String { get }
    /// Returns the type of the texts that are listed.
    static func oneOf(_ texts: [String]) -> String
    /// Returns the type of a list.
    static func list(of element: String) -> String
    /// Returns the type of an object with arbitrary names.
    static func table(of value: String) -> String
    /// Declares an object.
    static func declaration(of name: String, _ description: String?, _ members: [TypeMember]) -> String
    /// Declares a second name of a type.
    static func alias(_ name: String, of type: String) -> String
}

/// A member of an object.
struct TypeMember {
    let name: String
    let type: String
    let isRequired: Bool
}

/// Types of a language made from JSON schemas: one for each different object, in the order of their use.
struct ClientTypes<Notation: TypeNotation> {
    /// The declarations, each before its first use.
    private(set) var declarations: [String] = []
    /// The names of the declared types by the JSON of their schemas.
    private var names: [String: String] = [:]
    private var taken: Set<String>

    /// - Parameter taken: Names that belong to something else.
    init(taken: Set<String>) { self.taken = taken }

    /// Returns the expression for a type, and declares what it needs.
    ///
    /// - Parameters:
    ///   - name: The name for an object; a number is appended if another type has it.
    ///   - prefix: The beginning of the names of the objects in it.
    mutating func type(of schema: JSONNode, named name: String, prefix: String) -> String {
        if let values = schema.member("enum") {
            let texts = values.elements.map(\.string)
            guard !texts.isEmpty, !texts.contains(nil) else { return Notation.anything }
            return Notation.oneOf(texts.compactMap { $0 })
        }
        if let choices = schema.member("oneOf") {
            return choices.elements.map { type(of: $0, named: name, prefix: prefix) }.joined(separator: " | ")
        }
        switch schema.member("type")?.string {
        case "string": return Notation.text
        case "integer": return Notation.integer
        case "number": return Notation.number
        case "boolean": return Notation.boolean
        case "array":
            let element = schema.member("items").map { type(of: $0, named: Self.singular(name), prefix: prefix) }
            return Notation.list(of: element ?? Notation.anything)
        case "object": return object(schema, named: name, prefix: prefix)
        default: return Notation.anything
        }
    }

    private mutating func object(_ schema: JSONNode, named name: String, prefix: String) -> String {
        guard let properties = schema.member("properties") else {
            guard let values = schema.member("additionalProperties"), values.kind == .object else {
                return Notation.table(of: Notation.anything)
            }
            return Notation.table(of: type(of: values, named: name, prefix: prefix))
        }
        let text = String(decoding: schema.rawBytes, as: UTF8.self)
        if let known = names[text] { return known }
        let isMoney = schema.member("format")?.string == "money"
        let own = free(isMoney ? "Money" : name)
        names[text] = own
        let required = Set(schema.member("required")?.elements.compactMap(\.string) ?? [])
        let members = properties.members.map { member in
            TypeMember(
                name: member.name,
                type: type(
                    of: member.node, named: prefix + ClientContract.capitalised(member.name), prefix: prefix),
                isRequired: required.contains(member.name))
        }
        declarations.append(Notation.declaration(of: own, schema.member("description")?.string, members))
        return own
    }

    /// Declares an object that has no schema of its own, and returns its name.
    mutating func declare(_ name: String, _ members: [TypeMember]) -> String {
        let own = free(name)
        declarations.append(Notation.declaration(of: own, nil, members))
        return own
    }

    /// Gives a declared type a second name, so that it is found under the name of each method that answers it.
    mutating func alias(_ name: String, of type: String) -> String {
        guard name != type, names.values.contains(type) else { return type }
        let own = free(name)
        declarations.append(Notation.alias(own, of: type))
        return own
    }

    private mutating func free(_ name: String) -> String {
        var (candidate, number) = (name, 1)
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = "\(name)\(number)"
        }
        return candidate
    }

    /// Returns the name of one element of a list: `Transfer` for `Transfers`.
    private static func singular(_ name: String) -> String {
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        if name.hasSuffix("ches") || name.hasSuffix("sses") { return String(name.dropLast(2)) }
        return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name
    }
}
