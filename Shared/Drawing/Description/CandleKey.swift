import Domain

/// The meaning of candles in pictures and terminals: a rising candle is hollow, a falling one is filled.
public enum CandleKey {
    /// Returns the text beside such a candle.
    public static func text(isRising: Bool, in language: Language) -> String {
        switch language {
        case .english: isRising ? "up" : "down"
        case .russian: isRising ? "вверх" : "вниз"
        }
    }

    /// Returns the letters of the first, highest, lowest and last price.
    static func prices(in language: Language) -> [String] {
        switch language {
        case .english: ["O", "H", "L", "C"]
        case .russian: ["О", "В", "Н", "З"]
        }
    }
}
