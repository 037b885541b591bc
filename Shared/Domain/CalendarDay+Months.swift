extension CalendarDay {
    /// The day `count` months later, or earlier when negative: the same day of the month, or the month's last one where it
    /// has fewer days. Count from the first day of a series, not from the day before: 31 January, 28 February, 31 March.
    public func adding(months count: Int) -> CalendarDay {
        let (year, month, day) = components
        let months = year * 12 + (month - 1) + count
        let (newYear, newMonth) = (months.flooredDivision(by: 12), months.flooredRemainder(by: 12) + 1)
        let last = Self.daysIn(month: newMonth, year: newYear)
        guard let result = CalendarDay(year: newYear, month: newMonth, day: min(day, last)) else {
            // Beyond the years that can be written: the end of them.
            return newYear < 1 ? Self.first : Self.last
        }
        return result
    }

    /// The first day that can be written, 0001-01-01.
    static let first = CalendarDay(daysSince1970: -719_162)
    /// The last day that can be written, 9999-12-31.
    static let last = CalendarDay(daysSince1970: 2_932_896)
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    fileprivate func flooredRemainder(by divisor: Int) -> Int { self - flooredDivision(by: divisor) * divisor }
}
