import Coordination
import Domain
import Signals

/// Saves a transfer under a name.
struct SaveTemplate: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `limitExceeded`.
    func answer(_ signal: LedgerSignal.SaveTemplate, context: SignalContext) async throws -> LedgerSignal.TemplateAnswer
    {
        let user = try context.caller.requireUser().userID
        let template = TransferTemplate(
            name: signal.name, from: signal.from, to: signal.to, amount: signal.amount,
            description: signal.description ?? "")
        guard !template.name.isEmpty else { throw Fault.invalidArgument("name", .mustNotBeEmpty) }
        try LedgerLimits.check(template.name, field: "name", limit: LedgerLimits.nameLength)
        if let amount = template.amount { try LedgerLimits.check(amount) }
        try LedgerLimits.check(template.description, field: "description", limit: LedgerLimits.descriptionLength)
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            _ = try StandingOrderRules.accounts(
                from: template.from, to: template.to, currency: template.amount?.currency, of: user, in: transaction)
            try transaction.put(template, of: user)
            guard try transaction.templates(of: user).count <= LedgerLimits.templatesPerUser else {
                throw Fault.tooMany(.templates, LedgerLimits.templatesPerUser)
            }
            return LedgerSignal.TemplateAnswer(template: LedgerSignal.Template(template))
        }
    }
}

/// Lists the templates of the user by name.
struct ListTemplates: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Templates, context: SignalContext) async throws -> LedgerSignal.TemplateList {
        let user = try context.caller.requireUser().userID
        let templates = try await dependencies.store.read { try $0.templates(of: user) }
        return LedgerSignal.TemplateList(templates: templates.map { LedgerSignal.Template($0) })
    }
}

/// Removes a template.
struct RemoveTemplate: UseCase {
    let dependencies: LedgerDependencies

    /// Returns the removed template.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func answer(
        _ signal: LedgerSignal.RemoveTemplate, context: SignalContext
    ) async throws -> LedgerSignal.TemplateAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            guard let template = try transaction.template(named: signal.name, of: user) else {
                throw Fault(.notFound, .noTemplate, field: "name")
            }
            try transaction.removeTemplate(named: signal.name, of: user)
            return LedgerSignal.TemplateAnswer(template: LedgerSignal.Template(template))
        }
    }
}
