import Reasons

extension JSONNode {
    /// Reads a value of any decodable type from the node, strictly.
    ///
    /// A member that the type's coding keys do not have is an error; an explicit null for an optional property counts
    /// as absent; whole numbers are read from whole numbers only.
    /// - Parameters:
    ///   - type: What to read.
    ///   - ignoredMember: A name passed over in the object itself, not in objects below it: JSON-RPC's `_meta`.
    /// - Throws: ``JSONDecodingError`` with the path below this node. A `Refusal` that the type throws, by itself or below
    ///   a `DecodingError`, becomes its rule; any other error says only that the value cannot be read.
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

    /// An error that names this node.
    public func failure(_ reason: Reason) -> JSONDecodingError { failure(Refusal(reason)) }

    /// An error that names this node.
    public func failure(_ refusal: Refusal) -> JSONDecodingError {
        JSONDecodingError(path: JSONPath.path(to: index, from: root, in: document), refusal)
    }
}
