import Coordination
import Domain
import Drawing
import GatewayScenes
import GatewaySession
import GatewayWords
import MicroHTTPD
import Signals

// Files: statements of accounts, and the charts of a page as pictures.
extension WebFace {
    /// The reason why there is no statement.
    private struct TooLong: Error {}

    /// A file that history writes in parts.
    private struct Download: Sendable {
        let mediaType: String
        let name: String
        let ending: String
        /// Loads the part of a cursor, nil for the first.
        let part:
            @Sendable @MainActor (_ cursor: String?, _ root: BrowserCoordinator) async throws
                -> HistorySignal.StatementAnswer

        init<S: Signal>(
            _ mediaType: String, named name: String, _ ending: String, _ part: @escaping @Sendable (String?) -> S
        ) where S.Answer == HistorySignal.StatementAnswer {
            self.mediaType = mediaType
            self.name = name
            self.ending = ending
            self.part = { cursor, root in
                try await root.send(part(cursor), context: SignalContext(), within: .seconds(10))
            }
        }
    }

    /// Returns the statement that the form of ``StatementMarkup`` asks for.
    func statement(for request: PageRequest) async -> WebResponse {
        await file(for: request) { query, today in
            guard let wanted = Self.wantedStatement(query, today: today) else { return nil }
            return Download(
                Self.mediaType(of: wanted.format), named: "\(wanted.account)-\(wanted.from)-\(wanted.to)",
                Self.ending(of: wanted.format)
            ) { cursor in
                HistorySignal.Statement(
                    account: wanted.account, from: wanted.from, to: wanted.to, format: wanted.format, cursor: cursor)
            }
        }
    }

    /// Returns the books that the form of ``JournalMarkup`` asks for.
    func journal(for request: PageRequest) async -> WebResponse {
        await file(for: request) { query, _ in
            guard let wanted = Self.wantedJournal(query) else { return nil }
            let days = [wanted.from, wanted.to].compactMap { $0 }.map { "-\($0)" }.joined()
            return Download(
                "text/plain; charset=utf-8", named: "books\(days)",
                wanted.format == .hledger ? "journal" : wanted.format.rawValue
            ) { cursor in
                HistorySignal.Journal(format: wanted.format, from: wanted.from, to: wanted.to, cursor: cursor)
            }
        }
    }

    /// Returns a file. It is written completely or not at all, so it is in memory before the first byte is sent.
    ///
    /// - Parameter wanted: Reads the fields of the form; nil when one is malformed.
    private func file(
        for request: PageRequest, _ wanted: (WebForm, CalendarDay) -> Download?
    ) async -> WebResponse {
        guard let session = request.session, session.isSignedIn else {
            return Self.redirect(to: WebAddress.link(to: .signIn))
        }
        let tree = tree(of: session, for: request)
        return await tree.speaking {
            guard let download = wanted(request.query, today) else { return failure(.badRequest, request) }
            guard statementsUnderWay < limits.statements else { return failure(.unavailable, request) }
            statementsUnderWay += 1
            defer { statementsUnderWay -= 1 }
            do {
                return Self.file(
                    try await content(of: download, in: tree), download.mediaType, named: download.name,
                    download.ending)
            } catch is TooLong {
                return ErrorPage.tooLarge.response(
                    in: tree.language, styleSheet: WebLink("style.css"), saying: PageTexts.statementTooLong)
            } catch let fault as Fault where fault.code == .unauthenticated {
                tree.root.signOut()
                drop(session.id)
                return Self.redirect(to: WebAddress.link(to: .signIn))
            } catch let fault as Fault where fault.code == .invalidArgument {
                return failure(.badRequest, request)
            } catch {
                return failure(for: error, request)
            }
        }
    }

