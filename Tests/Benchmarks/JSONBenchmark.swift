import Domain
import Foundation
import Signals
import StrictJSON

/// A list of 8,192 transfers read and written, beside Foundation's JSON of the same declarations.
enum JSONBenchmark {
    private struct Item: Codable {
        let from: String
        let to: String
        let amount: Money
        let description: String?
    }

    private struct List: Codable {
        let transfers: [Item]
    }

    static func run() async throws {
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        let item = LedgerSignal.TransferItem(
            from: "k7m2p9qx4w1c", to: "0a1b2c3d4e5f", amount: Money(minorUnits: 74_650, currency: rubles),
            description: "coffee")
        let list = LedgerSignal.MakeTransfers(transfers: Array(repeating: item, count: 8192))
        let plain = List(
            transfers: list.transfers.map {
                Item(from: $0.from, to: $0.to, amount: $0.amount, description: $0.description)
            })
        let bytes = try JSONEncoding.encode(list)
        let data = Data(bytes)
        let limits = JSONLimits(maximumBytes: 8 << 20)
        let decode = try best {
            _ = try JSONDocument(bytes, limits: limits).root.decode(LedgerSignal.MakeTransfers.self)
        }
        let encode = try best { _ = try JSONEncoding.encode(list) }
        let foundationDecode = try best { _ = try JSONDecoder().decode(List.self, from: data) }
        let foundationEncode = try best { _ = try JSONEncoder().encode(plain) }
        Report.time(
            "JSON: read one transfer of a list", decode / 8192, promised: "",
            baseline: ("Foundation", foundationDecode / 8192))
        Report.time(
            "JSON: write one transfer of a list", encode / 8192, promised: "",
            baseline: ("Foundation", foundationEncode / 8192))
    }

    private static func best(_ body: () throws -> Void) rethrows -> Duration {
        try (0..<7).map { _ in
            let began = ContinuousClock.now
            try body()
            return .now - began
        }.quantile(0)
    }
}
