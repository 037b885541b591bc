extension JSONNode {
    /// The unescaped text of a string, `nil` for other values.
    public var string: String? { kind == .string ? document.text(at: index) : nil }

    /// A number without fraction or exponent that fits 64 bits; `1.0` and `1e3` are none, `-0` is 0.
    public var int64: Int64? { integer(as: Int64.self) }

    /// A number without fraction or exponent that fits the type.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        document.integer(at: index)
    }

    /// The nearest double of a number, `nil` for other values and for numbers too large for a double.
    public var double: Double? { document.double(at: index) }

    /// `true`, `false`, or `nil` for other values.
    public var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }
}
