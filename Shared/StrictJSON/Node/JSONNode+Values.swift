extension JSONNode {
    /// The unescaped text of a string; nil for other values.
    public var string: String? { kind == .string ? document.text(at: index) : nil }

    /// The number, if it has neither fraction nor exponent and fits 64 bits: not `1.0` or `1e3`; `-0` is 0.
    public var int64: Int64? { integer(as: Int64.self) }

    /// Returns the number, if it has neither fraction nor exponent and fits the type.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        document.integer(at: index)
    }

    /// The nearest double of a number; nil for other values and for numbers too large for a double.
    public var double: Double? { document.double(at: index) }

    /// The value of `true` or `false`; nil for other values.
    public var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// True when the value is `null`.
    public var isNull: Bool { kind == .null }
}
