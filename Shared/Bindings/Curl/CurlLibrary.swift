import CCurl

/// The libcurl this process runs with: loaded when it is first needed, so that a program that makes no request has none
/// of it in memory.
public enum CurlLibrary {
    /// Loads the library and makes it ready; all that needs it calls this itself. May be called any number of times, from
    /// any thread. `dlopen`, `curl_global_init`
    /// - Precondition: `libcurl.so.4` is installed.
    public static func initialize() { _ = functions }

    /// The library's version and what it is built with, such as `libcurl/7.88.1 OpenSSL/3.0.15 ...`. `curl_version`
    public static var version: String { String(cString: kopilka_curl_version(functions)) }

    /// Where the library's functions are. Swift makes a static value once and lets other threads wait for it; the table is
    /// never changed or freed after that, so all threads may read it.
    // The compiler cannot know of a pointer what it points to.
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
