import Domain
import Glibc

/// The labels of values beside the shapes that show them: rounded to the visible precision, with grouped thousands.
public enum ValueLabel {
    /// Returns `41 200` or `12.5`. Values from 100 on are whole, because their decimals are not visible.
    public static func text(_ value: Double, in language: Language) -> String {
        guard abs(value) < 1e15 else { return AmountText.decimals(NumberLabel.scientific(value), in: language) }
        guard abs(value) >= 100 else { return ChartSummary.text(value, in: language) }
        return AmountText.grouped(NumberLabel.decimal(value, places: 0), in: language)
    }

    /// Returns `41k` or `7.4k`, in Russian `41 т`, for narrow places.
    public static func short(_ value: Double, in language: Language) -> String {
        let units: [(size: Double, english: String, russian: String)] = [
            (1e12, "T", "трлн"), (1e9, "B", "млрд"), (1e6, "M", "млн"), (1e3, "k", "т"),
        ]
        guard abs(value) < 1e15, let unit = units.first(where: { abs(value) >= $0.size }) else {
            return text(value, in: language)
        }
        let share = value / unit.size
        let number = AmountText.decimals(
            NumberLabel.trimmed(share, places: abs(share) < 10 ? 1 : 0), in: language)
        return language == .russian ? number + AmountText.noBreakSpace + unit.russian : number + unit.english
    }
}
