import Reasons

/// The reason why a text is not acceptable JSON, with its position.
///
/// - Source: RFC 8259, and RFC 7493 (I-JSON) for duplicate members and lone surrogates.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The text starts with a byte order mark.
        case byteOrderMark
        /// The text ends inside a value.
        case unexpectedEnd
        /// A byte that is not allowed here.
        case unexpectedCharacter
        /// There is data after the value.
        case trailingBytes
        /// A byte sequence that is not UTF-8: stray, overlong, a surrogate or beyond U+10FFFF.
        case invalidUTF8
        /// A backslash followed by a character that RFC 8259 does not allow.
        case invalidEscape
        /// One half of a `\uD83D\uDE00` pair.
        case loneSurrogate
        /// An unescaped byte below 0x20 in a string.
        case controlCharacter
        /// `01`, `+1`, `.5`, `1.`, `1e`, `-`.
        case invalidNumber
        /// A name that the object already contains, after unescaping.
        case duplicateMember
        /// Deeper than ``JSONLimits/maximumDepth``.
        case tooDeep
        /// Longer than ``JSONLimits/maximumBytes``.
        case tooLong
        /// More values than ``JSONLimits/maximumValues``.
        case tooManyValues
    }

    /// The kind of error.
    public let reason: Reason
    /// The offset of the first wrong byte, starting at 0; for a duplicate member, of its second name.
    public let offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// A sentence that contains no byte of the text.
    public var description: String { "\(reason.phrase.english) at byte \(offset)" }
}

extension JSONSyntaxError.Reason {
    /// The description as a phrase in each language.
    public var phrase: Reasons.Reason {
        switch self {
        case .byteOrderMark:
            .rule("byteOrderMark", "the text starts with a byte order mark", "в начале метка порядка байтов")
        case .unexpectedEnd: .rule("unexpectedEnd", "the text ends too early", "текст обрывается")
        case .unexpectedCharacter: .rule("unexpectedCharacter", "unexpected character", "неожиданный знак")
        case .trailingBytes: .rule("trailingBytes", "there is text after the value", "за значением следует лишнее")
        case .invalidUTF8: .rule("invalidUTF8", "the text is not valid UTF-8", "текст не в UTF-8")
        case .invalidEscape:
            .rule("invalidEscape", "invalid escape in a string", "неверная последовательность с \\ в строке")
        case .loneSurrogate:
            .rule("loneSurrogate", "a surrogate escape without its other half", "половина суррогатной пары без второй")
        case .controlCharacter:
            .rule("controlCharacter", "an unescaped control character in a string", "управляющий символ в строке")
        case .invalidNumber: .rule("invalidNumber", "invalid number", "неверное число")
        case .duplicateMember: .rule("duplicateMember", "an object names a member twice", "имя в объекте повторяется")
        case .tooDeep: .rule("tooDeep", "the text is nested too deeply", "слишком глубокая вложенность")
        case .tooLong: .rule("tooLong", "the text is too long", "текст слишком длинный")
        case .tooManyValues: .rule("tooManyValues", "the text holds too many values", "в тексте слишком много значений")
        }
    }
}
