import StrictJSON

/// A typed client in Python, one file, made from OpenRPC documents.
///
/// The part that is always the same is `Assets/client.py`.
struct PythonClient {
    private var types: ClientTypes<PythonTypes>
    private var services: [String] = []
    private var classes: [String] = []

    private init(of documents: [(service: String, document: JSONNode)]) {
        let services = documents.map(\.service)
        let told = documents.flatMap { ClientContract.events(in: $0.document) }.map(\.type)
        let own = [
            "Any", "Client", "Event", "Events", "Fault", "Literal", "NotRequired", "Self", "TypeAlias", "TypedDict",
            "TypeVar",
        ]
        let classes = services.map(ClientContract.capitalised)
        let events = (services + told).map { ClientContract.capitalised($0) + "Event" }
        types = ClientTypes(taken: Set(own + classes + events))
    }

    /// Returns the text of the client.
    ///
    /// - Parameter documents: The services with their OpenRPC documents.
    static func text(of documents: [(service: String, document: JSONNode)]) throws -> String {
        var client = PythonClient(of: documents)
        for (service, document) in documents { try client.add(try ClientContract(of: service, document)) }
        let example = """

                with Client() as client:
                    client.sign_in(client.auth.login(login="anna@example.org", password=password)["session"])
                    print(client.ledger.accounts())

            """
        let head = """
            \"\"\"A typed client of \(documents.map(\.service).joined(separator: ", ")), for Python 3.11 and pyzmq.

            Made by `gateway schema python`; do not edit it. Methods, parameters and types are those of the protocol. A
            name that Python reserves gets an underscore: `from_`. Methods for the operator are left out.
            \(Set(client.services).isSuperset(of: ["auth", "ledger"]) ? example : "")\"\"\"

            """
        let asset = String(decoding: PackageResources.client_py, as: UTF8.self)
        let members = client.services.map { service in
            let name = PythonName.parameter(service.replacing("-", with: "_"))
            return "        self.\(name) = \(ClientContract.capitalised(service))(self)\n"
        }
        let last = """
            class Client(_Link):
                \"\"\"The client. `run` is the directory of the sockets (KOPILKA_RUN), `timeout` is in seconds.\"\"\"

                def __init__(self, run: str | None = None, timeout: float = 10.0) -> None:
                    super().__init__(run, timeout)
            \(members.joined())
            """
        return head + "\n" + ([asset] + client.types.declarations + client.classes + [last]).joined(separator: "\n\n")
    }

    private mutating func add(_ contract: ClientContract) throws {
        let service = contract.service
        let prefix = ClientContract.capitalised(service)
        var methods = ""
        for method in contract.methods { methods += try self.method(method, of: contract, prefix) }
        let told = try events(of: contract, prefix)
        services.append(service)
        classes.append(
            """
            class \(prefix)(_Service):
                \"\"\"The methods of \(service).\"\"\"
            \(methods)
                def events(self, after: int = 0, *, follow: bool = False) -> Events[\(told)]:
                    \"\"\"Reads the events after a sequence; with `follow`, waits for new ones without an end.\"\"\"
                    return Events(self._link, "\(service)", after, follow)

            """)
    }

    private mutating func method(
        _ method: ClientContract.Method, of contract: ClientContract, _ prefix: String
    ) throws -> String {
        try contract.check(PythonName.method(method.name), in: "Python")
        let own = ClientContract.capitalised(method.name)
        var (arguments, given) = ([String](), [String]())
        for parameter in method.parameters {
            try contract.check(parameter.name, in: "Python")
            let type = types.type(
                of: parameter.schema, named: prefix + ClientContract.capitalised(parameter.name), prefix: prefix)
            let argument = PythonName.parameter(parameter.name)
            arguments.append(parameter.isRequired ? "\(argument): \(type)" : "\(argument): \(type) | None = None")
            given.append("\(argument)=\(argument)")
        }
        if method.changes { arguments.append("key: str | None = None") }
        arguments.append("timeout: float | None = None")
        let type = method.result.map { types.type(of: $0, named: "\(own)Answer", prefix: prefix) }
        let answer = types.alias("\(own)Answer", of: type ?? PythonTypes.anything)
        let params = "_given(\(given.joined(separator: ", ")))"
        let call =
            "\"\(contract.service)\", \(ClientContract.quoted(method.name)), \(params), "
            + "access=\"\(method.isOpen ? "open" : "session")\", "
            + (method.changes ? "key=key, changes=True, " : "") + "timeout=timeout"
        return """

                def \(PythonName.method(method.name))(self, *, \(arguments.joined(separator: ", "))) -> \(answer):
                    \(PythonName.documentation(method.summary))
                    return cast(\(ClientContract.quoted(answer)), self._link.call(\(call)))

            """
    }

    /// Declares the events of a service, and returns the type of one.
    private mutating func events(of contract: ClientContract, _ prefix: String) throws -> String {
        guard !contract.events.isEmpty else { return "Event" }
        for event in contract.events {
            let name = ClientContract.capitalised(event.type)
            try contract.check(name, in: "Python")
            let data = types.type(of: event.data, named: "\(name)Data", prefix: prefix)
            classes.append(
                """
                class \(name)Event(_Told):
                    \(PythonName.documentation(event.summary))

                    type: Literal[\(ClientContract.quoted(event.type))]
                    data: \(data)

                """)
        }
        let names = contract.events.map { "    \(ClientContract.capitalised($0.type))Event" }
        classes.append("\(prefix)Event = (\n\(names.joined(separator: " |\n"))\n)\n")
        return "\(prefix)Event"
    }
}
