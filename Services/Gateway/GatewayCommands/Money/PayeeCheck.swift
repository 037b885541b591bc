import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Shows the owner of the receiving account, and asks for confirmation before the first payment to an unknown payee.
enum PayeeCheck {
    static let yes = FlagShape(
        "yes", .toggle,
        Text("Pay an account that is not among your payees without asking.", "Платить не из списка без вопроса."))

    /// Checks the payee before a payment.
    ///
    /// - Throws: ``Fault`` `cancelled` when the user says no.
    @Sendable static func check(_ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        guard !scene.isJSON, scene.console.errors.isTerminal, let to = arguments.text("to") else { return }
        // Own accounts are loaded by now and need no question: a transfer between them takes one round trip less.
        if scene.named.accounts?.contains(where: { $0.id == to }) == true { return }
        guard let payee = await find(to, scene), !payee.isOwn else { return }
        let owner = PayeeCommands.owner(payee)
        let called = payee.name ?? payee.account
        scene.console.tell("\(Text("payee: \(owner) (\(called))", "получатель: \(owner) (\(called))"))")
        guard payee.name == nil, !arguments.isOn("dryRun"), !arguments.isOn(yes.field), scene.console.mayAsk,
            scene.console.output.isTerminal
        else { return }
        try Consent.require(
            Text("This account is not among your payees. Pay it?", "Этого счёта нет среди ваших получателей. Платить?"),
            mayAsk: true)
    }

    /// Returns nil when ledger does not answer: the transfer itself reports the reason.
    private static func find(_ to: String, _ scene: CommandScene) async -> LedgerSignal.FoundPayee? {
        let client = scene.client.with(limit: min(scene.client.limit, .seconds(3)), idempotencyKey: nil)
        return try? await client.ask(LedgerSignal.FindPayee(to: to)).payees.first
    }
}
