import CMicroHTTPD

/// The libmicrohttpd of this process. It is loaded when first needed, so that programs without a web server do not have
/// it in memory and do not need its package.
public enum MicroHTTPDLibrary {
    /// The reason why the library cannot be used; nil when it can. Loads the library. `dlopen`
    public static var obstacle: String? {
        switch loaded {
        case .success: nil
        case .failure(let failure): failure.description
        }
    }

    /// Returns the version, such as `0.9.75`. `MHD_get_version`
    /// - Throws: ``WebServerError`` `unavailable`.
    public static func version() throws(WebServerError) -> String {
        String(cString: kopilka_MHD_get_version(try functions()))
    }

    /// Returns the functions of the library and loads it if necessary.
    /// - Throws: ``WebServerError`` `unavailable`.
    static func functions() throws(WebServerError) -> UnsafePointer<kopilka_mhd> { try loaded.get() }

    /// The functions of the library. Swift creates a static value once while other threads wait. The table is never
    /// changed or freed afterwards, so all threads may read it.
    // The compiler cannot check what a pointer points to.
    nonisolated(unsafe) private static let loaded: Result<UnsafePointer<kopilka_mhd>, WebServerError> = {
        let table = UnsafeMutablePointer<kopilka_mhd>.allocate(capacity: 1)
        table.initialize(to: kopilka_mhd())
        if let failure = kopilka_mhd_load(table) {
            let reason = String(cString: failure)
            table.deallocate()
            return .failure(
                WebServerError(
                    .unavailable, "libmicrohttpd cannot be loaded (\(reason)); install the package libmicrohttpd12."))
        }
        return .success(UnsafePointer(table))
    }()
}
