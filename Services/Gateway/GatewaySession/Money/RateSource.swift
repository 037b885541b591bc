import Domain
import GatewayWords

/// The source of a rate.
package enum RateSource {
    /// The source of a rate entered without one; stored in English.
    package static let byHand = Text("by hand", "вручную")

    /// Returns a source in the reader's language; texts of users stay as they are.
    package static func text(_ text: String) -> Text {
        text == byHand.spoken(in: .english) ? byHand : Text(verbatim: text)
    }
}
