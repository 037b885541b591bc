import TestSupport
import Testing

/// A request that must be refused, with the expected refusal.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    let method: String
    let params: String
    let code: String
    let number: Int64
    let field: String?
    /// The called service when it is not the one that the method names.
    var service: String?

    init(
        _ method: String, _ params: String, _ code: String = "invalidArgument", number: Int64 = -32602,
        field: String? = nil, of service: String? = nil
    ) {
        (self.method, self.params, self.code, self.number, self.field) = (method, params, code, number, field)
        self.service = service
    }

    var testDescription: String { "\(method) {\(params.prefix(100))}: \(code) \(field ?? "")" }

    /// Sends the request and checks the refusal: its code, its number, its field, and that the sentence names the field
    /// and a rule.
    func check(in bank: Bank, as session: String?) async throws {
        let reply = try await bank.ask(method, params, as: session, of: service)
        #expect(reply.code == code, "\(reply)")
        #expect(reply.number == number, "\(reply)")
        #expect(reply.field == field, "\(reply)")
        #expect(reply.result == nil, "\(reply)")
        let message = try #require(reply.message)
        if code == "invalidArgument" {
            #expect(message.hasPrefix((field ?? "params") + " "), "\(reply)")
        }
        #expect(message.hasSuffix("."), "\(reply)")
    }
}
