import Domain
import TestSupport

/// A random statement, written as camt or as MT940 in one of the ways of banks.
struct RandomMessage {
    struct Row {
        let day: CalendarDay
        let change: Money
        let name: String
        let purpose: String
        /// The reference of the bank; nil for none.
        let reference: String?

        var text: String { name + " / " + purpose }
    }

    let opening: Money
    let rows: [Row]
    private let account: String

    var closing: Money {
        Money(
            minorUnits: rows.reduce(opening.minorUnits) { $0 + $1.change.minorUnits }, currency: opening.currency)
    }

    private static let names = ["Anna Beispiel", "Markt & Co", "A < B", "Werkgever BV", "Hausverwaltung Linde"]
    private static let purposes = ["Rent 7", "November", "Rechnung 5 vom 1.11", "thanks", "a/b c"]

    init(_ random: inout SeededGenerator, rows count: Int) {
        let currency = Currency.known("EUR")
        opening = Money(minorUnits: Int64(random.below(2_000_000)) - 1_000_000, currency: currency)
        account = "DE" + String(random.below(900_000_000) + 100_000_000)
        let first = CalendarDay(daysSince1970: 18_000 + random.below(2_500))
        var day = first
        rows = (0..<count).map { place in
            // Rows of a single day have no order of their own.
            if place == 1 || random.chance(40) { day = day.adding(days: random.below(40) + 1) }
            let units = Int64(random.below(1_000_000) + 1)
            return Row(
                day: day, change: Money(minorUnits: random.chance(50) ? units : -units, currency: currency),
                name: random.one(of: Self.names), purpose: random.one(of: Self.purposes),
                reference: random.chance(80) ? "REF" + String(1_000 + place / 2) : nil)
        }
    }

    /// Creates what a later download shows: the days that begin with that of a row.
    init(of whole: RandomMessage, from place: Int) {
        let kept = place < whole.rows.count ? whole.rows.filter { $0.day >= whole.rows[place].day } : []
        let sum = whole.rows.dropLast(kept.count).reduce(0) { $0 + $1.change.minorUnits }
        opening = Money(minorUnits: whole.opening.minorUnits + sum, currency: whole.opening.currency)
        rows = Array(kept)
        account = whole.account
    }

    private func plain(_ money: Money) -> String { String(money.decimalText.drop { $0 == "-" }) }

    // MARK: camt

    func camt(_ random: inout SeededGenerator) -> String {
        let version = random.below(12) + 2
        let isNew = version >= 8
        let space = random.chance(50) ? "\n  " : ""
        func indicator(_ money: Money) -> String { money.minorUnits < 0 ? "DBIT" : "CRDT" }
        func amount(_ money: Money) -> String { "<Amt Ccy=\"EUR\">\(plain(money))</Amt>" }
        func balance(_ type: String, _ money: Money) -> String {
            "\(space)<Bal><Tp><CdOrPrtry><Cd>\(type)</Cd></CdOrPrtry></Tp>\(amount(money))"
                + "<CdtDbtInd>\(indicator(money))</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>"
        }
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        }
        var text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001."
            + (version < 10 ? "0" : "") + "\(version)\"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>"
            + "<Id>1</Id><Acct><Id><IBAN>\(account)</IBAN></Id><Ccy>EUR</Ccy></Acct>"
        text += balance("OPBD", opening) + balance("CLBD", closing)
        for row in rows {
            let isIncome = row.change.minorUnits > 0
            let party = isNew ? "<Pty><Nm>\(escaped(row.name))</Nm></Pty>" : "<Nm>\(escaped(row.name))</Nm>"
            let role = isIncome ? "Dbtr" : "Cdtr"
            let day = random.chance(50) ? "<Dt>\(row.day)</Dt>" : "<DtTm>\(row.day)T00:00:00</DtTm>"
            text += "\(space)<Ntry>\(amount(row.change))<CdtDbtInd>\(indicator(row.change))</CdtDbtInd>"
            text += isNew ? "<Sts><Cd>BOOK</Cd></Sts>" : "<Sts>BOOK</Sts>"
            text += "<BookgDt>\(day)</BookgDt><ValDt><Dt>\(row.day)</Dt></ValDt>"
            if let reference = row.reference { text += "<AcctSvcrRef>\(reference)</AcctSvcrRef>" }
            text += "<NtryDtls>\(space)<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>"
            text += "<RltdPties><\(role)>\(party)</\(role)></RltdPties>"
            text += "<RmtInf><Ustrd>\(escaped(row.purpose))</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
        }
        return text + "</Stmt></BkToCstmrStmt></Document>"
    }

    // MARK: MT940

    func mt940(_ random: inout SeededGenerator) -> String {
        let hasEnvelope = random.chance(50)
        let end = random.chance(50) ? "\r\n" : "\n"
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        func date(_ day: CalendarDay) -> String {
            let parts = day.components
            return two(parts.year % 100) + two(parts.month) + two(parts.day)
        }
        func amount(_ money: Money) -> String { plain(money).replacing(".", with: ",") }
        func balance(_ tag: String, _ money: Money) -> String {
            ":\(tag):" + (money.minorUnits < 0 ? "D" : "C") + "260101EUR" + amount(money)
        }
        var lines = [":20:START", ":25:" + account, ":28C:1/1", balance("60F", opening)]
        for row in rows {
            let isIncome = row.change.minorUnits > 0
            let mark = random.chance(10) ? (isIncome ? "RD" : "RC") : isIncome ? "C" : "D"
            // The value date is up to ten days away, perhaps in another year.
            let value = row.day.adding(days: random.below(21) - 10)
            lines.append(
                ":61:" + date(value) + date(row.day).dropFirst(2) + mark + (random.chance(30) ? "R" : "")
                    + amount(row.change) + "NTRFNONREF" + (row.reference.map { "//" + $0 } ?? ""))
            switch random.below(3) {
            case 0: lines.append(":86:166?00GUTSCHRIFT?20SVWZ+" + row.purpose + "?32" + row.name)
            case 1: lines.append(":86:/TRTP/SEPA/NAME/" + row.name + "/REMI/" + row.purpose + "/EREF/NOTPROVIDED")
            default: lines.append(":86:" + row.text)
            }
        }
        lines.append(balance("62F", closing))
        lines.append(hasEnvelope ? "-}" : "-")
        let head = hasEnvelope ? "{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:" + end : ""
        return head + lines.joined(separator: end) + end
    }
}
