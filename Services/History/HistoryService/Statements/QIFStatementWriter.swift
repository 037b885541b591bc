import Domain

/// A writer of statements as QIF. The opening balance is written as in Quicken: a transaction "Opening Balance" that
/// refers to the account itself. So all amounts add up to the closing balance.
///
/// Dates are month/day/year, as declared by the line `!Option:MDY`. QIF has no ids, times or currencies.
/// - Source: "Quicken Interchange Format (QIF) files", Intuit.
package struct QIFStatementWriter: StatementWriter {
    /// The payee of the opening balance.
    static let openingPayee = "Opening Balance"

    package let mediaType = "application/qif; charset=utf-8"

    package init() {}

    package func write(_ head: StatementHead, to text: inout [UInt8]) {
        let account = Self.line(head.scope.account.id)
        text += "!Option:MDY\n!Account\nN\(account)\nTBank\n^\n!Type:Bank\n".utf8
        text += "D\(Self.date(head.scope.first))\nT\(head.opening.decimalText)\nCX\n".utf8
        text += "P\(Self.openingPayee)\nL[\(account)]\n^\n".utf8
    }

    package func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8]) {
        let movement = row.movement
        text += "D\(Self.date(scope.zone.day(at: movement.time)))\nT\(row.change.decimalText)\n".utf8
        if !movement.description.isEmpty { text += "P\(Self.line(movement.description))\n".utf8 }
        if let other = movement.otherAccountID {
            text += "L[\(Self.line(other))]\n".utf8
        } else if let category = movement.category, !category.isEmpty {
            // A leading bracket would make it the name of an account.
            text += "L\(Self.line(category.hasPrefix("[") ? "(" + category.dropFirst() : category))\n".utf8
        }
        text += "^\n".utf8
    }

    package func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8]) {}

    private static func date(_ day: CalendarDay) -> String {
        let (year, month, dayOfMonth) = day.components
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return "\(padded(month, 2))/\(padded(dayOfMonth, 2))/\(padded(year, 4))"
    }

    /// Returns a text on one line, without any character that a reader may take for a line end.
    private static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
