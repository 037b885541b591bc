import CSodium

/// Cryptographically secure random numbers, from the system. `randombytes_buf(3)`
public enum Random {
    /// Returns `count` random bytes. `randombytes_buf`
    /// - Precondition: `count` is not negative.
    public static func bytes(_ count: Int) -> [UInt8] {
        SodiumLibrary.initialize()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let start = buffer.baseAddress, count > 0 { randombytes_buf(start, count) }
            filled = count
        }
    }

    /// Returns a uniformly distributed number from 0 up to, not including, `bound`. `randombytes_uniform`
    /// - Precondition: `bound` is not 0.
    public static func uniform(below bound: UInt32) -> UInt32 {
        precondition(bound > 0, "There is no number below 0 to choose.")
        SodiumLibrary.initialize()
        return randombytes_uniform(bound)
    }
}
