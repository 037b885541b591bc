import Domain
import Hosting

/// Collects a wording; interpolated values take the form of its language.
package protocol WordingPieces: StringInterpolationProtocol where StringLiteralType == String {
    static var language: Language { get }
    /// The text so far.
    var text: String { get set }
    init()
}

extension WordingPieces {
    package init(literalCapacity: Int, interpolationCount: Int) {
        self.init()
        text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ value: some StringProtocol) { text += value }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }
    package mutating func appendInterpolation(_ other: Text) { text += other.spoken(in: Self.language) }
    package mutating func appendInterpolation(_ money: Money) { text += ValueText.money(money, in: Self.language) }
    package mutating func appendInterpolation(_ instant: Instant) { text += ValueText.time(instant, in: Self.language) }
    package mutating func appendInterpolation(_ day: CalendarDay) { text += ValueText.day(day, in: Self.language) }
    /// Appends the description of an error; errors of the operating system and of processes are translated.
    package mutating func appendInterpolation(_ error: some Error) {
        let said = (error as? HostingError).map { SystemErrorText.of($0) } ?? Text(verbatim: "\(error)")
        appendInterpolation(said)
    }
}
