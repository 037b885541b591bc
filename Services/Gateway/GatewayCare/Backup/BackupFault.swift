import Coordination
import GatewayWords

extension Fault {
    /// The archive is not one of ours, or not whole.
    static func badBackup(_ text: Text) -> Fault { Fault(.invalidArgument, "\(text)", field: "archive") }

    /// What the system or a library did not do.
    static func backupFailed(_ text: Text) -> Fault { Fault(.storageUnavailable, "\(text)") }
}
