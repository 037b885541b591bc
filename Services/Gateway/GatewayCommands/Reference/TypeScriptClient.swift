import StrictJSON

/// A typed client in TypeScript, one file, made from OpenRPC documents.
///
/// What is always the same is `Assets/client.ts`, and after it `Assets/events.ts`.
struct TypeScriptClient {
    private var types: ClientTypes<TypeScriptTypes>
    private var services: [String] = []
    private var classes: [String] = []

    private init(of documents: [(service: String, document: JSONNode)]) {
        let services = documents.map(\.service)
        let told = documents.flatMap { ClientContract.events(in: $0.document) }.map(\.type)
        let classes = services.map { ClientContract.capitalised($0) + "Service" }
        let events = (services + told).map { ClientContract.capitalised($0) + "Event" }
        types = ClientTypes(taken: TypeScriptName.taken.union(classes + events))
    }

    /// Returns the text of the client.
    ///
    /// - Parameter documents: The services with their OpenRPC documents.
    static func text(of documents: [(service: String, document: JSONNode)]) throws -> String {
        var client = TypeScriptClient(of: documents)
        for (service, document) in documents { try client.add(try ClientContract(of: service, document)) }
        let example = """
             *
             *     const client = new Client();
             *     client.signIn((await client.auth.login({ login: "anna@example.org", password })).session);
             *     console.log(await client.ledger.accounts());
             *     client.close();

            """
        let head = """
            /*
             * A typed client of \(documents.map(\.service).joined(separator: ", ")), for Node.js 18 and zeromq 6.
             *
             * Made by `gateway schema typescript`; do not edit it. Compile it for ES2022, with @types/node. Methods,
             * parameters and types are those of the protocol; `auth.totp.begin` is called `auth.totpBegin`. Methods for
             * the operator are left out. New versions of a service may add events, and values to those that are listed.
            \(Set(client.services).isSuperset(of: ["auth", "ledger"]) ? example : "") */

            """
        let assets = [PackageResources.client_ts, PackageResources.events_ts].map {
            String(decoding: $0, as: UTF8.self)
        }
        let parts = [head] + assets + client.types.declarations + client.classes + [client.last]
        return parts.joined(separator: "\n")
    }

    /// The class that has all services.
    private var last: String {
        let members = services.map { service in
            "  readonly \(TypeScriptName.member(service)) = new \(ClientContract.capitalised(service))Service(this);\n"
        }
        return """
            /** The client. `run` is the directory of the sockets (KOPILKA_RUN), `timeout` is in milliseconds. */
            export class Client extends Link {
            \(members.joined())}

            """
    }

    private mutating func add(_ contract: ClientContract) throws {
        let service = contract.service
        let prefix = ClientContract.capitalised(service)
        try contract.check(TypeScriptName.member(service), in: "TypeScript")
        var (methods, names) = ("", TypeScriptName.ownMethods)
        for method in contract.methods {
            var name = TypeScriptName.method(method.name)
            try contract.check(name, in: "TypeScript")
            while !names.insert(name).inserted { name += "_" }
            methods += self.method(name, method, of: contract.service, prefix)
        }
        let told = try events(of: contract, prefix)
        services.append(service)
        classes.append(
            """
            /** The methods of \(service). */
            export class \(prefix)Service {
              readonly #link: Link;

              constructor(link: Link) {
                this.#link = link;
              }
            \(methods)
              /** Reads the events after a sequence; with `follow`, waits for new ones without an end. */
              events(after = 0, options: EventOptions = {}): Events<\(told)> {
                return new Events(this.#link, "\(service)", after, options);
              }
            }

            """)
    }

    private mutating func method(
        _ name: String, _ method: ClientContract.Method, of service: String, _ prefix: String
    ) -> String {
        let own = ClientContract.capitalised(method.name)
        let members = method.parameters.map { parameter in
            TypeMember(
                name: parameter.name,
                type: types.type(
                    of: parameter.schema, named: prefix + ClientContract.capitalised(parameter.name), prefix: prefix),
                isRequired: parameter.isRequired)
        }
        let params = types.declare("\(own)Params", members)
        let type = method.result.map { types.type(of: $0, named: "\(own)Answer", prefix: prefix) }
        let answer = types.alias("\(own)Answer", of: type ?? TypeScriptTypes.anything)
        let initial = members.contains(where: \.isRequired) ? "" : " = {}"
        let options = "options: \(method.changes ? "ChangeOptions" : "CallOptions") = {}"
        let manner = [method.isOpen ? "isOpen: true" : nil, method.changes ? "isChange: true" : nil].compactMap { $0 }
        let call =
            "\"\(service)\", \(ClientContract.quoted(method.name)), params, "
            + (manner.isEmpty ? "{}" : "{ \(manner.joined(separator: ", ")) }") + ", options"
        return """

              \(TypeScriptName.documentation(method.summary))
              \(name)(params: \(params)\(initial), \(options)): Promise<\(answer)> {
                return this.#link.call(\(call));
              }

            """
    }

    /// Declares the events of a service, and returns the type of one.
    private mutating func events(of contract: ClientContract, _ prefix: String) throws -> String {
        guard !contract.events.isEmpty else { return "OtherEvent" }
        for event in contract.events {
            let name = ClientContract.capitalised(event.type)
            try contract.check(name, in: "TypeScript")
            let data = types.type(of: event.data, named: "\(name)Data", prefix: prefix)
            classes.append(
                """
                \(TypeScriptName.documentation(event.summary))
                export interface \(name)Event extends EventMembers {
                  type: \(ClientContract.quoted(event.type));
                  data: \(data);
                }

                """)
        }
        let names = contract.events.map { "\n  | \(ClientContract.capitalised($0.type))Event" }
        let documentation = "/** An event of \(contract.service); `type` tells which. */"
        classes.append("\(documentation)\nexport type \(prefix)Event =\(names.joined());\n")
        return "\(prefix)Event"
    }
}
