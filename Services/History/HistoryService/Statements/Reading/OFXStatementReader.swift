import Domain
import Reasons
import Signals
import StrictJSON
import XML

/// Reads OFX 2.x, which is XML, and 1.x, which is SGML: statements of bank accounts and cards, and the money of
/// investment accounts.
struct OFXStatementReader {
    let hints: StatementHints

    /// - Parameter bytes: The text in UTF-8.
    /// - Throws: ``LineProblem`` when the file is not OFX. Unreadable transactions are collected as problems of the
    ///   file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        guard let (_, body) = OFXMarkup.header(of: text) else {
            throw LineProblem.ofFile(.notOFX)
        }
        guard text.drop(while: \.isWhitespace).hasPrefix("<?xml") else {
            return try file(of: try Self.readSGML(text, from: body))
        }
        var elements = OFXElements()
        do throws(LineProblem) {
            try Self.readXML(text, into: &elements)
        } catch {
            // Some banks put an XML header on an OFX 1 body, where values have no end tags.
            guard error.refusal.reason == .malformedXML,
                let lenient = try? Self.readSGML(text, from: body), !lenient.statements.isEmpty
            else { throw error }
            elements = lenient
        }
        return try file(of: elements)
    }

    private static func readSGML(_ text: String, from body: String.Index) throws(LineProblem) -> OFXElements {
        var elements = OFXElements()
        let firstLine = text[..<body].utf8.count { $0 == 0x0A } + 1
        try OFXMarkup.read(text[body...], firstLine: firstLine) { (piece, line) throws(LineProblem) in
            try elements.take(piece, line)
        }
        return elements
    }

    private static func readXML(_ text: String, into elements: inout OFXElements) throws(LineProblem) {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.startIndex
        do {
            try XMLReader.read(Array(text[start...].utf8), isUTF8: true) { event, line in
                switch event {
                case .start(let name): try elements.take(.start(name.uppercased()), line)
                case .attribute: break
                case .text(let text): try elements.take(.text(text), line)
                case .end(let name): try elements.take(.end(name.uppercased()), line)
                }
            }
        } catch let problem as LineProblem {
            throw problem
        } catch let error as XMLError {
            throw LineProblem(error.line, error.problem.refusal)
        } catch {
            throw LineProblem.ofFile(.isUnreadable)
        }
    }

    private func file(of elements: OFXElements) throws(LineProblem) -> StatementFile {
        let statements = elements.statements
        let statement: OFXElements.Statement
        if let wanted = hints.account {
            guard let found = statements.first(where: { $0.account == wanted }) else {
                throw LineProblem.ofFile(.fileWithoutAccount, ["account": .quoted(wanted)])
            }
            statement = found
        } else {
            guard let only = statements.first else {
                throw LineProblem.ofFile(.ofxWithoutStatement)
            }
            guard statements.count == 1 else { throw .severalAccounts(statements.map(\.account)) }
            statement = only
        }
        guard let currency = Currency(code: statement.currency == "RUR" ? "RUB" : statement.currency) ?? hints.currency
        else { throw .ofFile(.fileWithoutCurrency, ["other": "currency"]) }
        var file = StatementFile()
        file.account = statement.account.isEmpty ? nil : statement.account
        file.currency = currency
        let reader = OFXRowReader(
            currency: currency, house: statement.house, decimal: hints.decimal, securities: elements.securities)
        for element in statement.transactions {
            if element.movesSecurities {
                file.leaveOut(element.line, .securities, element.kind)
                continue
            }
            do throws(LineProblem) {
                try file.add(try reader.row(element))
            } catch {
                if file.rows.count >= StatementFile.mostRows { throw error }
                file.add(error)
            }
        }
        if let balance = statement.balance, let written = WrittenAmount(balance) {
            file.closing = try? written.money(currency, separator: OFXRowReader.separator(of: written, currency))
            file.opening = file.closing.flatMap { file.balance(before: $0) }
        }
        return file
    }
}

extension XMLError.Problem {
    /// The rule that the line breaks.
    var refusal: Refusal {
        switch self {
        case .malformed(let error): Refusal(.malformedXML, ["error": .text(error)])
        case .documentType: Refusal(.documentTypeRefused)
        case .tooDeep: Refusal(.tooDeepXML, ["most": .number(XMLReader.mostDepth)])
        }
    }
}
