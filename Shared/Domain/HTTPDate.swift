/// Dates in the format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// - Source: RFC 9110, section 5.6.7 (IMF-fixdate).
public enum HTTPDate {
    /// The days of a week, from Monday.
    public static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The months of a year.
    public static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date; nil for anything else.
    public static func read(_ text: String) -> Instant? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","), words[1].utf8.count == 2,
            let month = months.firstIndex(of: String(words[2]))
        else { return nil }
        return Instant("\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
    }
}
