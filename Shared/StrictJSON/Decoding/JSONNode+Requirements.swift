import Reasons

// Requirements for DirectJSONDecodable; each error names its path.
extension JSONNode {
    /// Returns the member with this name.
    ///
    /// - Throws: `must be an object` about this node, `is required` about the member.
    public func required(_ name: String) throws(JSONDecodingError) -> JSONNode {
        if let member = member(name) { return member }
        guard kind == .object else { throw failure(.mustBeObject) }
        throw missing(name)
    }

    /// Returns the member with this name; nil when it is absent or null.
    ///
    /// - Throws: `must be an object` about this node.
    public func optional(_ name: String) throws(JSONDecodingError) -> JSONNode? {
        guard kind == .object else { throw failure(.mustBeObject) }
        guard let member = member(name), !member.isNull else { return nil }
        return member
    }

    /// Returns the error that the member with this name `is required`.
    public func missing(_ name: String) -> JSONDecodingError {
        JSONDecodingError(
            path: JSONPath.append(name, to: JSONPath.path(to: index, from: root, in: document)), Refusal(.isRequired))
    }

    /// Checks that the value is an object.
    public func requireObject() throws(JSONDecodingError) {
        guard kind == .object else { throw failure(.mustBeObject) }
    }

    /// Returns the text of a string.
    public func requireString() throws(JSONDecodingError) -> String {
        guard let string else { throw failure(.mustBeString) }
        return string
    }

    /// Returns a whole number that fits the type.
    public func requireInteger<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self
    ) throws(JSONDecodingError) -> Integer {
        guard let integer = integer(as: type) else { throw failure(.mustBeInteger(type)) }
        return integer
    }

    /// Returns the value of `true` or `false`.
    public func requireBool() throws(JSONDecodingError) -> Bool {
        guard let bool else { throw failure(.mustBeBoolean) }
        return bool
    }
}
