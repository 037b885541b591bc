import Coordination
import Reasons
import SQLite

extension SQLiteError {
    /// True when the disk or the memory failed, rather than the SQL.
    var isOfTheDisk: Bool {
        switch code.primary {
        case .full, .ioError, .noMemory, .readOnly, .cannotOpen, .corrupt, .notADatabase, .busy: true
        default: false
        }
    }
}

extension Fault {
    /// What whoever waits for a read or a write is told of an error: that the database is damaged, or that he may try
    /// again, for the given reason.
    static func disk(_ error: any Error, otherwise reason: Reason) -> Fault {
        let isDamaged = (error as? SQLiteError)?.isDamage == true
        return isDamaged
            ? Fault(.storageUnavailable, .dataDamaged)
            : Fault(.storageUnavailable, reason, retryAfterMilliseconds: 1000)
    }
}
