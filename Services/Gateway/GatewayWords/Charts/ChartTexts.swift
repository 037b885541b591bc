import Domain

/// What stands at the axes of charts, alike in commands and in the app.
enum ChartTexts {
    static let nothingYet = Text("There is nothing to draw yet.", "Рисовать пока нечего.")
    static let price = Text("price", "цена")
    static let balance = Text("balance", "остаток")
    static let sum = Text("sum", "сумма")
    /// Of closes that are compared: without their mean, over their deviation.
    static let deviation = Text("distance from the mean", "отклонение от среднего")
    static let deviations = Text("σ", "σ")
    /// Of candles that are compared: between the lowest low and the highest high.
    static let share = Text("place between low and high", "место между минимумом и максимумом")
    static let percentOfFace = Text("% of the face", "% номинала")
    static let percentAYear = Text("% a year", "% годовых")
}
