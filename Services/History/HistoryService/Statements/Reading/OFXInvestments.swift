/// The operations of investment accounts: which of them move money, and which way.
///
/// - Source: OFX 2.2, 13.9.2.4 "Investment Transaction Aggregates".
enum OFXInvestments {
    /// Names for people, of those that move money.
    static let titles = [
        "BUYDEBT": "Buy", "BUYMF": "Buy", "BUYOPT": "Buy", "BUYOTHER": "Buy", "BUYSTOCK": "Buy",
        "SELLDEBT": "Sell", "SELLMF": "Sell", "SELLOPT": "Sell", "SELLOTHER": "Sell", "SELLSTOCK": "Sell",
        "INCOME": "Income", "INVEXPENSE": "Expense", "MARGININTEREST": "Margin interest",
        "RETOFCAP": "Return of capital",
    ]

    /// Those that move securities only, or money that stays in the account.
    static let withoutMoney: Set<String> = ["REINVEST", "TRANSFER", "SPLIT", "JRNLFUND", "JRNLSEC", "CLOSUREOPT"]

    /// All, and those of other accounts, which investment accounts have too.
    static let operations = withoutMoney.union(titles.keys).union(["STMTTRN"])

    /// What an operation adds to the money of its account: banks disagree on the signs of what costs.
    static func change(_ total: Int64, of kind: String) -> Int64 {
        switch titles[kind] {
        case "Buy", "Expense", "Margin interest": -abs(total)
        case "Sell": abs(total)
        default: total
        }
    }
}
