import Coordination
import Domain
import MarketData
import Reasons
import Signals
import StrictJSON

/// A file of bonds in one of the usual formats: the app's JSON, JSON of the Moscow Exchange (history, bondization), or
/// a table of quotes.
package struct BondFile {
    /// The options that come with the text of a file.
    package struct Options: Sendable {
        var isin: ISIN?
        var title: String?
        var currency: Currency?

        package init(isin: ISIN? = nil, title: String? = nil, currency: Currency? = nil) {
            self.isin = isin
            self.title = title
            self.currency = currency
        }
    }

    /// The largest number of quotes in a file.
    static let mostQuotes = 12_000_000

    let bytes: [UInt8]
    /// The name of the file in faults: `text` or `upload`.
    let field: String
    let options: Options

    package init(bytes: [UInt8], field: String, options: Options) {
        self.bytes = bytes
        self.field = field
        self.options = options
    }

    /// Parses the bonds of the file.
    ///
    /// - Throws: ``Fault`` `invalidArgument`, with the place of the error.
    package func drafts() throws(Fault) -> [BondDraft] {
        let start = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return [try table()] }
        let root: JSONNode
        do {
            root = try JSONDocument(bytes, limits: .ofLength(bytes.count, maximumDepth: 32)).root
        } catch {
            throw Fault(
                .invalidArgument, .notJSONFile, ["offset": .number(error.offset)], cause: error.reason.phrase,
                field: field)
        }
        if root.member("activities") != nil { return try activities(root) }
        return [try exchange(root)]
    }

    private func activities(_ root: JSONNode) throws(Fault) -> [BondDraft] {
        let file: BondsSignal.Import
        do {
            file = try root.decode(BondsSignal.Import.self)
        } catch {
            throw mistake(error.refusal, of: error.path)
        }
        return try ImportRules.drafts(of: file.activities, field: "\(field).activities")
    }

    private func exchange(_ root: JSONNode) throws(Fault) -> BondDraft {
        let history = ISSTable("history", in: root)
        let coupons = ISSTable("coupons", in: root)
        let amortizations = ISSTable("amortizations", in: root)
        guard history != nil || amortizations != nil else {
            throw Fault.invalidArgument(field, .notABondFile)
        }
        var card = ExchangeTables.Card()
        for row in [history, coupons, amortizations].compactMap({ $0?.rows.first }) { card.read(row) }
        do {
            var days = DayQuotes()
            try ExchangeTables.quotes(of: history?.rows ?? [], into: &days)
            let terms = try amortizations.map { table throws(ExchangeTables.Unreadable) in
                try ExchangeTables.terms(coupons: coupons?.rows ?? [], amortizations: table.rows)
            }
            return try draft(card, terms, days.columns)
        } catch let error as ExchangeTables.Unreadable {
            throw mistake(error.refusal)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault.invalidArgument(field, .isUnreadable)
        }
    }

    private func mistake(_ refusal: Refusal, of member: String = "") -> Fault {
        Fault(
            .invalidArgument, member.isEmpty ? .hasMistake : .hasWrongMember,
            refusal.details.merging(["member": .text(member)]) { detail, _ in detail }, cause: refusal.reason,
            phrases: refusal.phrases, field: field)
    }

    private func table() throws(Fault) -> BondDraft {
        let table = try QuoteTable(bytes, field: field)
        return try draft(
            ExchangeTables.Card(isin: table.isin, title: nil, currency: nil), nil, table.quotes)
    }

    private func draft(
        _ card: ExchangeTables.Card, _ terms: BondTerms?, _ quotes: QuoteColumns
    ) throws(Fault) -> BondDraft {
        guard let isin = options.isin ?? card.isin else {
            throw Fault.invalidArgument("isin", .isinNotSaid)
        }
        return BondDraft(
            place: field, isin: isin, title: options.title ?? card.title, currency: options.currency ?? card.currency,
            terms: terms, quotes: quotes)
    }
}
