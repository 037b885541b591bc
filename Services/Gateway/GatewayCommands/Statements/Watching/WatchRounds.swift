import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// The looks at a watched folder: a file is taken when two looks find it alike.
struct WatchRounds {
    private let folder: WatchedFolder
    private let work: WatchedImport
    private let report: WatchReport
    /// The files at the look before.
    private var before: Set<FileLook> = []
    /// Previewed files, which stay where they are.
    private var told: Set<FileLook> = []
    private var toldSpecial: Set<String> = []

    init(folder: WatchedFolder, work: WatchedImport, report: WatchReport) {
        self.folder = folder
        self.work = work
        self.report = report
    }

    /// Takes the files that are there, after a second look.
    ///
    /// - Throws: The trouble that is not of a file; the files that it concerns stay.
    mutating func once(pause: Duration) async throws -> GatewayExitCode {
        _ = try await next()
        try await Task.sleep(for: pause)
        if let trouble = try await next() { throw trouble }
        return report.hasFailures ? .failed : .done
    }

    /// Looks once and takes the files that have not changed since the look before.
    ///
    /// - Parameter isStopping: True to leave further files for the next start.
    /// - Returns: What is wrong, apart from the files themselves: they are tried again.
    /// - Throws: ``Fault`` `unauthenticated`: the session is over.
    mutating func next(until isStopping: () -> Bool = { false }) async throws -> (any Error)? {
        let (files, special) = folder.look()
        for name in special where toldSpecial.insert(name).inserted { report.leftAlone(name) }
        let settled = files.filter { before.contains($0) && !told.contains($0) }
        before = Set(files)
        for file in settled {
            guard !isStopping() else { return nil }
            do {
                guard let outcome = try await work.run(file, by: report.client()) else { continue }
                if outcome.movedTo == nil { told.insert(file) }
                try report.tell(outcome)
            } catch let fault as Fault where fault.code == .unauthenticated {
                throw fault
            } catch let fault as Fault {
                report.trouble(file.name, FaultSentence.of(fault))
                return fault
            } catch let error as HostingError {
                let trouble = Fault(.unavailable, "\(error)")
                report.trouble(file.name, Text(verbatim: error.description))
                return trouble
            }
        }
        return nil
    }
}

/// Tells what became of each file: a line on standard output.
final class WatchReport {
    private let scene: CommandScene
    private let accounts: [String: String]
    private(set) var hasFailures = false

    /// - Parameter accounts: The names of accounts by id.
    init(scene: CommandScene, accounts: [String: String]) {
        var scene = scene
        scene.console.pager = nil
        self.scene = scene
        self.accounts = accounts
    }

    /// Returns a client for one file, with a key of its own.
    func client() -> ServiceClient { scene.client.with(limit: scene.client.limit, idempotencyKey: nil) }

    func tell(_ outcome: WatchedOutcome) throws {
        if outcome.status == .failed { hasFailures = true }
        scene.show(try JSONEncoding.encode(outcome)) {
            var page = Page()
            page.line(of: line(outcome))
            return page
        }
    }

    /// Tells of a file that stays for another try.
    func trouble(_ name: String, _ sentence: Text) {
        scene.console.tell("\(Text("\(name) stays: ", "\(name) остаётся: ") + sentence)")
    }

    /// Tells of a link or a special file.
    func leftAlone(_ name: String) {
        scene.console.tell(
            "\(Text("\(name) is left alone: it is no regular file", "\(name) не тронут: это не обычный файл"))")
    }

    private func line(_ outcome: WatchedOutcome) -> [StyledText] {
        let account = outcome.account.map { accounts[$0] ?? $0 } ?? ""
        let counts = Text(
            "\(outcome.new ?? 0) new, \(outcome.known ?? 0) known",
            "новых \(outcome.new ?? 0), известных \(outcome.known ?? 0)")
        let similar =
            (outcome.similar ?? 0) > 0
            ? Text(", \(outcome.similar ?? 0) perhaps known", ", возможно, известных \(outcome.similar ?? 0)") : .blank
        let conflicts =
            (outcome.conflict ?? 0) > 0
            ? Text(", \(outcome.conflict ?? 0) in conflict", ", противоречащих \(outcome.conflict ?? 0)") : .blank
        switch outcome.status {
        case .taken:
            let undo = outcome.import.map { Text(verbatim: "  gateway import undo \($0)") } ?? .blank
            return [
                StyledText("taken  ", "принят  ", .green), StyledText(outcome.file, .bold),
                StyledText(Text(verbatim: "  \(account)  ") + counts + similar + conflicts), StyledText(undo, .dim),
            ]
        case .previewed:
            return [
                StyledText("would take  ", "был бы принят  ", .dim), StyledText(outcome.file, .bold),
                StyledText(Text(verbatim: "  \(account)  ") + counts + similar + conflicts),
            ]
        case .failed:
            return [
                StyledText("failed  ", "не вышло  ", .red), StyledText(outcome.file, .bold),
                StyledText(Text(verbatim: "  \(outcome.problem ?? "")")),
            ]
        }
    }
}
