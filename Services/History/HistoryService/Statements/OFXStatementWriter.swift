import Domain

/// A writer of statements as OFX 2.1.1: XML with the transfers' ids as FITIDs, so that a repeated import recognizes
/// them.
///
/// NAME holds at most 32 characters and MEMO 255, as the standard requires: a description longer than NAME is in MEMO
/// as a whole, up to that length. Characters beyond ASCII are written as numeric references, which all readers
/// understand, even those that ignore the declared encoding. OFX has no field for categories.
/// - Source: OFX 2.1.1, 11.4 "Statement download".
package struct OFXStatementWriter: StatementWriter {
    /// The BANKID of all accounts of Kopilka.
    static let bank = "KOPILKA"
    static let nameLength = 32
    static let memoLength = 255

    package let mediaType = "application/x-ofx"

    package init() {}

    package func write(_ head: StatementHead, to text: inout [UInt8]) {
        let scope = head.scope
        let status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"
        text +=
            """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
            <OFX>
            <SIGNONMSGSRSV1><SONRS>\(status)<DTSERVER>\(Self.time(head.writtenAt))</DTSERVER>\
            <LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
            <BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>\(status)<STMTRS>
            <CURDEF>\(scope.account.currency)</CURDEF>
            <BANKACCTFROM><BANKID>\(Self.bank)</BANKID><ACCTID>\(Self.escaped(scope.account.id))</ACCTID>\
            <ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
            <BANKTRANLIST><DTSTART>\(Self.time(scope.start))</DTSTART><DTEND>\(Self.time(scope.end))</DTEND>

            """.utf8
    }

    package func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8]) {
        let movement = row.movement
        let type =
            movement.otherAccountID != nil ? "XFER" : movement.key.side == .income ? "CREDIT" : "DEBIT"
        text +=
            """
            <STMTTRN><TRNTYPE>\(type)</TRNTYPE><DTPOSTED>\(Self.time(movement.time))</DTPOSTED>\
            <TRNAMT>\(row.change.decimalText)</TRNAMT><FITID>\(Self.escaped(movement.transferID))</FITID>
            """.utf8
        let name = Self.cut(movement.description, to: Self.nameLength)
        if !name.isEmpty { text += "<NAME>\(Self.escaped(name))</NAME>".utf8 }
        if name != movement.description {
            text += "<MEMO>\(Self.escaped(Self.cut(movement.description, to: Self.memoLength)))</MEMO>".utf8
        }
        text += "</STMTTRN>\n".utf8
    }

    package func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8]) {
        text +=
            """
            </BANKTRANLIST>
            <LEDGERBAL><BALAMT>\(closing.decimalText)</BALAMT><DTASOF>\(Self.time(scope.end))</DTASOF></LEDGERBAL>
            </STMTRS></STMTTRNRS></BANKMSGSRSV1>
            </OFX>

            """.utf8
    }

    /// Formats a time as `20261121085148.123[0:GMT]`.
    private static func time(_ instant: Instant) -> String {
        let text = instant.description
        let digits = text.prefix(19).filter { $0 != "-" && $0 != "T" && $0 != ":" }
        let fraction = text.dropFirst(19).filter { $0 != "." && $0 != "Z" }.prefix(3)
        return digits + "." + fraction + String(repeating: "0", count: 3 - fraction.count) + "[0:GMT]"
    }

    /// Returns the first whole characters of a text, at most `length` scalars.
    static func cut(_ text: String, to length: Int) -> String {
        guard text.utf8.count > length, text.unicodeScalars.count > length else { return text }
        var kept = ""
        var room = length
        for character in text {
            room -= character.unicodeScalars.count
            guard room >= 0 else { break }
            kept.append(character)
        }
        return kept
    }

    /// Escapes a text for XML in ASCII. Characters that XML cannot hold become U+FFFD.
    private static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x26 && $0 != 0x3C && $0 != 0x3E }) {
            return text
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped += "&amp;"
            case 0x3C: escaped += "&lt;"
            case 0x3E: escaped += "&gt;"
            case 0x20..<0x7F: escaped.unicodeScalars.append(scalar)
            case 0..<0x20, 0xFFFE, 0xFFFF: escaped += "&#65533;"
            default: escaped += "&#\(scalar.value);"
            }
        }
        return escaped
    }
}