    private func content(of download: Download, in tree: BrowserTree) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try await StatementParts.load { cursor in
            try await download.part(cursor, tree.root)
        } take: { text in
            guard bytes.count + text.utf8.count <= limits.statementBytes else { throw TooLong() }
            bytes += text.utf8
        }
        return bytes
    }

    /// Reads the day of a field.
    /// - Returns: Nil for a malformed one, nil within for an empty one.
    private static func day(_ name: String, of query: WebForm) -> CalendarDay?? {
        guard let text = query.value(of: name), !text.isEmpty else { return .some(nil) }
        return CalendarDay(text).map { .some($0) }
    }

    /// Reads the fields of the form; nil when one is malformed.
    static func wantedJournal(_ query: WebForm) -> HistorySignal.Journal? {
        guard let first = day("from", of: query), let last = day("to", of: query),
            let format = query.value(of: "format").flatMap({ HistorySignal.JournalFormat(rawValue: $0) })
        else { return nil }
        return HistorySignal.Journal(format: format, from: first, to: last)
    }

    /// Reads the fields of the form; nil when one is malformed.
    static func wantedStatement(_ query: WebForm, today: CalendarDay) -> HistorySignal.Statement? {
        guard let account = query.value(of: "account"), (1...128).contains(account.utf8.count),
            let first = day("from", of: query), let last = day("to", of: query),
            let format = HistorySignal.StatementFormat(rawValue: query.value(of: "format") ?? "csv")
        else { return nil }
        let end = last ?? today
        return HistorySignal.Statement(
            account: account, from: first ?? StatementParts.firstDay(before: end), to: end, format: format)
    }

    /// The media types of history's formats: that of an answer never becomes a header field as it is.
    private static func mediaType(of format: HistorySignal.StatementFormat) -> String {
        switch format {
        case .csv: "text/csv; charset=utf-8"
        case .json: "application/jsonl; charset=utf-8"
        case .ofx: "application/x-ofx"
        case .qif: "application/qif"
        }
    }

    private static func ending(of format: HistorySignal.StatementFormat) -> String {
        format == .json ? "jsonl" : format.rawValue
    }

    /// Returns what the form for statements needs at an address; nil at one that is not about accounts.
    ///
    /// - Parameter window: The window at the address. The accounts are asked for again when it has changed.
    /// - Throws: The fault of ledger.
    func statementForm(
        at address: SceneAddress, _ scene: SceneMarkup, _ window: SceneWindow, in tree: BrowserTree
    ) async throws -> StatementMarkup? {
        let account: String?
        switch address {
        case .account(let id): account = id
        case .history(let id, _): account = id
        default: return nil
        }
        if let account { return StatementMarkup(scene: scene, accounts: [(account, "")], today: today) }
        let accounts = try await tree.accounts(shownIn: window)
        return StatementMarkup(
            scene: scene, accounts: accounts.prefix(200).map { ($0.id, $0.name) }, today: today, isOfAll: true)
    }

    // MARK: Charts

    /// Returns the response to the link of a chart.
    func picture(
        of name: String, on screen: Screen, in language: Language, _ request: PageRequest
    ) -> WebResponse {
        do throws(ChartError) {
            return try Self.picture(of: name, on: screen, in: language) ?? failure(.notFound, request)
        } catch {
            // Without data, or without libcairo, there is nothing to draw.
            return failure(.notFound, request)
        }
    }

    /// Returns a chart of a screen as a picture; nil when there is none of that name.
    ///
    /// - Parameter name: The name of its figure on the page: that of its pane, and its number there.
    static func picture(of name: String, on screen: Screen, in language: Language) throws(ChartError) -> WebResponse? {
        for pane in screen.panes {
            for (number, block) in pane.blocks.enumerated() {
                guard case .chart(let chart) = block, BlockMarkup.chartName(pane.name.name, number) == name else {
                    continue
                }
                return file(
                    try ChartPicture.bytes(of: chart.chart(in: language), as: .svg), "image/svg+xml", named: name,
                    "svg")
            }
        }
        return nil
    }

    // MARK: The response

    /// Returns a response that a browser keeps as a file.
    ///
    /// - Parameter name: Anything: letters and digits of ASCII and hyphens are kept, at most 60.
    static func file(_ bytes: [UInt8], _ type: String, named name: String, _ ending: String) -> WebResponse {
        let safe = String(
            decoding: name.utf8.filter { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }.prefix(60), as: UTF8.self)
        return WebResponse(
            status: 200,
            headers: [
                WebHeader("Content-Type", type),
                // RFC 6266, section 4.
                WebHeader("Content-Disposition", "attachment; filename=\"kopilka-\(safe).\(ending)\""),
            ], body: bytes)
    }
}
