import CCairo

/// The libcairo this process runs with: loaded when the first picture is drawn, so that a program that draws none has
/// nothing of it in memory.
public enum CairoLibrary {
    /// The library's version, such as `1.16.0`. `cairo_version_string`
    /// - Throws: ``CairoError`` when there is no libcairo.
    public static var version: String {
        get throws(CairoError) {
            kopilka_cairo_version_string(try functions()).map { String(cString: $0) } ?? "unknown"
        }
    }

    /// Where the library's functions are. `dlopen`
    /// - Throws: ``CairoError`` when there is no libcairo: pictures are one thing of many that a program does, so it may
    ///   be missing.
    static func functions() throws(CairoError) -> UnsafePointer<kopilka_cairo> { try loaded.get() }

    /// Swift makes a static value once and lets other threads wait for it; the table is never changed or freed after
    /// that, so all threads may read it.
    // The compiler cannot know of a pointer what it points to.
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
