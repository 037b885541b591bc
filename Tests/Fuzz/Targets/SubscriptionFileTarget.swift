import Coordination
import Signals
import StrictJSON
import SubscriptionsService

extension FuzzTarget {
    /// Files of subscriptions, CSV and JSON: each row is a request that is written and read as the same.
    static let subscriptionFiles = FuzzTarget(
        "subscription-files", maximumLength: 4_096, modules: ["StrictJSON", "SubscriptionsService"]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for format in [SubscriptionsSignal.FileFormat.csv, .json] {
            do {
                for (line, signal) in try SubscriptionFile.read(text, format) { try checkRow(line, signal) }
            } catch let fault as Fault {
                try Refusals.check(fault, fields: "content")
            }
        }
    }

    private static func checkRow(_ line: Int, _ signal: SubscriptionsSignal.Add) throws {
        try demand(line > 0, "a row is on line \(line)")
        let written = try JSONEncoding.encode(signal)
        let again = try JSONDocument(written).root.decode(SubscriptionsSignal.Add.self)
        try demand(try JSONEncoding.encode(again) == written, "a row is read otherwise than it was written")
    }
}
