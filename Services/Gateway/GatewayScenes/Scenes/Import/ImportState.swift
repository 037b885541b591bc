import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the import scene.
struct ImportState: Sendable {
    enum Stage: Sendable {
        /// The user fills in the fields.
        case editing
        /// The file is read, and ledger is asked for a preview.
        case reading
        /// The user looks at the preview.
        case seen(Look)
        /// The import is under way.
        case importing(Look)
        /// The import is finished.
        case done(Look)
    }

    /// The content of a file, and the result of its import or preview.
    struct Look: Sendable {
        let run: ImportRun
        let outcome: ImportOutcome
        let obstacle: ImportObstacle?
        /// The rows that are new, similar or in conflict.
        let rows: [ImportOutcome.Row]
        /// The widths of their columns.
        let measure = ListMeasure()

        init(_ run: ImportRun) { self.init(run, run.outcome, run.obstacle) }

        /// Creates the look.
        ///
        /// - Parameters:
        ///   - outcome: The outcome of the run so far.
        ///   - obstacle: The obstacle to the import.
        init(_ run: ImportRun, _ outcome: ImportOutcome, _ obstacle: ImportObstacle?) {
            (self.run, self.outcome, self.obstacle) = (run, outcome, obstacle)
            rows = ImportPage.inOrder(outcome, showsAll: false)
        }
    }

    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var form = Form([])
    var stage = Stage.editing
    /// The completions of the path; nil until they are requested.
    var files: TypedPath.Completion?
    /// The form for the code or the password that ledger requires; empty until then.
    var proof = Form([])
    /// The reason for it.
    var said: Text?
    /// The selected row of the file's content.
    var selected = 0
    /// The question before the import, or about an obstacle.
    var question: Question?
    var fault: SceneFault?

    /// The content of the file, once it is read.
    var look: Look? {
        switch stage {
        case .editing, .reading: nil
        case .seen(let look), .importing(let look), .done(let look): look
        }
    }
}
