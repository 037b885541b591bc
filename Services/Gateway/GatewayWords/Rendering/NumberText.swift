import Drawing

/// Prices and shares in the language of the run.
package enum NumberText {
    /// Formats a price; smaller prices have more decimals.
    package static func price(_ value: Double) -> String {
        let size = abs(value)
        return decimal(value, places: size >= 1000 ? 0 : size >= 10 ? 2 : size >= 0.1 ? 4 : 8)
    }

    /// Formats a share as `+1.3 %`, with a no-break space.
    package static func change(_ share: Double) -> String { (share > 0 ? "+" : "") + percent(share, places: 1) }

    /// Formats a share as `62 %`, with a no-break space.
    package static func percent(_ share: Double, places: Int = 0) -> String {
        decimal(share * 100, places: places) + ValueText.noBreakSpace + "%"
    }

    /// Formats a number with the given number of decimals.
    package static func decimal(_ value: Double, places: Int) -> String {
        NumberLabel.grouped(NumberLabel.decimal(value, places: places), in: .current)
    }
}
