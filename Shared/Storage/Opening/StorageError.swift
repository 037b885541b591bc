import SQLite

/// The reason why a database could not be opened: a sentence with the path and what to do.
///
/// Two errors are equal when their codes are equal.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The file is damaged, or it is not one of our databases.
        case notADatabase
        /// A newer version of the program wrote the file.
        case newerThanProgram
        /// A migration step failed and was rolled back.
        case migrationFailed
        /// The file or its directory cannot be created, read or written.
        case cannotOpen
        /// The disk is full.
        case full
        /// The operating system refused a call.
        case system
        /// The commit log cannot be used, or does not fit the database.
        case log
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong and what to do.
    public let message: String
    /// The underlying error of SQLite.
    public let cause: SQLiteError?

    init(_ code: Code, _ message: String, cause: SQLiteError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    init(_ error: CommitLogError) {
        self.init(.log, error.message)
    }

    init(opening path: String, _ error: SQLiteError) {
        cause = error
        guard !error.isDamage else {
            code = .notADatabase
            message = "\(path) is damaged or no database of ours; put a backup in its place."
            return
        }
        switch error.code.primary {
        case .full:
            code = .full
            message = "The disk of \(path) is full; make room and start again."
        case .cannotOpen, .readOnly, .ioError:
            code = .cannotOpen
            message = "\(path) cannot be written (\(error.message)); check its directory, owner and disk."
        default:
            code = .system
            message = "\(path) cannot be opened: \(error.message)."
        }
    }

    /// The message, followed by the error of SQLite.
    public var description: String { message + (cause.map { " SQLite: \($0)." } ?? "") }

    /// Compares the codes only.
    public static func == (left: StorageError, right: StorageError) -> Bool { left.code == right.code }
}
