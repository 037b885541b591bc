import Coordination
import Domain
import Signals

/// Accounts from which payments take a code of the authenticator app (`confirm-above`).
///
/// Codes are auth's and limits are ledger's, and neither knows of the other; so whoever turns codes off asks ledger first.
enum CodeLimits {
    static let keepFlag = FlagShape(
        "keep-limits", .toggle,
        Text(
            "Turn them off though payments above confirm-above then wait until codes are on again.",
            "Выключить, хотя оплаты сверх confirm-above будут ждать, пока коды не включат снова."))

    /// Refuses to go on while there is such an account, or while nobody can tell, unless `--keep-limits` stands there.
    ///
    /// - Throws: ``UsageError``; ``Fault`` of the ledger when it answers but refuses.
    static func refuseWhileSet(_ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        guard !arguments.isOn("keep-limits") else { return }
        let limited: [LimitedAccount]
        do {
            limited = try await limitedAccounts(scene.desk)
        } catch let fault as Fault where [.unavailable, .deadlineExceeded, .overloaded].contains(fault.code) {
            throw UsageError(
                Text(
                    "The ledger cannot be asked whether payments of yours take a code.",
                    "У ledger не узнать, требуют ли ваши оплаты кода."),
                hint: Text(
                    "try again when gateway status shows that ledger is ready, or add --keep-limits",
                    "повторите, когда gateway status покажет, что ledger готов, или добавьте --keep-limits"),
                field: "keep-limits")
        }
        guard let first = limited.first else { return }
        throw UsageError(
            Text("Payments above ", "Оплаты сверх ") + limited.map(\.text).joined(separator: ", ")
                + Text(
                    " take a code, and without one-time codes nobody can make one.",
                    " требуют кода, а без одноразовых кодов взять его негде."),
            hint: Text(
                "gateway limits set \(first.account.id) --remove confirm-above, then totp off; with --keep-limits they wait until totp on",
                "gateway limits set \(first.account.id) --remove confirm-above, потом totp off; с --keep-limits они ждут totp on"
            ),
            field: "keep-limits")
    }

    /// Returns the open accounts from which payments take a code.
    static func limitedAccounts(_ client: some SignalClient) async throws -> [LimitedAccount] {
        var limited: [LimitedAccount] = []
        for account in try await client.ask(LedgerSignal.Accounts()).accounts where account.status != .closed {
            let limits = try await client.ask(LedgerSignal.GetLimits(account: account.id)).limits
            if let above = limits.confirmAbove { limited.append(LimitedAccount(account: account, above: above)) }
        }
        return limited
    }

    /// An account from which payments above an amount take a code.
    struct LimitedAccount: Sendable {
        let account: LedgerSignal.Account
        let above: Money

        /// `500.00 RUB from main`.
        var text: Text {
            let name = account.name.isEmpty ? account.id : account.name
            return Text("\(above) from \(name)", "\(above) с \(name)")
        }
    }
}
