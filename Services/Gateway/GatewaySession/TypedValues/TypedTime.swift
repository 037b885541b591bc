/// Reads times of day as people type them.
package enum TypedTime {
    /// Returns the time as services write it: `08:00` for `8`, `8:00` and `08.00`. Any other text stays as it is, for
    /// the service to refuse.
    package static func onWire(_ typed: String) -> String {
        let words = typed.filter { !$0.isWhitespace }
        let parts = words.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }.map(String.init)
        guard (1...2).contains(parts.count), let hour = two(parts[0]), parts.count == 1 || parts[1].utf8.count == 2,
            let minute = parts.count == 1 ? "00" : two(parts[1])
        else { return words }
        return "\(hour):\(minute)"
    }

    /// Pads one or two digits to two.
    private static func two(_ text: String) -> String? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return text.utf8.count == 1 ? "0" + text : text
    }
}
