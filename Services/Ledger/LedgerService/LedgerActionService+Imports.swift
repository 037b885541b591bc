import Coordination
import Signals

// Rows of banks' statements.
extension LedgerActionService {
    static func answerAboutImports(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let importRows = ImportRowsInteractor(store: parts.store, clock: parts.clock)
        handlers.answer(LedgerSignal.ImportRows.self) { signal, context in
            let isPreview = signal.preview ?? false
            let request = ImportRowsInteractor.Request(
                account: signal.account, rows: signal.rows.map(ImportRowsInteractor.Row.init),
                opening: signal.openingBalance, preceding: signal.precedingChange, isPreview: isPreview,
                skipsConflicts: signal.skipConflicts ?? false,
                keyed: isPreview ? nil : try Self.keyed(signal, context))
            return ImportPresenter().present(try await importRows.execute(request, context: context))
        }
    }
}
