import Domain
import Foundation
import FuzzTargets
import Hosting
import StrictJSON
import Tables
import TestSupport
import Testing

/// Goal: texts mean to us what they mean to Python's standard library: json, csv, decimal, datetime and zoneinfo.
/// Method: random texts, correct and spoilt; `read_cases.py` reads each and prints those on which the two differ.
@Suite struct PythonPeerTests {
    /// A text, and what we read.
    private struct Case: Encodable {
        var kind: String
        var text: String
        var ours: String?
        var rows: [[String]]?
        var why: String?
        var decimals: Int?
        var zone: String?

        private enum CodingKeys: String, CodingKey {
            case kind, text, ours, why, decimals, zone
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(text, forKey: .text)
            if let rows { try container.encode(rows, forKey: .ours) } else { try container.encode(ours, forKey: .ours) }
            try container.encodeIfPresent(why, forKey: .why)
            try container.encodeIfPresent(decimals, forKey: .decimals)
            try container.encodeIfPresent(zone, forKey: .zone)
        }
    }

    @Test func pythonReadsTheSame() async throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
        print("peers in Python: FUZZ_SEED=\(seed)")
        var numbers = SeededGenerator(seed: seed)
        var cases: [Case] = []
        for _ in 0..<3_000 {
            cases.append(try Self.json(&numbers))
            cases.append(Self.table(&numbers))
            cases.append(try Self.money(&numbers))
            cases.append(Self.instant(&numbers))
            cases.append(try Self.zone(&numbers))
        }
        let folder = TemporaryDirectory()
        let lines = try cases.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "cases.jsonl")
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let script = tests.appending(path: "Clients/read_cases.py").path
        let finished = try await FinishedProcess.run(
            executable: "/usr/bin/env", arguments: ["python3", script, file],
            environment: ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 })
        #expect(finished.output == "read \(cases.count)\n", "seed \(seed): \(finished)")
    }

    private static func json(_ numbers: inout SeededGenerator) throws -> Case {
        var bytes = Array(RandomJSON.value(&numbers).utf8)
        if numbers.below(2) == 0 { bytes = RandomJSON.spoil(bytes, &numbers) }
        var found = Case(kind: "json", text: Data(bytes).base64EncodedString())
        do {
            var writer = JSONWriter()
            try JSONRewriting.write(try JSONDocument(bytes).root, to: &writer)
            found.ours = Data(writer.finish()).base64EncodedString()
        } catch let error as JSONSyntaxError {
            let strict: Set<JSONSyntaxError.Reason> = [
                .loneSurrogate, .tooDeep, .tooLong, .tooManyValues, .byteOrderMark,
            ]
            found.why = strict.contains(error.reason) ? "\(error.reason)" : nil
        }
        return found
    }

    private static func table(_ numbers: inout SeededGenerator) -> Case {
        let pieces = ["a", "Ж", "1", " ", ",", ",", "\n", "\r\n", "\"", "\"\"", "\"a,b\"", "'", ";", "\t"]
        let text = (0..<numbers.below(16)).map { _ in numbers.one(of: pieces) }.joined()
        var found = Case(kind: "csv", text: text)
        do {
            found.rows = try CSVReader.rows(of: text, quoting: .strict).map(\.fields)
        } catch {
            // Python keeps quotation marks within a field that has none around it.
            found.why = error.rule == .strayQuote ? "strayQuote" : nil
        }
        return found
    }

    private static func money(_ numbers: inout SeededGenerator) throws -> Case {
        let pieces = ["0", "1", "9", "5", "00", "922337203685477580", ".", "-", "7", "8"]
        let text = (0..<numbers.below(6)).map { _ in numbers.one(of: pieces) }.joined()
        let currency = try #require(Currency(code: numbers.one(of: ["JPY", "RUB", "KWD"])))
        let money = try? Money(decimal: text, currency: currency)
        return Case(
            kind: "money", text: text, ours: money.map { String($0.minorUnits) }, decimals: currency.exponent)
    }

    private static func instant(_ numbers: inout SeededGenerator) -> Case {
        func digits(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        let day =
            "\(digits(1 + numbers.below(9_999), 4))-\(digits(numbers.below(14), 2))-\(digits(numbers.below(33), 2))"
        let clock = [25, 61, 61].map { digits(numbers.below($0), 2) }.joined(separator: ":")
        let fraction = numbers.one(of: ["", ".5", ".123", ".123456"])
        let zone = numbers.one(of: ["Z", "+00:00", "-03:30", "+14:00"])
        let text = "\(day)T\(clock)\(fraction)\(zone)"
        let instant = Instant(text)
        // Beyond the years 1 ... 9999 in UTC Python still counts, and we have no text for it.
        let isAtEdge = text.hasPrefix("0001-01-01") || text.hasPrefix("9999-12-31")
        return Case(
            kind: "instant", text: text, ours: instant.map { String($0.microseconds) },
            why: instant == nil && isAtEdge ? "edge" : nil)
    }

    private static let zones = [
        "Europe/Moscow", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Africa/Casablanca",
        "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Antarctica/Troll", "America/Nuuk", "Asia/Tehran",
    ]

    private static func zone(_ numbers: inout SeededGenerator) throws -> Case {
        let name = numbers.one(of: zones)
        let zone = try #require(TimeZoneDirectory().zone(named: name))
        let seconds = Int64(numbers.below(9_000_000_000)) - 2_000_000_000
        let offset = zone.secondsFromUTC(at: Domain.Instant(microseconds: seconds * 1_000_000))
        return Case(kind: "zone", text: String(seconds), ours: String(offset), zone: name)
    }
}
