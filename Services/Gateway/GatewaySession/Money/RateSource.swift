import Domain
import GatewayWords

/// Where a rate is from.
package enum RateSource {
    /// The source of a rate that nobody named; kept in English.
    package static let byHand = Text("by hand", "вручную")

    /// A source, in the language of the reader where it is none of their words.
    package static func text(_ text: String) -> Text {
        text == byHand.spoken(in: .english) ? byHand : Text(verbatim: text)
    }
}
