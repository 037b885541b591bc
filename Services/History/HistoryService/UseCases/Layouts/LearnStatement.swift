import Coordination
import Domain
import Reasons
import Signals

/// Saves a layout of the caller, by which files with its header are read.
struct LearnStatement: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else).
    func answer(
        _ signal: HistorySignal.LearnStatement, context: SignalContext
    ) async throws -> HistorySignal.LayoutAnswer {
        let userID = try context.caller.requireUser().userID
        let layout = try StatementLayoutRules.checked(
            HistorySignal.StatementLayout(
                name: signal.name, header: signal.header, columns: signal.columns, dateOrder: signal.dateOrder,
                decimal: signal.decimal, invertSigns: signal.invertSigns))
        return try await store.once(signal, by: userID, context: context) { transaction in
            let before = try transaction.reading.layouts(of: userID)
            let others = before.filter { $0.name != layout.name && $0.header != layout.header }
            guard others.count < StatementLayoutRules.most else {
                throw Fault.invalidArgument("name", .tooManyLayouts, ["limit": .number(StatementLayoutRules.most)])
            }
            try transaction.setLayouts((others + [layout]).sorted { $0.name < $1.name }, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .layouts))
            let replaced = before.filter { $0.header == layout.header && $0.name != layout.name }.map(\.name)
            return HistorySignal.LayoutAnswer(layout: layout, replaced: replaced)
        }
    }
}
