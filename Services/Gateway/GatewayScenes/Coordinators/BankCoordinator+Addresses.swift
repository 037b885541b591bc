import Coordination
import Signals

// Opening a scene by its address.
extension BankCoordinator {
    /// Shows the scene at an address; what the address names is asked for first.
    ///
    /// - Precondition: The address belongs to this flow.
    /// - Throws: ``Fault`` of the service; `notFound` for an account or template that is not the person's.
    func open(_ address: SceneAddress) async throws {
        switch address {
        case .account(let id): showBalance(of: try await account(id))
        case .renaming(let id): showRenaming(of: try await account(id))
        case .closing(let id): showClosing(of: try await account(id))
        case .openAccount: showOpening()
        case .transfer(let account): showTransfer(from: account)
        case .template(let name): showTransfer(by: try await template(name))
        case .record(let account): showRecord(on: account)
        case .history(let id, let text): showHistory(of: try await optionalAccount(id), searching: text)
        case .transaction(let id, let account):
            showTransaction(try await transaction(id, in: account), of: try await optionalAccount(account))
        case .category(let id, let account):
            showCategories(for: try await transaction(id, in: account), in: account)
        case .importing(let account): showImport(into: account)
        case .imports: showImports()
        case .limits(let account): showLimits(of: account)
        case .templates: showTemplates()
        case .schedules: showSchedules()
        case .newSchedule: showScheduleForm()
        default: preconditionFailure("\(address) belongs to another flow.")
        }
    }

    private func ask<S: Signal>(_ signal: S) async throws -> S.Answer {
        try await send(signal, context: SignalContext(), within: .seconds(10))
    }

    private func account(_ id: String) async throws -> LedgerSignal.Account {
        let accounts = try await ask(LedgerSignal.Accounts()).accounts
        guard let account = accounts.first(where: { $0.id == id }) else { throw AddressFault.nothingThere }
        return account
    }

    private func optionalAccount(_ id: String?) async throws -> LedgerSignal.Account? {
        guard let id else { return nil }
        return try await account(id)
    }

    private func template(_ name: String) async throws -> LedgerSignal.Template {
        let templates = try await ask(LedgerSignal.Templates()).templates
        guard let template = templates.first(where: { $0.name == name }) else { throw AddressFault.nothingThere }
        return template
    }

    /// Returns the side of a transaction that belongs to an account; the one that history names first without one.
    private func transaction(_ id: String, in account: String?) async throws -> HistorySignal.Transaction {
        let found = try await ask(HistorySignal.GetTransaction(id: id))
        let sides = [found.transaction] + (found.counterpart.map { [$0] } ?? [])
        return sides.first { $0.account == account } ?? found.transaction
    }
}
