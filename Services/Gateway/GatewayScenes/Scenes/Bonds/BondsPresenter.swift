import Coordination
import Domain
import Signals

/// The state of the list of bonds.
struct BondsState: Sendable {
    var bonds: Loadable<[BondsSignal.Bond]> = .loading
    /// The quantities held.
    var held: [ISIN: Int] = [:]
    var selected = 0
}

/// Shows the list of bonds.
@MainActor final class BondsPresenter: StatePresenter<BondsState> {
    enum Output {
        case page(ISIN)
        case chart(ISIN)
    }

    var output: ((Output) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(BondsState(), signals: signals, tools: tools) }

    override func open() {
        reload()
        follow("bonds") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        let bonds = state.bonds.value ?? []
        let isin = bonds.indices.contains(state.selected) ? bonds[state.selected].isin : nil
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: bonds.count)
        case .choose(let row): state.selected = max(0, min(row, bonds.count - 1))
        case .enter: if let isin { output?(.page(isin)) }
        case .perform("chart"): if let isin { output?(.chart(isin)) }
        case .perform(.retry): reload()
        default: break
        }
    }

    private func reload() {
        load(\.bonds) { [weak self] in
            guard let self else { throw CancellationError() }
            var bonds: [BondsSignal.Bond] = []
            var cursor: String?
            repeat {
                let page = try await ask(BondsSignal.List(limit: 1000, cursor: cursor))
                bonds += page.bonds
                cursor = page.nextCursor
            } while cursor != nil
            // Holdings are marks beside the bonds; they may appear later or not at all.
            if let holdings = try? await ask(BondsSignal.Holdings()).holdings {
                state.held = Dictionary(holdings.map { ($0.isin, $0.quantity) }) { first, _ in first }
            }
            return bonds
        }
    }
}
