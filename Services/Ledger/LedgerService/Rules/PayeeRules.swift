import Coordination
import Domain
import Signals

/// Rules for saved payees.
enum PayeeRules {
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ name: String, field: String) throws(Fault) {
        guard !name.allSatisfy(\.isWhitespace) else { throw Fault.invalidArgument(field, .mustNotBeEmpty) }
        guard !name.hasPrefix("@") else {
            throw Fault.invalidArgument(field, .mustNotBeginWithAt)
        }
        try LedgerLimits.check(name, field: field, limit: LedgerLimits.nameLength)
    }

    static let noPayee = Fault(.notFound, .noPayee, field: "name")
}

extension LedgerDependencies {
    /// Returns the owners of accounts, best effort: payees are useful without them.
    func owners(of accounts: [Account], _ context: SignalContext) async -> [String: KnownPerson] {
        let ids = Set(accounts.compactMap(\.owner)).sorted()
        return ids.isEmpty ? [:] : (try? await people.people(ids: ids, deadline: context.deadline)) ?? [:]
    }
}
