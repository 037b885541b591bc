import Foundation
import TestSupport

extension RunningHouse {
    /// Returns every process whose environment names this house's sockets.
    ///
    /// - Parameter isMeant: Chooses among them by their environment.
    func processes(where isMeant: (String) -> Bool = { _ in true }) -> [Int32] {
        let wanted = Array("KOPILKA_RUN=\(runDirectory)\0".utf8)
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { process in
            guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") else {
                return false
            }
            return environment.range(of: Data(wanted)) != nil
                && isMeant(String(decoding: environment, as: UTF8.self))
        }
    }

    /// Returns the processes of a service, whoever started them.
    func processes(of service: String) -> [Int32] {
        processes().filter { process in
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            return program?.hasSuffix("/\(service)") ?? false
        }
    }
}
