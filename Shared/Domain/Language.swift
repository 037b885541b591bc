/// A language for people. Programs get the same answers in every language: JSON is not translated.
public enum Language: String, CaseIterable, Hashable, Sendable {
    /// English, the default.
    case english = "en"
    /// Russian.
    case russian = "ru"
}
