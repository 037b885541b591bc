import Coordination
import Hosting

/// The share of traces that are sent. Whether a trace is among them depends on its id alone, so that all parts of a
/// trace are sent, or none.
///
/// - Source: OpenTelemetry, "TraceState: Probability Sampling": the last 56 bits of the id are the random value; W3C
///   Trace Context Level 2, section 3.2.2.3.
package struct TraceShare: SettingValue, Hashable {
    /// From 0 to 1.
    package let share: Double

    /// All traces.
    package static let all = TraceShare(share: 1)

    package static var settingType: String { "a number from 0 to 1" }

    package static func parse(_ text: String) -> TraceShare? {
        guard text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let share = Double(text), (0...1).contains(share)
        else { return nil }
        return TraceShare(share: share)
    }

    package var settingText: String { share == share.rounded() ? String(Int(share)) : share.description }

    /// Returns true when a trace is sent.
    package func includes(_ trace: TraceID) -> Bool {
        guard let random = UInt64(trace.description.suffix(14), radix: 16) else { return false }
        return random >= UInt64((1 - share) * Double(1 << 56 as UInt64))
    }
}
