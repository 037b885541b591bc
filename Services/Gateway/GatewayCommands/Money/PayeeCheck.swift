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
        var question = Text(
            "This account is not among your payees. Pay it?", "Этого счёта нет среди ваших получателей. Платить?")
        do {
            guard let payee = try await find(to, scene), !payee.isOwn else { return }
            let owner = PayeeCommands.owner(payee)
            let called = payee.name ?? payee.account
            scene.console.tell("\(Text("payee: \(owner) (\(called))", "получатель: \(owner) (\(called))"))")
            guard payee.name == nil else { return }
        } catch let fault as Fault {
            // The transfer itself reports these.
            guard fault.code != .notFound, fault.code != .invalidArgument else { return }
            scene.console.tell("\(FaultSentence.of(fault))")
            question = Text(
                "Whose account it is was not found out. Pay it?", "Чей это счёт, узнать не удалось. Платить?")
        }
        guard !arguments.isOn("dryRun"), !arguments.isOn(yes.field), scene.console.mayAsk,
            scene.console.output.isTerminal
        else { return }
        try Consent.require(question, mayAsk: true)
    }

    private static func find(_ to: String, _ scene: CommandScene) async throws -> LedgerSignal.FoundPayee? {
        let client = scene.client.with(limit: scene.client.limit, idempotencyKey: nil)
        return try await client.ask(LedgerSignal.FindPayee(to: to)).payees.first
    }
}
