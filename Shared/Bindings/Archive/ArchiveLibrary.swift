import CArchive

/// The libarchive of this process, loaded when first needed.
public enum ArchiveLibrary {
    /// Returns the version, such as `libarchive 3.6.2`. `archive_version_string`
    /// - Throws: ``ArchiveError`` when libarchive is not installed.
    public static func version() throws(ArchiveError) -> String {
        if let problem = kopilka_archive_load() { throw ArchiveError(problem: String(cString: problem)) }
        return String(cString: kopilka_archive_version())
    }
}
