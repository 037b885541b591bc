import Hosting
import TestSupport
import Testing

extension RunningHouse {
    /// Sets the soft limit of a resource of a running service, such as `fsize` or `as`: "unlimited" lifts it again.
    /// prlimit(1)
    ///
    /// - Returns: False when the service has ended.
    @discardableResult
    func limit(_ resource: String, to limit: String, of service: String) async throws -> Bool {
        guard let process = processID(of: service) else { return false }
        let finished = try await run("/usr/bin/prlimit", ["--pid", "\(process)", "--\(resource)=\(limit):"])
        return finished.status == .exited(0)
    }
}
