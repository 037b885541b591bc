import Foundation

/// Prints figures in one table: what, how much, what we promised, and a baseline that did the same with bare means.
enum Report {
    static func printHeader() {
        line("figure", "measured", "promised", "baseline", "beside the baseline")
        line("------", "--------", "--------", "--------", "-------------------")
    }

    /// A time; less is better.
    static func time(
        _ what: String, _ measured: Duration, promised: String, baseline: (name: String, value: Duration)? = nil,
        note: String = ""
    ) {
        let ratio = baseline.map { String(format: "%.2f x %@", measured / $0.value, $0.name) } ?? note
        line(what, text(measured), promised, baseline.map { text($0.value) } ?? "", ratio)
    }

    /// So many a second; more is better.
    static func rate(
        _ what: String, _ measured: Double, promised: String, baseline: (name: String, value: Double)? = nil,
        note: String = ""
    ) {
        let share = baseline.map { String(format: "%.0f %% of %@", measured / $0.value * 100, $0.name) } ?? note
        line(what, "\(grouped(measured))/s", promised, baseline.map { "\(grouped($0.value))/s" } ?? "", share)
    }

    /// So many a second, and how many times the yardstick that is.
    static func lead(
        _ what: String, _ measured: Double, over yardstick: Double, clients: Int = 8, promised: String
    ) {
        line(
            what, "\(grouped(measured))/s", promised, "\(grouped(yardstick))/s",
            String(format: "%.1f x PostgreSQL, %d clients", measured / yardstick, clients))
    }

    /// Anything else.
    static func figure(_ what: String, _ measured: String, promised: String, baseline: String = "", note: String = "") {
        line(what, measured, promised, baseline, note)
    }

    static func text(_ duration: Duration) -> String {
        let microseconds = duration / .microseconds(1)
        return microseconds < 10_000
            ? String(format: "%.1f us", microseconds) : String(format: "%.1f ms", microseconds / 1000)
    }

    static func megabytes(_ kilobytes: Int) -> String { String(format: "%.0f MB", Double(kilobytes) / 1024) }

    static func grouped(_ value: Double) -> String {
        var digits = String(Int(value.rounded()))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }

    private static func line(_ columns: String...) {
        let widths = [46, 14, 16, 14, 0]
        let cells = zip(columns, widths).map {
            $0.0.padding(toLength: max($0.1, $0.0.count), withPad: " ", startingAt: 0)
        }
        // Past stdio, whose buffer a pipe would fill before anybody sees a line.
        FileHandle.standardOutput.write(Data((cells.joined(separator: " ") + "\n").utf8))
    }
}

extension [Duration] {
    /// The value below which `share` of them lie.
    func quantile(_ share: Double) -> Duration { sorted()[Swift.min(count - 1, Int(Double(count) * share))] }
}
