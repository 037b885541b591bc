import Reasons

extension JSONNode {
    /// Decodes a value of any decodable type from the node, strictly.
    ///
    /// A member without a coding key is an error. An explicit null for an optional property counts as absent. Whole
    /// numbers are decoded from whole numbers only.
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - ignoredMember: A name to ignore in the object itself, not in nested objects: JSON-RPC's `_meta`.
    /// - Throws: ``JSONDecodingError`` with the path from this node. A `Refusal` that the type throws, directly or
    ///   within a `DecodingError`, becomes its rule. Any other error only says that the value cannot be read.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, ignoringMember ignoredMember: String? = nil
    ) throws(JSONDecodingError) -> Value {
        let ignored = ignoredMember.flatMap(member).map { $0.index - 1 } ?? 0
        let reading = TapeReading(document: document, root: index, ignoredName: ignored)
        do {
            return try reading.value(type, at: index)
        } catch let error as JSONDecodingError {
            throw error
        } catch {
            throw reading.translate(error, of: type, at: index)
        }
    }

    /// Returns an error that names this node.
    public func failure(_ reason: Reason) -> JSONDecodingError { failure(Refusal(reason)) }

    /// Returns an error that names this node.
    public func failure(_ refusal: Refusal) -> JSONDecodingError {
        JSONDecodingError(path: JSONPath.path(to: index, from: root, in: document), refusal)
    }
}
