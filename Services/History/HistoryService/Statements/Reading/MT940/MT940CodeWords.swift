/// A field 86 of code words between slashes, as Dutch banks write it: `/TRTP/…/NAME/J. Jansen/REMI/rent/EREF/…`.
struct MT940CodeWords {
    private static let known: Set<String> = [
        "TRTP", "TYPE", "IBAN", "BIC", "NAME", "REMI", "EREF", "MARF", "CSID", "PREF", "RTRN", "ORDP", "BENM", "ID",
        "ADDR", "ISDT", "PURP", "CNTP", "ULTC", "ULTD", "ULTB", "KREF", "CREF", "IREF", "SVCL", "CHGS", "OCMT", "EXCH",
        "BRCR", "TRCD",
    ]
    private static let mostValues = 64

    /// The other side and what the payment was for.
    let text: String

    /// Nil for a text that does not begin with a known code word.
    init?(_ field: String) {
        guard field.hasPrefix("/") else { return nil }
        var values: [(word: String, parts: [Substring])] = []
        for part in field.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if Self.known.contains(String(part)), values.count < Self.mostValues {
                values.append((String(part), []))
            } else if let last = values.indices.last {
                values[last].parts.append(part)
            } else {
                return nil
            }
        }
        func value(_ word: String) -> String {
            values.lazy.filter { $0.word == word }.map { $0.parts.joined(separator: "/") }.first { !$0.isEmpty } ?? ""
        }
        // The account, its bank, the name and the town.
        let counterparty = value("CNTP").split(separator: "/", omittingEmptySubsequences: false)
        let name = [value("NAME"), counterparty.count > 2 ? String(counterparty[2]) : ""].first { !$0.isEmpty } ?? ""
        let purpose = [Self.remittance(value("REMI")), value("TRTP"), value("TYPE")].first { !$0.isEmpty } ?? ""
        let plain = Self.plain(name)
        text = CleanText.joined(BankRowIdentifiers.isPlaceholder(plain) ? "" : plain, Self.plain(purpose))
    }

    /// Returns a remittance without the words that tell its kind: `USTD//rent`, `STRD/CUR/9001…`.
    private static func remittance(_ value: String) -> String {
        for prefix in ["USTD//", "USTD/", "STRD/CUR/", "STRD/ISO/", "STRD/"] where value.hasPrefix(prefix) {
            return String(value.dropFirst(prefix.count))
        }
        return BankRowIdentifiers.isPlaceholder(plain(value)) ? "" : value
    }

    private static func plain(_ value: String) -> String {
        var line = CleanText.line(value)
        while line.hasSuffix("/") { line = CleanText.line(line.dropLast()) }
        return line
    }
}
