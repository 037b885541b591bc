import Domain
import Foundation
import Hosting
import TestSupport

/// The size and the speed of a house at the end of a day.
struct SoakDay: CustomStringConvertible {
    let number: Int
    let transfers: Int
    /// The bytes of all databases.
    let bytes: Int
    /// The resident memory of each service, in KiB.
    let memory: [String: Int]
    /// The 99th percentile of the latency of a change, in microseconds.
    let p99: Int

    /// Measures a house whose services run.
    init(_ number: Int, of house: RunningHouse, transfers: Int, _ latencies: LatencyHistogram) throws {
        self.number = number
        self.transfers = transfers
        p99 = latencies.quantile(0.99)
        let files = FileManager.default.enumerator(atPath: house.dataDirectory)?.compactMap { $0 as? String } ?? []
        bytes = try files.reduce(0) { sum, file in
            let facts = try FileManager.default.attributesOfItem(atPath: "\(house.dataDirectory)/\(file)")
            return sum + (facts[.type] as? FileAttributeType == .typeRegular ? facts[.size] as? Int ?? 0 : 0)
        }
        memory = try Dictionary(
            uniqueKeysWithValues: ChaosHouse.services.map { ($0, try Self.memory(of: $0, in: house)) })
    }

    private static func memory(of service: String, in house: RunningHouse) throws -> Int {
        let process = house.processID(of: service) ?? 0
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    var description: String {
        let most = memory.max { $0.value < $1.value }
        return """
            day \(number): \(transfers) transfers, \(bytes / 1024) KiB on disk, \
            \(memory.values.reduce(0, +) / 1024) MiB in memory (\(most?.key ?? "") \((most?.value ?? 0) / 1024)), \
            p99 of a change \(p99 / 1000) ms
            """
    }
}
