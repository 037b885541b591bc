import CSodium

/// Comparisons that do not tell by their time where two values differ.
public enum ConstantTime {
    /// Whether both are the same bytes, in a time that depends on the lengths only. `sodium_memcmp`
    public static func equals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
