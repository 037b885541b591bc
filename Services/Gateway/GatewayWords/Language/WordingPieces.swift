import Domain
import Hosting

/// Gathers a wording; values take the form of its language.
protocol WordingPieces: StringInterpolationProtocol where StringLiteralType == String {
    /// The language of the wording.
    static var language: Language { get }
    /// What there is so far.
    var text: String { get set }
    init()
}

extension WordingPieces {
    init(literalCapacity: Int, interpolationCount: Int) {
        self.init()
        text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ value: some StringProtocol) { text += value }
    mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }
    mutating func appendInterpolation(_ other: Text) { text += other.spoken(in: Self.language) }
    mutating func appendInterpolation(_ money: Money) { text += ValueText.money(money, in: Self.language) }
    mutating func appendInterpolation(_ instant: Instant) { text += ValueText.time(instant, in: Self.language) }
    mutating func appendInterpolation(_ day: CalendarDay) { text += ValueText.day(day, in: Self.language) }
    /// The description of an error; those of the operating system and of processes in the language, too.
    mutating func appendInterpolation(_ error: some Error) {
        let said = (error as? HostingError).map { SystemErrorText.of($0) } ?? Text(verbatim: "\(error)")
        appendInterpolation(said)
    }
}
