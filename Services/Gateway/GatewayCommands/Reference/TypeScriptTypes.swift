/// Types as TypeScript writes them: an interface for each object.
enum TypeScriptTypes: TypeNotation {
    static let anything = "unknown"
    static let text = "string"
    static let integer = "number"
    static let number = "number"
    static let boolean = "boolean"

    static func oneOf(_ texts: [String]) -> String { texts.map(ClientContract.quoted).joined(separator: " | ") }

    static func list(of element: String) -> String { "Array<\(element)>" }

    static func table(of value: String) -> String { "Record<string, \(value)>" }

    static func declaration(of name: String, _ description: String?, _ members: [TypeMember]) -> String {
        var text = description.map { TypeScriptName.documentation($0) + "\n" } ?? ""
        // An empty interface would take every object.
        guard !members.isEmpty else { return text + "export type \(name) = Record<string, never>;\n" }
        text += "export interface \(name) {\n"
        for member in members {
            text += "  \(TypeScriptName.property(member.name))\(member.isRequired ? "" : "?"): \(member.type);\n"
        }
        return text + "}\n"
    }

    static func alias(_ name: String, of type: String) -> String { "export type \(name) = \(type);\n" }
}

/// The names of TypeScript.
enum TypeScriptName {
    /// What a class of a service has besides its methods.
    static let ownMethods: Set<String> = ["constructor", "events"]
    /// What the client has besides its services.
    private static let ownMembers: Set<String> = [
        "call", "close", "constructor", "firstWait", "refreshToken", "run", "signIn", "timeout", "token",
    ]
    /// Names of the fixed part, and of JavaScript, that types made from schemas must not hide.
    static let taken: Set<String> = [
        "Array", "AsyncIterableIterator", "CallOptions", "ChangeOptions", "Client", "Connection", "Date", "Dealer",
        "Error", "EventMembers", "EventOptions", "Events", "Fault", "FaultReply", "IteratorResult", "JSON", "Link",
        "Manner", "Map", "Math", "OtherEvent", "Promise", "Readonly", "Record", "Reply", "String", "Symbol",
    ]

    /// Returns the name of a member of an object, in quotes if it is not a word.
    static func property(_ name: String) -> String {
        ClientContract.isWord(name) ? name : ClientContract.quoted(name)
    }

    /// Returns the name of a method without its service: `totpBegin` for `auth.totp.begin`.
    static func method(_ name: String) -> String {
        uncapitalised(name.split(separator: ".").dropFirst().joined(separator: "."))
    }

    /// Returns the name of a service in the client: `myNotes` for `my-notes`.
    static func member(_ service: String) -> String {
        let own = uncapitalised(service)
        return ownMembers.contains(own) ? "\(own)_" : own
    }

    private static func uncapitalised(_ name: String) -> String {
        let whole = ClientContract.isWord(name) ? name : ClientContract.capitalised(name)
        return whole.prefix(1).lowercased() + whole.dropFirst()
    }

    /// Returns a comment for editors.
    static func documentation(_ text: String) -> String { "/** \(text.replacing("*/", with: "*\\/")) */" }
}
