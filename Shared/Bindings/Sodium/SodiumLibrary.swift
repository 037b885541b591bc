import CSodium

/// The libsodium this process runs with.
public enum SodiumLibrary {
    /// Makes the library ready; all that needs it calls this itself. May be called any number of times, from any
    /// thread. `sodium_init`
    /// - Precondition: The system can give random numbers.
    public static func initialize() {
        precondition(isReady, "libsodium could not be initialised: the system gives no random numbers.")
    }

    /// The library's version, such as `1.0.18`. `sodium_version_string`
    public static var version: String { String(cString: sodium_version_string()) }

    /// Swift makes a static value once and lets other threads wait for it.
    private static let isReady = sodium_init() >= 0
}
