import CPostgreSQL

/// The libpq of this process. It is loaded when first needed, so that a house without PostgreSQL does not have it in
/// memory and does not need its package.
public enum PostgreSQLLibrary {
    /// The reason why the library cannot be used; nil when it can. Loads the library. `dlopen`
    public static var obstacle: String? {
        switch loaded {
        case .success: nil
        case .failure(let failure): failure.description
        }
    }

    /// Returns the version, such as 150018 for 15.18. `PQlibVersion`
    /// - Throws: ``PostgreSQLError`` `unavailable`.
    public static func version() throws(PostgreSQLError) -> Int { Int(kopilka_PQlibVersion(try functions())) }

    /// Returns the functions of the library and loads it if necessary.
    /// - Throws: ``PostgreSQLError`` `unavailable`.
    static func functions() throws(PostgreSQLError) -> UnsafePointer<kopilka_pq> { try loaded.get() }

    /// The functions of the library. Swift creates a static value once while other threads wait. The table is never
    /// changed or freed afterwards, so all threads may read it.
    // The compiler cannot check what a pointer points to.
    nonisolated(unsafe) private static let loaded: Result<UnsafePointer<kopilka_pq>, PostgreSQLError> = {
        let table = UnsafeMutablePointer<kopilka_pq>.allocate(capacity: 1)
        table.initialize(to: kopilka_pq())
        if let failure = kopilka_pq_load(table) {
            let reason = String(cString: failure)
            table.deallocate()
            return .failure(.unavailable("libpq cannot be loaded (\(reason)); install the package libpq5."))
        }
        return .success(UnsafePointer(table))
    }()
}
