/// The cells of a table that is being written.
public enum CSVCell {
    private static let apostrophe = UInt8(ascii: "'")

    /// Returns a user's text with an apostrophe in front where a spreadsheet would take it for a formula.
    ///
    /// A text that looks already escaped gets one more apostrophe, so that ``original(_:)`` always restores it.
    /// - Source: OWASP, "CSV Injection".
    public static func safe(_ text: String) -> String { looksLikeFormula(text.utf8[...]) ? "'" + text : text }

    /// Returns the text from which ``safe(_:)`` made the cell.
    public static func original(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, looksLikeFormula(cell.utf8[...]) else { return cell }
        // The apostrophe may be part of a character together with what follows, so a scalar is dropped.
        return String(cell.unicodeScalars.dropFirst())
    }

    /// Appends a row, with CRLF at its end.
    public static func append(row cells: some Sequence<String>, to text: inout [UInt8]) {
        var isFirst = true
        for cell in cells {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            append(cell, to: &text)
            isFirst = false
        }
        text += [0x0D, 0x0A]
    }

    /// Appends a cell, quoted when necessary.
    private static func append(_ cell: String, to text: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard
            cell.utf8.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0D || $0 == 0x0A })
                || cell.utf8.first == 0x20 || cell.utf8.last == 0x20
                // At the beginning of a text it would count as a mark of the encoding.
                || cell.unicodeScalars.first == "\u{FEFF}"
        else {
            text += cell.utf8
            return
        }
        text.append(quote)
        for byte in cell.utf8 {
            if byte == quote { text.append(quote) }
            text.append(byte)
        }
        text.append(quote)
    }

    /// True when the first byte after any apostrophes begins a formula.
    private static func looksLikeFormula(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.drop(while: { $0 == apostrophe }).first else { return false }
        return [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D].contains(first)
    }
}
