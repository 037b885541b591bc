/// A language that Kopilka speaks to people. Programs are always answered in the same one: JSON is nobody's language.
public enum Language: String, CaseIterable, Hashable, Sendable {
    /// Unless somebody wants another.
    case english = "en"
    /// Russian.
    case russian = "ru"
}
