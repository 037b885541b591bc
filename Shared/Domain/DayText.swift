/// Days as people read them in tables and beside numbers.
public enum DayText {
    /// Returns `2026-11-21`, in Russian `21.11.2026`.
    public static func of(_ day: CalendarDay, in language: Language) -> String {
        switch language {
        case .english: day.description
        case .russian: day.description.split(separator: "-").reversed().joined(separator: ".")
        }
    }
}
