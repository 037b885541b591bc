import CCurl

/// The libcurl of this process. It is loaded when first needed, so that programs without requests do not have it in
/// memory.
public enum CurlLibrary {
    /// Loads and initialises the library. All users of the library call this themselves. It may be called any number of
    /// times, from any thread. `dlopen`, `curl_global_init`
    /// - Precondition: `libcurl.so.4` is installed.
    public static func initialize() { _ = functions }

    /// The version and the components of the library, such as `libcurl/7.88.1 OpenSSL/3.0.15 ...`. `curl_version`
    public static var version: String { String(cString: kopilka_curl_version(functions)) }

    /// The functions of the library. Swift creates a static value once while other threads wait. The table is never
    /// changed or freed afterwards, so all threads may read it.
    // The compiler cannot check what a pointer points to.
    nonisolated(unsafe) static let functions: UnsafePointer<kopilka_curl> = {
        let table = UnsafeMutablePointer<kopilka_curl>.allocate(capacity: 1)
        table.initialize(to: kopilka_curl())
        if let failure = kopilka_curl_load(table) {
            preconditionFailure(
                "libcurl cannot be loaded (\(String(cString: failure))); install the package libcurl4.")
        }
        return UnsafePointer(table)
    }()
}
