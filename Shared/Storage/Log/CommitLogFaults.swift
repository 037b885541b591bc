import Coordination
import Reasons

extension CommitLogError {
    /// The fault of the writes that waited for the log.
    var fault: Fault {
        switch code {
        case .unreachable: Fault(.storageUnavailable, .logUnreachable, retryAfterMilliseconds: 1000)
        case .replaced: Fault(.unavailable, .logReplaced)
        case .tooLarge: Fault(.storageUnavailable, .logTooLarge)
        case .differs: Fault(.unavailable, .logDiffers)
        case .unknown: Fault(.deadlineExceeded, .logOutcomeUnknown, retryAfterMilliseconds: 1000)
        }
    }
}
