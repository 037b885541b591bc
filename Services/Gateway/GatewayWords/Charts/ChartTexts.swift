import Domain

/// The axis titles of charts, shared by commands and the app.
package enum ChartTexts {
    package static let nothingYet = Text("There is nothing to draw yet.", "Рисовать пока нечего.")
    package static let price = Text("price", "цена")
    package static let balance = Text("balance", "остаток")
    package static let sum = Text("sum", "сумма")
    /// For compared closes: the distance from their mean in standard deviations.
    package static let deviation = Text("distance from the mean", "отклонение от среднего")
    package static let deviations = Text("σ", "σ")
    /// For compared candles: the place between the lowest low and the highest high.
    package static let share = Text("place between low and high", "место между минимумом и максимумом")
    static let percentOfFace = Text("% of the face", "% номинала")
    static let percentAYear = Text("% a year", "% годовых")
}
