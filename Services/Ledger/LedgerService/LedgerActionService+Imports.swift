import Coordination
import Signals

// Rows of banks' statements.
extension LedgerActionService {
    static func answerAboutImports(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let importRows = ImportRowsInteractor(store: parts.store, gate: parts.gate, clock: parts.clock)
        handlers.answer(LedgerSignal.ImportRows.self) { signal, context in
            let isPreview = signal.preview ?? false
            let request = ImportRowsInteractor.Request(
                account: signal.account, rows: signal.rows.map(ImportRowsInteractor.Row.init),
                opening: signal.openingBalance, preceding: signal.precedingChange, isPreview: isPreview,
                skipsConflicts: signal.skipConflicts ?? false, fileName: signal.fileName ?? "",
                continues: signal.import, outgoing: signal.outgoing, code: signal.code,
                keyed: isPreview ? nil : try Self.keyed(signal, context))
            return ImportPresenter().present(try await importRows.execute(request, context: context))
        }
        let list = ListNewestInteractor<ImportRecord>.imports(in: parts.store)
        handlers.answer(LedgerSignal.Imports.self) { signal, context in
            let page = try await list.execute(
                .init(account: signal.account, limit: signal.limit, cursor: signal.cursor), context: context)
            let user = try context.caller.requireUser().userID
            let presenter = ImportRecordPresenter(zone: try await parts.store.readOrders { try $0.zone(of: user) })
            return LedgerSignal.ImportList(
                imports: page.elements.map(presenter.present), nextCursor: page.nextCursor)
        }
        let undo = UndoImportInteractor(store: parts.store, gate: parts.gate)
        handlers.answer(LedgerSignal.UndoImport.self) { signal, context in
            let isPreview = signal.preview ?? false
            let request = UndoImportInteractor.Request(
                id: signal.import, isPreview: isPreview, code: signal.code,
                keyed: isPreview ? nil : try Self.keyed(signal, context))
            return try await undo.execute(request, context: context)
        }
    }
}
