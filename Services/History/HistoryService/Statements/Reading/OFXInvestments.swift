/// The operations of investment accounts: the ones that move money, and their direction.
///
/// - Source: OFX 2.2, 13.9.2.4 "Investment Transaction Aggregates".
enum OFXInvestments {
    /// The titles of operations that move money.
    static let titles = [
        "BUYDEBT": "Buy", "BUYMF": "Buy", "BUYOPT": "Buy", "BUYOTHER": "Buy", "BUYSTOCK": "Buy",
        "SELLDEBT": "Sell", "SELLMF": "Sell", "SELLOPT": "Sell", "SELLOTHER": "Sell", "SELLSTOCK": "Sell",
        "INCOME": "Income", "INVEXPENSE": "Expense", "MARGININTEREST": "Margin interest",
        "RETOFCAP": "Return of capital",
    ]

    /// The operations that move securities only, or money within the account.
    static let withoutMoney: Set<String> = ["REINVEST", "TRANSFER", "SPLIT", "JRNLFUND", "JRNLSEC", "CLOSUREOPT"]

    /// All operations, and those of other accounts, which investment accounts have too.
    static let operations = withoutMoney.union(titles.keys).union(["STMTTRN"])

    /// Returns the change of the account's money by an operation. Banks disagree on the sign of costs.
    static func change(_ total: Int64, of kind: String) -> Int64 {
        switch titles[kind] {
        case "Buy", "Expense", "Margin interest": -abs(total)
        case "Sell": abs(total)
        default: total
        }
    }
}
