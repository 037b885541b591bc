import Foundation
import Identity
import StrictJSON
import TestSupport

/// Places in which nothing that a user wrote may stand: logs, metrics, health, spans, and every file but the databases.
enum SilentPlaces {
    /// Returns what stands there although it may not.
    static func findings(in house: ObservedHouse) async throws -> [String] {
        var findings: [String] = []
        func search(_ text: String, _ place: String) {
            for found in MarkedText.all(in: text) {
                findings.append("\(place) has a text of \(found.owner): \(found.text)")
            }
        }
        for service in HouseService.allCases {
            for method in ["metrics", "spans"] {
                search(try await house.askAsOperator(method, of: service).description, "\(service.rawValue).\(method)")
            }
            search(try await house.bank.ask("\(service.rawValue).health").description, "\(service.rawValue).health")
        }
        let root = house.bank.house.directory.path
        for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
            search(name, "the name of a file")
            guard !name.hasSuffix(".db"), !name.hasSuffix(".db-wal"), !name.hasSuffix(".db-shm"),
                let bytes = FileManager.default.contents(atPath: "\(root)/\(name)")
            else { continue }
            search(String(decoding: bytes, as: UTF8.self), name)
        }
        return findings
    }

    /// Returns the lines of the security log about a user, each once, without times and numbers.
    static func securityLines(about user: String, in house: ObservedHouse) -> Set<String> {
        var lines: Set<String> = []
        for service in ObservedHouse.services {
            for line in house.bank.house.log(of: service).split(separator: "\n") where line.contains(user) {
                guard let node = try? JSONDocument(text: String(line)).root,
                    node.member("message")?.string == "security"
                else { continue }
                let kind = node.member("signal.kind")?.string ?? ""
                lines.insert("\(service) \(kind) \(node.member("outcome")?.string ?? "")")
            }
        }
        return lines
    }
}
