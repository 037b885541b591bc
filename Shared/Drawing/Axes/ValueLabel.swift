import Domain
import Glibc

/// Values as they stand beside what shows them: rounded to what can be seen, thousands apart.
public enum ValueLabel {
    /// `41 200`, `12.5`: whole from a hundred on, since decimals of large numbers are not seen.
    public static func text(_ value: Double, in language: Language) -> String {
        guard abs(value) < 1e15 else { return AmountText.decimals(NumberLabel.scientific(value), in: language) }
        guard abs(value) >= 100 else { return ChartSummary.text(value, in: language) }
        return AmountText.grouped(NumberLabel.decimal(value, places: 0), in: language)
    }

    /// `41k`, `7.4k`, in Russian `41 т`: where there is little room.
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
