import GatewaySession
import StrictJSON

/// The methods named in an OpenRPC document.
enum JSONDocumentMethods {
    static func read(_ document: [UInt8]) throws -> [(name: String, summary: String)] {
        let root = try JSONDocument(document, limits: JSONDocument.answerLimits).root
        return root.member("methods")?.elements.compactMap { method in
            method.member("name")?.string.map { ($0, method.member("summary")?.string ?? "") }
        } ?? []
    }
}
