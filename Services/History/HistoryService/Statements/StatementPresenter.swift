import Coordination
import Signals

/// Shows a part of a statement.
struct StatementPresenter: Presenter {
    func present(_ part: MakeStatementInteractor.Part) -> HistorySignal.StatementAnswer {
        HistorySignal.StatementAnswer(
            mediaType: part.mediaType, content: String(decoding: part.text, as: UTF8.self), nextCursor: part.next)
    }
}

extension MakeStatementInteractor.Request {
    init(_ signal: HistorySignal.Statement) {
        self.init(
            account: signal.account, first: signal.from, last: signal.to, writer: signal.format.writer,
            cursor: signal.cursor)
    }
}

extension HistorySignal.StatementFormat {
    /// What writes statements so.
    fileprivate var writer: any StatementWriter {
        switch self {
        case .csv: CSVStatementWriter()
        case .json: JSONStatementWriter()
        case .ofx: OFXStatementWriter()
        case .qif: QIFStatementWriter()
        }
    }
}
