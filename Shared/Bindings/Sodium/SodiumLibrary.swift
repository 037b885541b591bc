import CSodium

/// The libsodium of this process.
public enum SodiumLibrary {
    /// Initialises the library. All users of the library call this themselves. It may be called any number of times,
    /// from any thread. `sodium_init`
    /// - Precondition: The system has a random number generator.
    public static func initialize() {
        precondition(isReady, "libsodium could not be initialised: the system gives no random numbers.")
    }

    /// The version of the library, such as `1.0.18`. `sodium_version_string`
    public static var version: String { String(cString: sodium_version_string()) }

    /// Swift creates a static value once while other threads wait.
    private static let isReady = sodium_init() >= 0
}
