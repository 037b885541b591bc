import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// Checks how long the certificate of the page is valid.
struct CertificateExamination {
    /// Let's Encrypt renews at 30 days; whoever has fewer has a renewal that does not work.
    private static let comfortableDays = 14

    let house: House

    func findings() -> [Finding] {
        // Systemd gives the services their settings; a person's house has them in its environment or file.
        let variables = SystemdHouse.settings(of: house).merging(house.variables) { _, own in own }
        let settings: WebSettings
        do throws(UsageError) {
            settings = try WebSettings.read(ParsedArguments(), variables)
        } catch {
            return [
                Finding(
                    "page", nil, .bad, error.message,
                    cure: Text(
                        "gateway config explain gateway shows the settings",
                        "gateway config explain gateway покажет настройки"))
            ]
        }
        guard let path = settings.certificate?.description else { return [] }
        guard !DirectoryList.isMissing(path) else {
            return [
                Finding(
                    "certificate", nil, .bad, Text("\(path) is not there", "\(path) не существует"),
                    cure: Text("look at KOPILKA_WEB_CERTIFICATE", "проверьте KOPILKA_WEB_CERTIFICATE"))
            ]
        }
        return [Self.finding(path, CertificateDates.read(path, house.variables), now: house.clock.now())]
    }

    /// Returns the finding for a certificate; its dates are nil when they cannot be told.
    static func finding(_ path: String, _ dates: CertificateDates?, now: Instant) -> Finding {
        guard let dates else {
            return Finding(
                "certificate", nil, .warning,
                Text("the dates of \(path) cannot be told", "срок \(path) не узнать"),
                cure: Text(
                    "openssl x509 -enddate -noout -in \(path) says why (apt install openssl)",
                    "openssl x509 -enddate -noout -in \(path) скажет почему (apt install openssl)"))
        }
        let end = Self.day(dates.end)
        let renew = Text(
            "renew it; the page reads it again when it starts, or at SIGHUP",
            "обновите его; страница перечитает его при запуске или по SIGHUP")
        if now < dates.start {
            let start = Self.day(dates.start)
            return Finding(
                "certificate", nil, .bad, Text("valid only from \(start)", "действует только с \(start)"), cure: renew)
        }
        let days = Int((dates.end - now).components.seconds / 86_400)
        if now >= dates.end {
            return Finding("certificate", nil, .bad, Text("it ended on \(end)", "истёк \(end)"), cure: renew)
        }
        let seen = Text(
            "valid until \(end), \(days, "day", "days") more", "действует до \(end), ещё \(days, "день", "дня", "дней")"
        )
        return days < comfortableDays
            ? Finding("certificate", nil, .warning, seen, cure: renew) : Finding("certificate", nil, .good, seen)
    }

    private static func day(_ instant: Instant) -> Text {
        let day = String("\(instant)".prefix(10))
        return Text("\(ValueText.day(day, in: .english))", "\(ValueText.day(day, in: .russian))")
    }
}

/// The time for which a certificate is valid.
struct CertificateDates: Hashable {
    let start: Instant
    let end: Instant

    /// Asks openssl for those of the first certificate of a file; nil when it cannot tell. openssl-x509(1)
    static func read(_ path: String, _ variables: [String: String]) -> CertificateDates? {
        let answer = try? ProgramOutput.of(
            "/usr/bin/openssl", ["x509", "-in", path, "-noout", "-startdate", "-enddate", "-dateopt", "iso_8601"],
            variables)
        return answer.flatMap { CertificateDates(String(decoding: $0, as: UTF8.self)) }
    }

    init(start: Instant, end: Instant) { (self.start, self.end) = (start, end) }

    /// - Parameter answer: `notBefore=2026-11-28 18:22:43Z` and `notAfter=…`, a line each.
    init?(_ answer: String) {
        var dates: [Substring: Instant] = [:]
        for line in answer.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard let name = parts.first, let date = parts.last else { continue }
            dates[name] = Instant(date.replacing(" ", with: "T"))
        }
        guard let start = dates["notBefore"], let end = dates["notAfter"] else { return nil }
        self.init(start: start, end: end)
    }
}
