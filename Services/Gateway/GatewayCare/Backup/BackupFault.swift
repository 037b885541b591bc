import Coordination
import GatewayWords

extension Fault {
    /// Returns the fault for a foreign or damaged archive.
    static func badBackup(_ text: Text) -> Fault { Fault(.invalidArgument, "\(text)", field: "archive") }

    /// Returns the fault for a failure of the system or a library.
    static func backupFailed(_ text: Text) -> Fault { Fault(.storageUnavailable, "\(text)") }
}
