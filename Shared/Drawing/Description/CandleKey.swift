import Domain

/// What candles mean, in pictures and terminals alike: one that rose is hollow, one that fell is filled.
public enum CandleKey {
    /// What stands beside such a candle.
    public static func text(isRising: Bool, in language: Language) -> String {
        switch language {
        case .english: isRising ? "up" : "down"
        case .russian: isRising ? "вверх" : "вниз"
        }
    }
}
