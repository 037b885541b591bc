import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Keeps a transfer under a name.
struct SaveTemplateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let template: TransferTemplate
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> TransferTemplate {
        let user = try context.caller.requireUser().userID
        let template = request.template
        guard !template.name.isEmpty else { throw Fault.invalidArgument("name", "must not be empty") }
        try LedgerLimits.check(template.name, field: "name", limit: LedgerLimits.nameLength)
        if let amount = template.amount { try LedgerLimits.check(amount) }
        try LedgerLimits.check(template.description, field: "description", limit: LedgerLimits.descriptionLength)
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                _ = try StandingOrderRules.accounts(
                    from: template.from, to: template.to, currency: template.amount?.currency, of: user, in: books)
                try books.orders.put(template, of: user)
                guard try books.orders.templates(of: user).count <= LedgerLimits.templatesPerUser else {
                    throw Fault.tooMany("templates", LedgerLimits.templatesPerUser)
                }
                return template
            }
        }.get()
    }
}

/// Lists the templates of the user by name.
struct ListTemplatesInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [TransferTemplate] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { try $0.templates(of: user) }
    }
}

/// Forgets a template.
struct RemoveTemplateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let name: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// The template that was there.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> TransferTemplate {
        let user = try context.caller.requireUser().userID
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard let template = try books.orders.template(named: request.name, of: user) else {
                    throw Fault(.notFound, "You have no template of this name.", field: "name")
                }
                try books.orders.removeTemplate(named: request.name, of: user)
                return template
            }
        }.get()
    }
}

/// What holds for an order that is set up now and carried out later.
enum StandingOrderRules {
    /// The accounts of an order, if they fit each other.
    ///
    /// - Parameter currency: Of the amount, if there is one.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`.
    static func accounts(
        from: String, to: String, currency: Currency?, of user: String, in books: any LedgerBooks
    ) throws -> (giver: Account, getter: Account) {
        guard let giver = books.account(from), giver.owner == user else { throw Fault.noAccount(field: "from") }
        guard let getter = books.account(to), !getter.isWorld else {
            throw Fault(.notFound, "There is no account of this id to send money to.", field: "to")
        }
        guard giver.number != getter.number else {
            throw Fault(
                .sameAccount, "The money would stay where it is: choose another account to send it to.", field: "to")
        }
        if let currency, currency != giver.currency {
            throw Fault(
                .currencyMismatch, "The payer's account is in \(giver.currency), the amount in \(currency).",
                field: "amount.currency")
        }
        guard giver.currency == getter.currency else {
            throw Fault(
                .currencyMismatch, "The payee's account is not in \(giver.currency). Amounts are not converted.",
                field: "to")
        }
        return (giver, getter)
    }
}
