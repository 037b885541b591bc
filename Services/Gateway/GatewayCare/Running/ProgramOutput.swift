import GatewaySession
import Glibc
import Hosting

/// What another program prints.
enum ProgramOutput {
    private static let mostBytes = 1 << 20

    /// Runs a program to its end, and returns what it printed; nil when it failed or printed too much.
    ///
    /// - Throws: `HostingError` when it cannot be started.
    static func of(
        _ executable: String, _ arguments: [String], _ variables: [String: String]
    ) throws -> [UInt8]? {
        let corner = try Corner.short(variables)
        let path = corner.path + "/output"
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw HostingError.system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        let child = try ChildProcess.spawn(
            executable: executable, arguments: arguments, environment: variables, standardOutput: file.rawValue)
        let ending = child.wait()
        let bytes = try readFile(path, limit: mostBytes)
        withExtendedLifetime(corner) {}
        return ending == .exited(0) ? bytes : nil
    }
}
