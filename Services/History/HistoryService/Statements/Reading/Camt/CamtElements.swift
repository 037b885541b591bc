import Reasons
import Signals
import XML

/// Collects the account, the balances and the entries of each statement of a camt message.
///
/// Only one of them is in memory at a time, and of it only the elements that matter. All versions of the messages are
/// read in the same way, because they differ in elements that are not needed, or in a level more: `Sts/Cd`, `Dbtr/Pty`.
struct CamtElements {
    /// A part of a statement.
    enum Part {
        case begin(line: Int)
        case account(CamtNode)
        case balance(CamtNode)
        case entry(CamtNode)
        case end
    }

    /// The root elements: camt.053, camt.052.
    static let messages: Set<String> = ["BkToCstmrStmt", "BkToCstmrAcctRpt"]
    private static let statements: Set<String> = ["Stmt", "Rpt"]
    private static let parts: Set<String> = ["Acct", "Bal", "Ntry"]
    private static let kept: Set<String> = [
        "AcctSvcrRef", "AddtlNtryInf", "AddtlRmtInf", "AddtlTxInf", "Amt", "AmtDtls", "BookgDt", "Ccy", "Cd",
        "CdOrPrtry", "Cdtr", "CdtDbtInd", "CdtrRefInf", "CntrValAmt", "Dbtr", "Dt", "DtTm", "EndToEndId", "IBAN", "Id",
        "InstdAmt", "Nb", "Nm", "NtryDtls", "Othr", "Prtry", "Pty", "Ref", "Refs", "RfrdDocInf", "RltdPties", "RmtInf",
        "RvslInd", "Strd", "Sts", "Tp", "TxAmt", "TxDtls", "UltmtCdtr", "UltmtDbtr", "Ustrd", "ValDt",
    ]
    private static let longestValue = 4_096

    /// True once the root element of a message was seen.
    private(set) var isMessage = false
    private var isInStatement = false
    /// The elements that are open, from the part of the statement downwards.
    private var open: [CamtNode] = []
    /// The number of open elements that do not matter.
    private var skipped = 0

    /// Takes a piece of the text.
    ///
    /// - Returns: The part of a statement that is complete with it.
    mutating func take(_ event: XMLEvent, _ line: Int) throws(LineProblem) -> Part? {
        switch event {
        case .start(let name): return start(Self.local(name), line)
        case .attribute(_, let value):
            if skipped == 0, !open.isEmpty { open[open.count - 1].currency = value }
            return nil
        case .text(let text):
            guard skipped == 0, let last = open.indices.last else { return nil }
            open[last].text += text
            guard open[last].text.utf8.count <= Self.longestValue else {
                throw LineProblem(line, .tooLongValue, ["most": .number(Self.longestValue)])
            }
            return nil
        case .end(let name): return end(Self.local(name))
        }
    }

    private mutating func start(_ name: String, _ line: Int) -> Part? {
        guard isInStatement else {
            if Self.messages.contains(name) { isMessage = true }
            guard isMessage, Self.statements.contains(name) else { return nil }
            isInStatement = true
            return .begin(line: line)
        }
        if skipped == 0, (open.isEmpty ? Self.parts : Self.kept).contains(name) {
            // Only whitespace stands between elements.
            if let last = open.indices.last { open[last].text = "" }
            open.append(CamtNode(name: name, line: line))
        } else {
            skipped += 1
        }
        return nil
    }

    private mutating func end(_ name: String) -> Part? {
        guard isInStatement else { return nil }
        guard skipped == 0 else {
            skipped -= 1
            return nil
        }
        guard var node = open.popLast() else {
            isInStatement = false
            return .end
        }
        if !node.children.isEmpty { node.text = "" }
        guard let parent = open.indices.last else {
            switch name {
            case "Acct": return .account(node)
            case "Bal": return .balance(node)
            default: return .entry(node)
            }
        }
        open[parent].children.append(node)
        return nil
    }

    /// Returns a name without its prefix: `ns2:Ntry` is `Ntry`.
    private static func local(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }
}
