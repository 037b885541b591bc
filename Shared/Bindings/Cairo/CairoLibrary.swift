import CCairo

/// The libcairo of this process. It is loaded for the first picture, so that other programs do not have it in memory.
public enum CairoLibrary {
    /// The version of the library, such as `1.16.0`. `cairo_version_string`
    /// - Throws: ``CairoError`` when there is no libcairo.
    public static var version: String {
        get throws(CairoError) {
            kopilka_cairo_version_string(try functions()).map { String(cString: $0) } ?? "unknown"
        }
    }

    /// Returns the functions of the library. `dlopen`
    /// - Throws: ``CairoError`` when there is no libcairo, which is optional: most of a program works without pictures.
    static func functions() throws(CairoError) -> UnsafePointer<kopilka_cairo> { try loaded.get() }

    /// Swift creates a static value once while other threads wait. The table is never changed or freed afterwards, so
    /// all threads may read it.
    // The compiler cannot check what a pointer points to.
    nonisolated(unsafe) private static let loaded: Result<UnsafePointer<kopilka_cairo>, CairoError> = {
        let table = UnsafeMutablePointer<kopilka_cairo>.allocate(capacity: 1)
        table.initialize(to: kopilka_cairo())
        if let failure = kopilka_cairo_load(table) {
            let reason = String(cString: failure)
            table.deallocate()
            return .failure(
                CairoError(.unavailable, "libcairo cannot be loaded (\(reason)); install the package libcairo2."))
        }
        return .success(UnsafePointer(table))
    }()
}
