import Domain

/// The rules for names of accounts in one format.
struct JournalNaming: Sendable {
    /// The first parts: what the format calls the user's own accounts, income, expenses.
    let own: String
    let income: String
    let expenses: String
    /// The whole names of accounts that every journal has.
    let opening: String
    let conversion: String
    /// The part for what has no category, and for a name of which nothing is left.
    let uncategorized: String
    let nameless: String
    /// Returns one part of a name as the format allows it; nil when nothing is left of the text.
    let part: @Sendable (String) -> String?
}

/// The names of all accounts of a journal. Different accounts have different names.
///
/// The first of several that would have one name keeps it; the others get `-2`, `-3` and so on, in the order in which
/// they became known. So a new account or category never changes the name of another.
struct JournalNames: Sendable {
    private let naming: JournalNaming
    private var names: [JournalPlace: String] = [:]
    private var taken: Set<String> = []

    /// - Parameters:
    ///   - accounts: In the order in which they became known, and so are the categories.
    init(_ naming: JournalNaming, accounts: [OwnedAccount], categories: [String]) {
        self.naming = naming
        for account in accounts {
            add(.own(account.id), "\(naming.own):\(naming.part(account.name) ?? naming.nameless)")
        }
        add(.income(nil), "\(naming.income):\(naming.uncategorized)")
        add(.expenses(nil), "\(naming.expenses):\(naming.uncategorized)")
        for category in categories {
            // A colon separates a category from those in it, as in most programs.
            let parts = category.split(separator: ":").compactMap { naming.part(String($0)) }
            let path = parts.isEmpty ? naming.nameless : parts.joined(separator: ":")
            add(.income(category), "\(naming.income):\(path)")
            add(.expenses(category), "\(naming.expenses):\(path)")
        }
    }

    private mutating func add(_ place: JournalPlace, _ name: String) {
        var (unique, number) = (name, 2)
        while !taken.insert(unique).inserted {
            unique = "\(name)-\(number)"
            number += 1
        }
        names[place] = unique
    }

    /// True for an account that has a name: for all that were given.
    func has(_ place: JournalPlace) -> Bool {
        switch place {
        case .opening, .conversion: true
        default: names[place] != nil
        }
    }

    /// The name of an account.
    ///
    /// - Precondition: It has one.
    subscript(place: JournalPlace) -> String {
        switch place {
        case .opening: return naming.opening
        case .conversion: return naming.conversion
        default:
            guard let name = names[place] else { preconditionFailure("\(place) has no name.") }
            return name
        }
    }
}
