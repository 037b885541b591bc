import Coordination
import GatewayWords

extension Fault {
    /// Returns the fault for a foreign or damaged archive.
    static func badBackup(_ text: Text) -> Fault { Fault(.invalidArgument, "\(text)", field: "archive") }

    /// Returns the fault for a failure of the system or a library.
    static func backupFailed(_ text: Text) -> Fault { Fault(.storageUnavailable, "\(text)") }

    /// The database of a service cannot be copied, or a copy of it cannot be used.
    static func databaseDamaged(_ service: String, _ problem: String) -> Fault {
        backupFailed(
            Text(
                "The database of \(service) is damaged: \(problem). Use an older backup.",
                "База \(service) повреждена: \(problem). Возьмите более раннюю копию."))
    }
}
