import Coordination
import Domain
import GatewayWords
import Signals

/// Closes an account for good: tells where the balance goes, asks for consent, and closes it once.
@MainActor final class AccountClosingPresenter: StatePresenter<AccountClosingState> {
    /// Called when the account is closed.
    var output: (() -> Void)?
    /// Called when the user keeps the account.
    var onCancel: (() -> Void)?

    init(_ account: LedgerSignal.Account, signals: any Transmitter, tools: SceneTools) {
        super.init(AccountClosingState(account: account), signals: signals, tools: tools)
    }

    override func open() {
        load(\.others) { [weak self] in
            guard let self else { throw CancellationError() }
            let all = try await ask(LedgerSignal.Accounts()).accounts
            if let now = all.first(where: { $0.id == state.account.id }) { state.account = now }
            let others = all.filter {
                $0.id != state.account.id && $0.status == .active && $0.currency == state.account.currency
            }
            let names = others.map { Text(verbatim: $0.name + "  ") + .money($0.balance) }
            if state.form.fields.isEmpty {
                state.form = Form([FormField("to", AccountClosingTexts.to, .choice(names))])
            }
            if case .looking = state.stage {
                if state.isEmpty { confirm() } else { state.stage = .choosing }
            }
            return others
        }
    }

    override func goBack() -> Bool {
        switch state.stage {
        case .looking, .choosing: return false
        // A request under way cannot be cancelled, only awaited.
        case .sending: return true
        case .confirming where state.isEmpty: return false
        case .confirming: state.stage = .choosing
        case .refused:
            // The balance may have changed meanwhile.
            (state.stage, state.form) = (.looking, Form([]))
            open()
        }
        return true
    }

    override func receive(_ input: SceneInput) {
        switch state.stage {
        case .looking: if input == .perform(.retry) { open() }
        case .choosing:
            if input == .enter {
                if state.receiver != nil { confirm() }
            } else {
                _ = state.form.receive(input)
            }
        case .confirming:
            switch state.question.receive(input) {
            case "yes": send()
            case "no": if !goBack() { onCancel?() }
            default: break
            }
        case .refused: if input == .enter { _ = goBack() }
        case .sending: break
        }
    }

    private func confirm() {
        (state.stage, state.question) = (.confirming, AccountClosingTexts.question(state.account.name))
    }

    /// Sends the request with one idempotency key until its outcome is known.
    private func send() {
        let signal = LedgerSignal.Close(account: state.account.id, to: state.receiver?.id)
        state.stage = .sending
        run { [weak self] in
            while let self, !Task.isCancelled {
                do {
                    _ = try await ask(signal)
                    output?()
                    return
                } catch {
                    let fault = SceneFault(error)
                    guard fault.isRetryable, !Task.isCancelled else { return state.stage = .refused(fault) }
                    try? await Task.sleep(for: tools.retryPause)
                }
            }
        }
    }
}
