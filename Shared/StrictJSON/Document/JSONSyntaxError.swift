/// Why a text is not the JSON we accept, and where.
///
/// - Source: RFC 8259, and RFC 7493 (I-JSON) for duplicate members and lone surrogates.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the text.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The text starts with a byte order mark.
        case byteOrderMark = "the text starts with a byte order mark"
        /// The text ends inside a value.
        case unexpectedEnd = "the text ends too early"
        /// A byte that can not stand here.
        case unexpectedCharacter = "unexpected character"
        /// Something follows the value.
        case trailingBytes = "something follows the value"
        /// A byte sequence that is not UTF-8: stray, overlong, a surrogate or beyond U+10FFFF.
        case invalidUTF8 = "the text is not valid UTF-8"
        /// A backslash followed by something RFC 8259 does not name.
        case invalidEscape = "invalid escape in a string"
        /// Half of a `\uD83D\uDE00` pair.
        case loneSurrogate = "a surrogate escape without its other half"
        /// An unescaped byte below 0x20 in a string.
        case controlCharacter = "an unescaped control character in a string"
        /// `01`, `+1`, `.5`, `1.`, `1e`, `-`.
        case invalidNumber = "invalid number"
        /// A name that the object already has, after unescaping.
        case duplicateMember = "an object names a member twice"
        /// More than ``JSONLimits/maximumDepth``.
        case tooDeep = "the text is nested too deep"
        /// More than ``JSONLimits/maximumBytes``.
        case tooLong = "the text is too long"
        /// More than ``JSONLimits/maximumValues``.
        case tooManyValues = "the text holds too many values"
    }

    /// What is wrong.
    public let reason: Reason
    /// The offset in bytes, from 0, of the first byte that is wrong; for a duplicate member, of its second name.
    public let offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// One sentence without any byte of the text.
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
