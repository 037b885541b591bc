import Reasons

extension TapeReading {
    func failure(_ reason: Reason, at index: Int) -> JSONDecodingError { failure(Refusal(reason), at: index) }

    func failure(_ refusal: Refusal, at index: Int) -> JSONDecodingError {
        JSONDecodingError(path: JSONPath.path(to: index, from: root, in: document), refusal)
    }

    func missing(_ name: String, in object: Int) -> JSONDecodingError { node(at: object).missing(name) }

    /// Returns the path to a value as coding keys, computed only for errors.
    func codingPath(to index: Int) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var container = root
        while container != index {
            let node = node(at: container)
            var isFound = false
            if node.kind == .object {
                for member in node.members where index >= member.node.index && index < Int(member.node.entry.next) {
                    keys.append(JSONPathKey(stringValue: member.name))
                    container = member.node.index
                    isFound = true
                }
            } else {
                for (position, element) in node.elements.enumerated()
                where index >= element.index && index < Int(element.entry.next) {
                    keys.append(JSONPathKey(intValue: position))
                    container = element.index
                    isFound = true
                }
            }
            if !isFound { break }  // `index` is not below `root`
        }
        return keys
    }

    /// Converts an error of the decoded type to a rule.
    func translate<Value>(_ error: any Error, of type: Value.Type, at index: Int) -> JSONDecodingError {
        guard let error = error as? DecodingError else {
            return (error as? JSONDecodingError) ?? failure(refusal(in: error), at: index)
        }
        switch error {
        case .keyNotFound(let key, let context):
            let path = path(of: context, or: index)
            return JSONDecodingError(
                path: JSONPath.append(key.stringValue, to: path), Refusal(.isRequired))
        case .dataCorrupted(let context):
            // The standard library's text for enumerations repeats the value. The rule names the valid ones instead.
            if let values = enumerationValues(of: type), context.debugDescription.hasPrefix("Cannot initialize") {
                return failure(.mustBeOne(of: values), at: index)
            }
            if type is any RawRepresentable.Type, context.debugDescription.hasPrefix("Cannot initialize") {
                return failure(.isUnknownValue, at: index)
            }
            return JSONDecodingError(path: path(of: context, or: index), refusal(in: context.underlyingError))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return JSONDecodingError(path: path(of: context, or: index), refusal(in: context.underlyingError))
        @unknown default:
            return failure(.isUnreadable, at: index)
        }
    }

    private func refusal(in error: (any Error)?) -> Refusal { error as? Refusal ?? Refusal(.isUnreadable) }

    private func path(of context: DecodingError.Context, or index: Int) -> String {
        context.codingPath.isEmpty
            ? JSONPath.path(to: index, from: root, in: document) : JSONPath.path(of: context.codingPath)
    }
}
