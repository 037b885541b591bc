// Members in one call, for hand-written objects.
extension JSONWriter {
    /// Writes a member whose value is a string.
    public mutating func member(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    /// Writes a member whose value is a string; writes nothing for nil.
    public mutating func member(_ name: String, ifPresent text: String?) {
        if let text { member(name, text) }
    }

    /// Writes a member whose value is a whole number.
    public mutating func member(_ name: String, _ integer: Int64) {
        key(name)
        value(integer)
    }

    /// Writes a member whose value is a whole number.
    public mutating func member<Integer: FixedWidthInteger>(_ name: String, _ integer: Integer) {
        key(name)
        value(integer)
    }

    /// Writes a member whose value is `true` or `false`.
    public mutating func member(_ name: String, _ boolean: Bool) {
        key(name)
        value(boolean)
    }

    /// Writes a member whose value is already JSON; it is not validated.
    public mutating func member(_ name: String, raw json: ArraySlice<UInt8>) {
        key(name)
        raw(json)
    }

    /// Writes a member whose value encodes itself.
    public mutating func member<Value: DirectJSONEncodable>(_ name: String, _ value: Value) {
        key(name)
        value.write(to: &self)
    }
}
