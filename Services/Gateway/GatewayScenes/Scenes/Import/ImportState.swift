import Domain
import GatewaySession
import GatewayWords
import Signals

/// What the scene of an import has.
struct ImportState: Sendable {
    /// How far it is.
    enum Stage: Sendable {
        /// Fields are filled in.
        case editing
        /// The file is read, and ledger asked what it knows of it.
        case reading
        /// The person looks at what would be.
        case seen(Look)
        /// It is on its way.
        case importing(Look)
        /// It is done.
        case done(Look)
    }

    /// What is in a file, and what would become or became of it.
    struct Look: Sendable {
        let run: ImportRun
        let outcome: ImportOutcome
        let obstacle: ImportObstacle?
        /// Those that are not known.
        let rows: [ImportOutcome.Row]
        /// How wide their columns are.
        let measure = ListMeasure()

        init(_ run: ImportRun) { self.init(run, run.outcome, run.obstacle) }

        /// - Parameters:
        ///   - outcome: What the run says so far.
        ///   - obstacle: What stands in its way.
        init(_ run: ImportRun, _ outcome: ImportOutcome, _ obstacle: ImportObstacle?) {
            (self.run, self.outcome, self.obstacle) = (run, outcome, obstacle)
            rows = ImportPage.inOrder(outcome, showsAll: false)
        }
    }

    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var form = Form([])
    var stage = Stage.editing
    /// How the path may go on; nil where nobody asked.
    var files: TypedPath.Completion?
    /// The field for the code or the password that ledger wants to see; none until it does.
    var proof = Form([])
    /// Why.
    var said: Text?
    /// The chosen row of what is in the file.
    var selected = 0
    /// What is asked before it is done, or what stands in the way.
    var question: Question?
    var fault: SceneFault?

    /// What is seen of the file.
    var look: Look? {
        switch stage {
        case .editing, .reading: nil
        case .seen(let look), .importing(let look), .done(let look): look
        }
    }
}
