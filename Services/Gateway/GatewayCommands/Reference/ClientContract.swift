import GatewayCommandLine
import GatewayWords
import StrictJSON

/// The methods and events of a service as a typed client offers them, from its OpenRPC document.
///
/// Methods for the operator are left out, and so is `<service>.events`, which clients read with a cursor.
struct ClientContract {
    /// One method.
    struct Method {
        /// The name on the wire, `auth.totp.begin`.
        let name: String
        let summary: String
        let parameters: [Parameter]
        /// The schema of the answer; nil if the service does not describe it.
        let result: JSONNode?
        /// True if it needs no session.
        let isOpen: Bool
        /// True if it takes an idempotency key.
        let changes: Bool
    }

    /// One parameter of a method.
    struct Parameter {
        let name: String
        let schema: JSONNode
        let isRequired: Bool
    }

    /// One type of event.
    struct Event {
        /// The type on the wire, `ledger.transferPosted`.
        let type: String
        let summary: String
        /// The schema of `data`.
        let data: JSONNode
    }

    let service: String
    let methods: [Method]
    let events: [Event]

    /// Reads the OpenRPC document of a service.
    init(of service: String, _ document: JSONNode) throws {
        self.service = service
        methods = (document.member("methods")?.elements.map { $0 } ?? []).compactMap { method in
            guard let name = method.member("name")?.string, method.member("x-access")?.string != "houseKeeper",
                name != "\(service).events"
            else { return nil }
            return Method(
                name: name, summary: method.member("summary")?.string ?? name,
                parameters: Self.parameters(of: method), result: method.member("result")?.member("schema"),
                isOpen: method.member("x-access")?.string == "open",
                changes: method.member("x-effect")?.string == "changes")
        }
        events = Self.events(in: document)
    }

    /// Returns the events that the OpenRPC document of a service describes.
    static func events(in document: JSONNode) -> [Event] {
        (document.member("x-events")?.elements.map { $0 } ?? []).compactMap { event in
            guard let type = event.member("name")?.string, let data = event.member("schema") else { return nil }
            return Event(type: type, summary: event.member("summary")?.string ?? type, data: data)
        }
    }

    private static func parameters(of method: JSONNode) -> [Parameter] {
        (method.member("params")?.elements.map { $0 } ?? []).compactMap { parameter in
            guard let name = parameter.member("name")?.string, let schema = parameter.member("schema") else {
                return nil
            }
            return Parameter(name: name, schema: schema, isRequired: parameter.member("required")?.bool == true)
        }
    }

    /// Refuses a name that would not be one in a language: a service may describe anything.
    func check(_ name: String, in language: String) throws(UsageError) {
        guard !Self.isWord(name) else { return }
        throw UsageError(
            Text(
                "\(service) describes a name that \(language) cannot have: \(name.debugDescription).",
                "\(service) описывает имя, которого в \(language) быть не может: \(name.debugDescription)."),
            field: "service")
    }

    /// True for a name of letters, digits and underscores.
    static func isWord(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x5f
        }
    }

    /// Returns a name with a capital letter, without dots: `TotpBegin` for `totp.begin`.
    static func capitalised(_ name: String) -> String {
        name.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns a text as JSON writes it, and Python and TypeScript, too.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
