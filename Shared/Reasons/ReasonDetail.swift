/// One fact of a reason.
public enum ReasonDetail: Hashable, Sendable {
    /// A text. Amounts, days and instants are texts, too.
    case text(String)
    /// A whole number.
    case number(Int)
    /// A Boolean.
    case flag(Bool)

    /// The value without quotation marks, as templates show it.
    public var plainText: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        }
    }
}

extension ReasonDetail: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Creates a text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// Creates a whole number.
    public init(integerLiteral number: Int) { self = .number(number) }
    /// Creates a Boolean.
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

/// Details as JSON, sorted by name, so that equal faults have equal bytes.
public struct OrderedDetails: Encodable {
    private let details: [String: ReasonDetail]

    /// Creates a value that encodes details.
    public init(_ details: [String: ReasonDetail]) { self.details = details }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Encodes an object with a member for each detail.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, detail) in details.sorted(by: { $0.key < $1.key }) {
            try container.encode(detail, forKey: Name(stringValue: name))
        }
    }
}

extension ReasonDetail: Codable {
    /// Decodes a text, a whole number or a Boolean.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .number(try container.decode(Int.self))
        }
    }

    /// Encodes the bare value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}
