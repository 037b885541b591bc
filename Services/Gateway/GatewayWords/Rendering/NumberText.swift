import Drawing

/// Prices and shares as people read them, in the language of the run.
package enum NumberText {
    /// A price: more decimals the smaller it is.
    package static func price(_ value: Double) -> String {
        let size = abs(value)
        return decimal(value, places: size >= 1000 ? 0 : size >= 10 ? 2 : size >= 0.1 ? 4 : 8)
    }

    /// `+1.3 %`, with a no-break space.
    package static func change(_ share: Double) -> String { (share > 0 ? "+" : "") + percent(share, places: 1) }

    /// `62 %`, with a no-break space.
    package static func percent(_ share: Double, places: Int = 0) -> String {
        decimal(share * 100, places: places) + ValueText.noBreakSpace + "%"
    }

    /// A number with so many decimals.
    package static func decimal(_ value: Double, places: Int) -> String {
        NumberLabel.grouped(NumberLabel.decimal(value, places: places), in: .current)
    }
}
