/// Types as Python writes them: a `TypedDict` for each object.
enum PythonTypes: TypeNotation {
    static let anything = "Any"
    static let text = "str"
    static let integer = "int"
    static let number = "float"
    static let boolean = "bool"

    static func oneOf(_ texts: [String]) -> String {
        "Literal[\(texts.map(ClientContract.quoted).joined(separator: ", "))]"
    }

    static func list(of element: String) -> String { "list[\(element)]" }

    static func table(of value: String) -> String { "dict[str, \(value)]" }

    static func declaration(of name: String, _ description: String?, _ members: [TypeMember]) -> String {
        let fields = members.map { member in
            (name: member.name, type: member.isRequired ? member.type : "NotRequired[\(member.type)]")
        }
        guard fields.allSatisfy({ PythonName.isPlain($0.name) }) else {
            // A name that Python reserves cannot be a member of a class.
            let lines = fields.map { "    \(ClientContract.quoted($0.name)): \($0.type),\n" }.joined()
            return "\(name) = TypedDict(\"\(name)\", {\n\(lines)})\n"
        }
        var text = "class \(name)(TypedDict):\n"
        if let description { text += "    \(PythonName.documentation(description))\n\n" }
        for field in fields { text += "    \(field.name): \(field.type)\n" }
        if fields.isEmpty && description == nil { text += "    pass\n" }
        return text
    }

    static func alias(_ name: String, of type: String) -> String { "\(name): TypeAlias = \(type)\n" }
}

/// The names of Python.
enum PythonName {
    private static let keywords: Set<String> = [
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
        "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
        "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ]
    /// The arguments of every method.
    private static let arguments: Set<String> = ["self", "key", "timeout"]
    /// Types that a method of the same name would hide from the methods after it.
    private static let types: Set<String> = ["bool", "dict", "float", "int", "list", "str"]

    /// True for a name that can be written as it is.
    static func isPlain(_ name: String) -> Bool { ClientContract.isWord(name) && !keywords.contains(name) }

    /// Returns the name of a parameter: `from_` for `from`.
    static func parameter(_ name: String) -> String { !isPlain(name) || arguments.contains(name) ? "\(name)_" : name }

    /// Returns the name of a method without its service: `totp_begin` for `auth.totp.begin`.
    static func method(_ name: String) -> String {
        let own = name.split(separator: ".").dropFirst().joined(separator: "_")
        return !isPlain(own) || types.contains(own) ? "\(own)_" : own
    }

    /// Returns a documentation string.
    static func documentation(_ text: String) -> String {
        "\"\"\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"\"\""
    }
}
