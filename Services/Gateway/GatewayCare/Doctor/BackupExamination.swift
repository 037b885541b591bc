import Domain
import GatewaySession
import GatewayWords
import Hosting

/// Checks the scheduled backups: that there is a schedule, and that it works.
struct BackupExamination {
    /// The age of the last good backup from which something is wrong: two nights without one, and some hours.
    private static let oldest = Duration.seconds(52 * 3600)

    let house: House

    func findings() -> [Finding] {
        guard let data = house.dataDirectory?.description else { return [] }
        let timer = SystemdHouse.timer(of: house)
        do {
            let settings = try timer == nil ? BackupSettings.read(house.variables) : nil
            return [
                finding(
                    BackupRecord.read(data: data), isScheduled: timer?.isActive ?? (settings?.at != nil),
                    isSystemd: timer != nil)
            ]
        } catch {
            return [
                Finding(
                    "backups", nil, .bad, error.message,
                    cure: Text("gateway config explain shows the settings", "gateway config explain покажет настройки"))
            ]
        }
    }

    private func finding(_ record: BackupRecord, isScheduled: Bool, isSystemd: Bool) -> Finding {
        guard isScheduled else {
            return Finding(
                "backups", nil, .warning, Text("none are scheduled", "расписания нет"),
                cure: ScheduleState.cure(isSystemd: isSystemd))
        }
        let failed = record.failure.map { Text("the last run failed: \($0.fault)", "последняя не вышла: \($0.fault)") }
        guard let good = record.good else {
            return Finding(
                "backups", nil, failed == nil ? .warning : .bad,
                failed ?? Text("none was made yet", "ещё ни одной"), cure: Self.again(isSystemd))
        }
        let age = house.clock.now() - good.at
        let seconds = max(0, Int(age.components.seconds))
        let size = SizeText.bytes(good.bytes)
        let seen = Text(
            "the last one is \(ValueText.duration(seconds: seconds, in: .english)) old, \(size), verified",
            "последней \(ValueText.duration(seconds: seconds, in: .russian)), \(size), проверена")
        guard age <= Self.oldest else {
            return Finding(
                "backups", nil, .bad, failed.map { seen + Text(verbatim: "; ") + $0 } ?? seen,
                cure: Self.again(isSystemd))
        }
        if let failed {
            return Finding(
                "backups", nil, .warning, seen + Text(verbatim: "; ") + failed, cure: Self.again(isSystemd))
        }
        guard DirectoryList.bytes(of: good.file) != nil else {
            return Finding(
                "backups", nil, .warning,
                Text("the last one, \(good.file), is not there", "последней, \(good.file), на месте нет"),
                cure: Text("is its disk mounted?", "подключён ли её диск?"))
        }
        return Finding("backups", nil, .good, seen)
    }

    private static func again(_ isSystemd: Bool) -> Text {
        isSystemd
            ? Text(
                "sudo systemctl start kopilka-backup makes one now; journalctl -u kopilka-backup says why not",
                "sudo systemctl start kopilka-backup сделает её сейчас; journalctl -u kopilka-backup скажет, почему нет"
            )
            : Text(
                "gateway backup run makes one now, or says why not; the schedule works while gateway up runs",
                "gateway backup run сделает её сейчас или скажет, почему нет; расписание идёт, пока работает gateway up"
            )
    }
}
