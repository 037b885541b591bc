import CSQLite

/// The SQLite of this process.
public enum SQLiteLibrary {
    /// The version, such as `3.40.1`. `sqlite3_libversion`
    public static var version: String { String(cString: sqlite3_libversion()) }
}
