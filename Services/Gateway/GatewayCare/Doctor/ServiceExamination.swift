import Coordination
import Domain
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// Checks the sockets, health, versions and clocks of the services.
struct ServiceExamination {
    private static let toleratedSkew = 2

    let house: House
    let client: ServiceClient

    func findings() async -> [Finding] {
        let report = await HealthReport.ask(house.allServices, client)
        let (now, told) = (house.clock.now(), ContinuousClock.now)
        var findings = report.entries.map { Self.service($0) }
        // Extra services have versions of their own, and are confined before they run.
        let own = report.entries.filter { House.services.contains($0.service) }
        findings.append(versions(own))
        findings += confinement(own)
        findings += report.entries.compactMap { clock($0, now, told) }
        return findings
    }

    private static func service(_ entry: HealthReport.Entry) -> Finding {
        switch entry.result {
        case .failure(let fault):
            return Finding(
                "service", entry.service, .bad, FaultSentence.of(fault),
                cure: Text(
                    "gateway up --detach starts it; gateway logs \(entry.service) says why it does not run",
                    "gateway up --detach запустит её; gateway logs \(entry.service) скажет, почему она не работает"))
        case .success:
            let uptime = Text(
                """
                \(ServiceStateText.of(entry.status)), for \
                \(ValueText.duration(seconds: entry.uptimeSeconds ?? 0, in: .english))
                """,
                """
                \(ServiceStateText.of(entry.status)), уже \
                \(ValueText.duration(seconds: entry.uptimeSeconds ?? 0, in: .russian))
                """
            )
            guard !entry.isReady else { return Finding("service", entry.service, .good, uptime) }
            return Finding(
                "service", entry.service, entry.status == "overloaded" ? .warning : .bad, uptime,
                cure: Text(
                    "gateway logs \(entry.service) says what it does",
                    "gateway logs \(entry.service) скажет, чем она занята"))
        }
    }

    private func versions(_ entries: [HealthReport.Entry]) -> Finding {
        let others = entries.compactMap { entry in
            entry.version.flatMap { $0 == Version.current ? nil : "\(entry.service) \($0)" }
        }
        guard entries.contains(where: { $0.version != nil }) else {
            return Finding("version", nil, .skipped, Text("no service answers", "ни одна служба не отвечает"))
        }
        guard others.isEmpty else {
            return Finding(
                "version", nil, .bad,
                Text(
                    "the gateway is \(Version.current); \(others.joined(separator: ", "))",
                    "шлюз \(Version.current); \(others.joined(separator: ", "))"),
                cure: Text(
                    "install one version of all, then gateway restart",
                    "поставьте всё одной версии, затем gateway restart"))
        }
        return Finding("version", nil, .good, Text("all are \(Version.current)", "у всех \(Version.current)"))
    }

    private func confinement(_ entries: [HealthReport.Entry]) -> [Finding] {
        let answers = entries.compactMap { entry in entry.isConfined.map { (entry.service, $0) } }
        guard !answers.isEmpty else { return [] }
        let open = answers.filter { !$0.1 }.map(\.0).joined(separator: ", ")
        guard !open.isEmpty else {
            return [
                Finding(
                    "confinement", nil, .good,
                    Text("each is kept to its own files", "каждой доступны только её файлы"))
            ]
        }
        return [
            Finding(
                "confinement", nil, .warning,
                Text("not kept to their own files: \(open)", "доступно чужое: \(open)"),
                cure: Text(
                    "gateway logs says why; it takes Linux with Landlock (lsm=landlock,…) and KOPILKA_CONFINE=auto",
                    "gateway logs скажет почему; нужен Linux с Landlock (lsm=landlock,…) и KOPILKA_CONFINE=auto"))
        ]
    }

    private func clock(_ entry: HealthReport.Entry, _ now: Instant, _ told: ContinuousClock.Instant) -> Finding? {
        guard let time = entry.time else { return nil }
        // A service that does not answer is waited for after the others have.
        let skew = Int((time - now + entry.answeredAt.duration(to: told)).components.seconds)
        guard abs(skew) > Self.toleratedSkew else { return nil }
        return Finding(
            "clock", entry.service, .bad,
            Text(
                "\(abs(skew), "second", "seconds") from the gateway's",
                "на \(abs(skew), "секунду", "секунды", "секунд") от часов шлюза"),
            cure: Text(
                "it was started with another KOPILKA_CLOCK, or the clock was set: gateway restart",
                "она запущена с другим KOPILKA_CLOCK или часы перевели: gateway restart"))
    }
}

/// Checks what only the services know: ledger's totals, and Telegram.
struct MoneyExamination {
    let client: ServiceClient
    let isQuick: Bool

    func findings() async -> [Finding] { [await telegram(), await books()] }

    private func telegram() async -> Finding {
        do {
            let status = try await client.ask(AuthSignal.TelegramStatus())
            switch status.state {
            case .ready: return Finding("telegram", nil, .good, Text("@\(status.bot ?? "")", "@\(status.bot ?? "")"))
            case .unreachable:
                let reason = ReasonText.of(status.explanation, else: status.reason)
                return Finding(
                    "telegram", nil, .bad, Text("the bot does not answer: \(reason)", "бот не отвечает: \(reason)"),
                    cure: Text(
                        "look at KOPILKA_TELEGRAM_TOKEN_FILE and the way to KOPILKA_TELEGRAM_URL",
                        "проверьте KOPILKA_TELEGRAM_TOKEN_FILE и путь до KOPILKA_TELEGRAM_URL"))
            case .off: return Finding("telegram", nil, .skipped, Text("no bot is set up", "бот не настроен"))
            }
        } catch { return Self.skipped("telegram", error) }
    }

    private func books() async -> Finding {
        guard !isQuick else {
            return Finding("books", nil, .skipped, Text("--quick leaves them out", "--quick их пропускает"))
        }
        do {
            let answer = try await client.ask(LedgerSignal.Check())
            let off = answer.imbalance.filter { $0.minorUnits != 0 }
            guard off.isEmpty, answer.problems.isEmpty else {
                // A few show the kind of problem; `gateway check` shows more.
                let wrong = (off.map { ValueText.money($0) } + answer.problems.prefix(3)).joined(
                    separator: "; ")
                return Finding(
                    "books", nil, .bad, Text("they do not balance: \(wrong)", "не сходятся: \(wrong)"),
                    cure: Text(
                        "stop the house, keep its data as it is, and restore the last good backup elsewhere to compare",
                        """
                        остановите дом, сохраните данные как есть и восстановите в стороне последнюю хорошую копию, \
                        чтобы сравнить
                        """
                    ))
            }
            return Finding(
                "books", nil, .good,
                Text(
                    """
                    they balance: \(answer.transfers, "transfer", "transfers") of \
                    \(answer.accounts, "account", "accounts")
                    """,
                    """
                    сходятся: \(answer.transfers, "перевод", "перевода", "переводов"), \
                    \(answer.accounts, "счёт", "счёта", "счетов")
                    """
                ))
        } catch { return Self.skipped("books", error) }
    }

    private static func skipped(_ check: String, _ error: any Error) -> Finding {
        guard let fault = error as? Fault, fault.code == .unauthenticated else {
            let seen = (error as? Fault).map { FaultSentence.of($0) } ?? Text(verbatim: "\(error)")
            return Finding(check, nil, .skipped, seen)
        }
        return Finding(
            check, nil, .skipped, Text("nobody is signed in: gateway login", "никто не вошёл: gateway login"))
    }
}
