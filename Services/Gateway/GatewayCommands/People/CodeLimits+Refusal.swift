import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

extension CodeLimits {
    static let keepFlag = FlagShape(
        "keep-limits", .toggle,
        Text(
            "Turn them off although payments above confirm-above must then wait until codes are on again.",
            "Выключить, хотя оплаты сверх confirm-above будут ждать, пока коды не включат снова."))

    /// Refuses while such an account exists, or while ledger cannot be asked, unless `--keep-limits` is given.
    ///
    /// - Throws: ``UsageError``; ledger's ``Fault`` when it answers but refuses.
    static func refuseWhileSet(_ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        guard !arguments.isOn("keep-limits") else { return }
        let limited: [LimitedAccount]
        do {
            limited = try await limitedAccounts(scene.client)
        } catch let fault as Fault where [.unavailable, .deadlineExceeded, .overloaded].contains(fault.code) {
            throw UsageError(
                Text(
                    "Ledger cannot be asked whether your payments need a code.",
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
                    " need a code, and without one-time codes nobody can make one.",
                    " требуют кода, а без одноразовых кодов взять его негде."),
            hint: Text(
                """
                gateway limits set \(first.account.id) --remove confirm-above, then totp off; with --keep-limits they \
                wait until totp on
                """,
                """
                gateway limits set \(first.account.id) --remove confirm-above, потом totp off; с --keep-limits они \
                ждут totp on
                """
            ),
            field: "keep-limits")
    }
}
