import Domain

/// What stands at the axes of charts, alike in commands and in the app.
package enum ChartTexts {
    package static let nothingYet = Text("There is nothing to draw yet.", "Рисовать пока нечего.")
    package static let price = Text("price", "цена")
    package static let balance = Text("balance", "остаток")
    package static let sum = Text("sum", "сумма")
    /// Of closes that are compared: without their mean, over their deviation.
    package static let deviation = Text("distance from the mean", "отклонение от среднего")
    package static let deviations = Text("σ", "σ")
    /// Of candles that are compared: between the lowest low and the highest high.
    package static let share = Text("place between low and high", "место между минимумом и максимумом")
    static let percentOfFace = Text("% of the face", "% номинала")
    static let percentAYear = Text("% a year", "% годовых")
}
