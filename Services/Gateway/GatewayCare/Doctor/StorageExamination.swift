import GatewaySession
import GatewayWords
import Hosting
import Storage

/// Checks the databases: their integrity, the length of their logs, and their schema versions.
struct StorageExamination {
    /// The length from which a log is stuck behind a reader: the writer itself checkpoints shorter ones.
    private static let longLog: Int64 = 300 << 20

    let house: House
    /// The services that run, wherever their databases are.
    let running: Set<String>
    let isQuick: Bool

    func findings() -> [Finding] {
        guard let data = house.dataDirectory?.description else { return [] }
        let files = HouseFiles(data)
        return files.services.map { finding(of: $0, files.database(of: $0)) }
    }

    private func finding(of service: String, _ path: String?) -> Finding {
        guard let path, let bytes = DirectoryList.bytes(of: path) else {
            return running.contains(service) ? elsewhere(service) : nothing(service)
        }
        let log = DirectoryList.bytes(of: path + "-wal") ?? 0
        do {
            var options = ConnectionOptions()
            options.access = .read
            let (schema, problems, hasChecksums) = try Connection.withConnection(path: path, options: options) {
                connection in
                let problems = isQuick ? [] : try connection.quickProblems()
                return (try connection.userVersion(), problems, try connection.hasPageChecksums())
            }
            if let problem = problems.first { return damaged(service, problem) }
            let sizes = Text(
                """
                schema \(schema), \(SizeText.bytes(bytes)), log \
                \(SizeText.bytes(log))\(isQuick ? ", not read" : ", whole")
                """,
                """
                схема \(schema), \(SizeText.bytes(bytes)), журнал \
                \(SizeText.bytes(log))\(isQuick ? ", не читалась" : ", цела")
                """
            )
            guard hasChecksums else {
                return Finding(
                    "storage", service, .warning, sizes,
                    cure: Text(
                        "its pages have no checksums: make as much room again, then gateway restart",
                        "у её страниц нет контрольных сумм: освободите столько же места, затем gateway restart"))
            }
            guard log <= Self.longLog else {
                return Finding(
                    "storage", service, .warning, sizes,
                    cure: Text(
                        "its log does not shrink: something reads for very long; gateway restart ends it",
                        "её журнал не сокращается: кто-то очень долго читает; поможет gateway restart"))
            }
            return Finding("storage", service, .good, sizes)
        } catch let error as SQLiteError where error.isDamage {
            return damaged(service, error.message)
        } catch {
            return Finding(
                "storage", service, .bad, Text("cannot be read: \(error)", "не прочитать: \(error)"),
                cure: Text(
                    "look at the owner and the disk of \(path)", "проверьте владельца и диск файла \(path)"))
        }
    }

    private func damaged(_ service: String, _ problem: String) -> Finding {
        Finding(
            "storage", service, .bad, Text("damaged: \(problem)", "повреждена: \(problem)"),
            cure: Text(
                "gateway down, then gateway backup restore FILE --replace with the last good backup",
                "gateway down, затем gateway backup restore FILE --replace из последней хорошей копии"))
    }

    private func nothing(_ service: String) -> Finding {
        Finding("storage", service, .skipped, Text("there is no database yet", "базы ещё нет"))
    }

    private func elsewhere(_ service: String) -> Finding {
        let data = house.dataDirectory?.description ?? ""
        return Finding(
            "storage", service, .warning,
            Text("its database is not in \(data)", "её базы нет в \(data)"),
            cure: Text(
                "examine the house where its data are: --data DIR, or with containers docker compose run --rm operator",
                "осмотрите дом там, где его данные: --data DIR, а с контейнерами docker compose run --rm operator"))
    }
}
