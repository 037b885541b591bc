import Coordination
import GatewaySession
import StrictJSON

/// A method that describes one thing, and the method whose answer lists the things.
struct ExportOfEach: Equatable {
    let method: SignalMethod
    /// The field with the id of the thing.
    let field: String
    let list: SignalMethod
    /// The member of the list's answer with the things, each with an `id`.
    let member: String

    init(_ method: SignalMethod, of field: String, in list: SignalMethod, _ member: String) {
        self.method = method
        self.field = field
        self.list = list
        self.member = member
    }

    /// Returns the ids in one page of the list.
    func ids(in page: [UInt8]) throws -> [String] {
        let things = try JSONDocument(page, limits: JSONDocument.answerLimits).root.member(member)
        return (things?.elements.map { $0 } ?? []).compactMap { $0.member("id")?.string }
    }
}
