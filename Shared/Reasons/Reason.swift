/// Why something is refused or left out: a stable name for programs, and its sentence in each language for people.
///
/// Sentences are templates; ``ReasonTemplate`` says how details stand in them. A name never changes its meaning; a
/// sentence is free to change.
///
/// ```swift
/// extension Reason {
///     public static let tooManyChannels = Reason(
///         "tooManyChannels", "There are {limit channel|channels} already; remove one first.",
///         "Уже есть {limit канал|канала|каналов}; сначала уберите один.")
/// }
/// throw Fault(.limitExceeded, .tooManyChannels, ["limit": 20])
/// ```
public struct Reason: Hashable, Sendable {
    /// The name on the wire, unique in the house.
    public let name: String
    /// The template in English.
    public let english: String
    /// The template in Russian.
    public let russian: String
    /// True for a rule that a value breaks: a phrase that follows the name of a field, without a full stop.
    public let isRule: Bool

    /// Creates the reason of a sentence.
    public init(_ name: String, _ english: String, _ russian: String) {
        self.init(name, english, russian, isRule: false)
    }

    private init(_ name: String, _ english: String, _ russian: String, isRule: Bool) {
        self.name = name
        self.english = english
        self.russian = russian
        self.isRule = isRule
    }

    /// Creates a rule: "must be a day, such as 2026-11-21", "нужен день, например 2026-11-21".
    public static func rule(_ name: String, _ english: String, _ russian: String) -> Reason {
        Reason(name, english, russian, isRule: true)
    }

    /// Compares the names.
    public static func == (left: Reason, right: Reason) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
