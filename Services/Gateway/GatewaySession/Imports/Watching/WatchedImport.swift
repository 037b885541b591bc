import Coordination
import Domain
import GatewayWords
import Hosting
import Signals

/// What became of a file in a watched folder, as `--json` prints it.
package struct WatchedOutcome: Codable, Hashable, Sendable {
    /// The end of the file.
    package enum Status: String, Codable, Sendable {
        /// Its rows are in the books.
        case taken
        /// It was refused; nothing of it was imported, unless the problem says so.
        case failed
        /// It was only looked at.
        case previewed
    }

    package let file: String
    package let status: Status
    package var account: String?
    package var new: Int?
    package var known: Int?
    package var similar: Int?
    package var conflict: Int?
    package var skipped: Int?
    package var `import`: String?
    /// The code of the fault.
    package var code: String?
    package var problem: String?
    /// Where the file is now, below the folder.
    package var movedTo: String?

    init(file: String, status: Status) {
        self.file = file
        self.status = status
    }
}

/// The import of files that nobody looks at.
package struct WatchedImport: Sendable {
    /// The faults after which the same file may succeed: of the session, not of the file.
    private static let ofTheSession: Set<FaultCode> = [.unauthenticated]

    private let folder: WatchedFolder
    private let rules: AccountRules
    private let options: HistorySignal.ReadStatement
    private let choices: ImportChoices
    private let onlyPreviews: Bool
    private let language: Language

    /// - Parameters:
    ///   - options: How to read files; their content and currency are ignored.
    ///   - onlyPreviews: True to import nothing and to move nothing.
    ///   - language: The language of notes. They are for people even where the output is for programs.
    package init(
        folder: WatchedFolder, rules: AccountRules, options: HistorySignal.ReadStatement, choices: ImportChoices,
        onlyPreviews: Bool, language: Language
    ) {
        self.folder = folder
        self.rules = rules
        self.options = options
        self.choices = choices
        self.onlyPreviews = onlyPreviews
        self.language = language
    }

    /// Imports a file and moves it.
    ///
    /// Between both the process may end. The file is then imported again, of which ledger knows every row.
    /// - Parameter client: A client with a key of its own for this file.
    /// - Returns: Nil when the file has changed since the look.
    /// - Throws: ``Fault`` that is not the fault of the file, such as a service that is down; ``HostingError`` when the
    ///   file cannot be moved. The file is to be tried again.
    package func run(_ file: FileLook, by client: any ImportClient) async throws -> WatchedOutcome? {
        var outcome: WatchedOutcome
        var problem: Text?
        do {
            guard let content = try folder.content(of: file) else { return nil }
            outcome = try await imported(file, content, client)
        } catch let error as UsageError {
            problem = error.message
            outcome = Self.failure(of: file, error.message, code: "usage")
        } catch let fault as Fault where !fault.isRetryable && !Self.ofTheSession.contains(fault.code) {
            problem = FaultSentence.of(fault)
            outcome = Self.failure(of: file, FaultSentence.of(fault), code: fault.code.name)
        }
        guard !onlyPreviews else { return outcome }
        let note = problem.map { Self.note($0, language) }
        guard let place = try folder.move(file, to: problem == nil ? .done : .failed, note: note) else { return nil }
        outcome.movedTo = place
        return outcome
    }

    private func imported(
        _ file: FileLook, _ content: [UInt8], _ client: any ImportClient
    ) async throws -> WatchedOutcome {
        let accounts = try await client.ask(LedgerSignal.Accounts()).accounts.filter { $0.status != .closed }
        let assumed = rules.assumed(for: file.name, among: accounts)?.currency ?? Self.onlyCurrency(of: accounts)
        var rows = try await StatementFile.rows(of: content, as: options(assumed), by: client)
        guard let account = rules.account(of: file.name, number: rows.account, among: accounts) else {
            throw Self.noAccount(for: rows.account)
        }
        if account.currency != assumed, rows.currency == nil {
            rows = try await StatementFile.rows(of: content, as: options(account.currency), by: client)
        }
        var choices = choices
        choices.fileName = ImportChoices.fileName(of: file.name)
        choices.refusesSimilar = true
        var run = ImportRun(file: rows, account: account, choices: choices, client: client)
        try await run.preview()
        if onlyPreviews { return Self.outcome(file, .previewed, account, run.outcome) }
        try run.refuse()
        if run.outcome.hasNews { try await run.commit() }
        return Self.outcome(file, .taken, account, run.outcome)
    }

    private func options(_ currency: Currency?) -> HistorySignal.ReadStatement {
        HistorySignal.ReadStatement(
            format: options.format, currency: currency, dateOrder: options.dateOrder, decimal: options.decimal,
            encoding: options.encoding, fileAccount: options.fileAccount, skipBad: choices.skipsBad ? true : nil,
            invertSigns: options.invertSigns)
    }

    private static func onlyCurrency(of accounts: [LedgerSignal.Account]) -> Currency? {
        let currencies = Set(accounts.map(\.currency))
        return currencies.count == 1 ? currencies.first : nil
    }

    private static func noAccount(for number: String?) -> UsageError {
        let named = number.map { number in
            Text(" The file names the account \(number).", " В файле назван счёт \(number).")
        }
        return UsageError(
            Text(
                "No rule tells the account of the file; give --account, or --rule GLOB=ACCOUNT.",
                "Ни одно правило не говорит, на какой счёт файл; укажите --account или --rule ШАБЛОН=СЧЁТ.")
                + (named ?? .blank), field: "account")
    }

    private static func outcome(
        _ file: FileLook, _ status: WatchedOutcome.Status, _ account: LedgerSignal.Account, _ result: ImportOutcome
    ) -> WatchedOutcome {
        var outcome = WatchedOutcome(file: file.name, status: status)
        outcome.account = account.id
        (outcome.new, outcome.known, outcome.similar) = (result.new, result.known, result.similar)
        (outcome.conflict, outcome.skipped) = (result.conflict, result.skipped)
        outcome.import = result.importID
        return outcome
    }

    private static func failure(of file: FileLook, _ problem: Text, code: String) -> WatchedOutcome {
        var outcome = WatchedOutcome(file: file.name, status: .failed)
        (outcome.problem, outcome.code) = ("\(problem)", code)
        return outcome
    }

    /// Returns the note beside a refused file.
    private static func note(_ problem: Text, _ language: Language) -> String {
        let advice = Text(
            """
            To try again, move the file back into the watched folder. gateway import FILE ACCOUNT --preview shows its \
            rows; gateway import learn FILE teaches the columns of a CSV file.
            """,
            """
            Чтобы повторить, верните файл в папку. gateway import FILE ACCOUNT --preview покажет строки; столбцам \
            файла CSV учит gateway import learn FILE.
            """)
        let sentence = DisplayText.clean(problem.spoken(in: language))
        return "\(sentence)\n\n\(advice.spoken(in: language))\n"
    }
}
