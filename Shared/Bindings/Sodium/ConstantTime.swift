import CSodium

/// Comparisons whose time does not reveal where two values differ.
public enum ConstantTime {
    /// Returns true when both are equal, in a time that depends only on the lengths. `sodium_memcmp`
    public static func equals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
