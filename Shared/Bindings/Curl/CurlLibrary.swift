import CCurl

/// The libcurl this process runs with.
public enum CurlLibrary {
    /// Makes the library ready; all that needs it calls this itself. May be called any number of times, from any
    /// thread. `curl_global_init`
    /// - Precondition: There is memory, and the TLS library can be initialised.
    public static func initialize() {
        precondition(isReady, "libcurl could not be initialised.")
    }

    /// The library's version and what it is built with, such as `libcurl/7.88.1 OpenSSL/3.0.15 ...`. `curl_version`
    public static var version: String { String(cString: curl_version()) }

    /// Swift makes a static value once and lets other threads wait for it.
    private static let isReady = curl_global_init(kopilka_curl_global_all()) == CURLE_OK
}
