import Coordination
import GatewayWords

/// Checks the files of a backup as services would: each database must be intact and match the manifest.
struct BackupCheck {
    let variables: [String: String]
    let limit: Duration
    /// Receives the current step.
    let tell: (Text) -> Void

    /// The result: the number of compared rows, and the differences.
    struct Outcome: Sendable {
        var rows: Int64 = 0
        var books: BackupManifest.Books?
        var problems: [Text] = []
    }

    /// Compares the files in `corner` with the manifest of their backup.
    func look(at corner: String, _ manifest: BackupManifest) async throws -> Outcome {
        var outcome = Outcome()
        for said in manifest.databases {
            tell(Text("checking \(said.service)", "проверяю \(said.service)"))
            let path = "\(corner)/\(said.service).db"
            do {
                outcome.problems += try CopiedDatabase.problems(path, isThorough: true).map { problem in
                    Text("\(said.service): \(problem)", "\(said.service): \(problem)")
                }
                let found = try CopiedDatabase.describe(path, service: said.service)
                outcome.rows += found.rows.values.reduce(0, +)
                outcome.problems += Self.differences(said, found)
            } catch {
                outcome.problems.append(
                    Text("\(said.service) cannot be read: \(error)", "\(said.service) не прочитать: \(error)"))
            }
        }
        outcome.problems += Positions.problems(
            of: manifest.databases.map { ($0.service, $0.newestEvent, $0.followed) })
        guard outcome.problems.isEmpty else { return outcome }
        outcome.books = try await BookCheck.books(in: corner, variables, limit: limit, tell)
        if let said = manifest.books, let found = outcome.books, said != found {
            outcome.problems.append(
                Text(
                    "the books have other totals than when the backup was made",
                    "итоги книг не те, что были при создании копии"))
        }
        return outcome
    }

    private static func differences(_ said: BackupManifest.Database, _ found: BackupManifest.Database) -> [Text] {
        var problems: [Text] = []
        if said.schema != found.schema || said.newestEvent != found.newestEvent || said.followed != found.followed {
            problems.append(
                Text(
                    "\(said.service) has another schema or other events than the backup says",
                    "у \(said.service) не та схема или не те события, что сказано в копии"))
        }
        for name in Set(said.rows.keys).union(found.rows.keys).sorted() where said.rows[name] != found.rows[name] {
            let (should, does) = (said.rows[name] ?? 0, found.rows[name] ?? 0)
            problems.append(
                Text(
                    "\(said.service): the table \(name) has \(does, "row", "rows"), and should have \(should)",
                    "\(said.service): в таблице \(name) \(does, "строка", "строки", "строк"), а должно быть \(should)"))
        }
        return problems
    }
}
