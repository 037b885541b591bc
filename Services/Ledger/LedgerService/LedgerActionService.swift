import Coordination
import Domain
import Signals
import Storage

/// Answers for accounts and money: takes signals, has interactors do the work and presenters show what came of it.
///
/// What it answers stands in extensions, a file a topic.
package final class LedgerActionService: ActionService {
    /// What interactors are made of.
    struct Parts: Sendable {
        /// The books.
        let store: any LedgerStore
        /// What time it is.
        let clock: WallClock
        /// Makes the ids of accounts.
        let makeID: @Sendable () -> String
        /// Who owns accounts, for those who pay them.
        let people: any PeopleDirectory
        /// Rung when something new waits for its time.
        let bell: Bell
        /// Where codes and sign-ins are checked.
        let gate: CodeGate
        /// The services that see everything.
        let readers: Set<String>
        /// The services that take money by mandates.
        let debitors: Set<String>
    }

    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    /// - Parameters:
    ///   - store: The books.
    ///   - clock: What time it is.
    ///   - codes: Where one-time codes are checked; nobody has any unless said otherwise.
    ///   - people: Who owns accounts; nobody is known unless said otherwise.
    ///   - bell: Rung when something new waits for its time.
    ///   - readers: The services that may ask what is in the accounts of anybody.
    ///   - debitors: The services that take money by mandates: no other can use one.
    ///   - makeID: Makes the ids of accounts and of what people set up.
    package init(
        store: any LedgerStore, clock: WallClock, codes: any ConfirmationCodes = NobodyEnrolled(),
        people: any PeopleDirectory = NobodyKnown(), bell: Bell = Bell(), readers: Set<String> = [],
        debitors: Set<String> = ["subscriptions"],
        makeID: @escaping @Sendable () -> String = { Identifier.random(length: 12) }
    ) {
        let parts = Parts(
            store: store, clock: clock, makeID: makeID, people: people, bell: bell, gate: CodeGate(codes: codes),
            readers: readers, debitors: debitors)
        var handlers = SignalHandlers()
        Self.answerAboutAccounts(parts, &handlers)
        Self.answerAboutChanges(parts, &handlers)
        Self.answerAboutTransfers(parts, &handlers)
        Self.answerAboutHolds(parts, &handlers)
        Self.answerAboutImports(parts, &handlers)
        Self.answerAboutTheBooks(parts, &handlers)
        OrderDesk(parts: parts).answer(&handlers)
        self.handlers = handlers
    }

    private static func answerAboutTheBooks(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let check = CheckBooksInteractor(store: parts.store)
        handlers.answer(LedgerSignal.Check.self) { _, context in
            let report = try await check.execute((), context: context)
            return LedgerSignal.CheckAnswer(
                accounts: report.accounts, transfers: report.transfers, records: report.records,
                imbalance: report.imbalance,
                head: report.head.hexadecimal, problems: report.problems)
        }
    }

    /// The request by its key, if it came with one.
    static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}
