import Domain
import GatewayWords
import StrictJSON

/// The schedule of backups with what it has done, for people and for programs.
struct ScheduleState {
    /// The settings of a person's house.
    var schedule: BackupSettings?
    /// The timer of the house of the machine.
    var timer: SystemdHouse.Timer?
    let data: String
    let record: BackupRecord
    let variables: [String: String]
    let now: Instant

    private var zone: TimeZone { BackupSchedule.zone(variables) }
    private var isOn: Bool { timer?.isActive ?? (schedule?.at != nil) }

    private static let defaults = "/etc/default/kopilka (KOPILKA_BACKUP_*)"

    /// When the next backup is due; nil without a schedule.
    private var next: Instant? {
        guard let at = schedule?.at else { return timer?.isActive == true ? timer?.next : nil }
        return BackupSchedule(at: at, zone: zone).nextDue(after: record, now: now)
    }

    /// Adds the facts, and what to do if there is something.
    func add(to page: inout Page) {
        page.facts(settings + results)
        if !isOn { page.say(Self.cure(isSystemd: timer != nil), .dim) }
    }

    /// How a schedule is begun.
    static func cure(isSystemd: Bool) -> Text {
        isSystemd
            ? Text(verbatim: "sudo systemctl enable --now \(SystemdHouse.backupTimer)")
            : Text(
                "gateway backup schedule --at 03:30 makes one every night",
                "gateway backup schedule --at 03:30 будет делать их каждую ночь")
    }

    private var settings: [(Text, StyledText?)] {
        let none = StyledText("not scheduled", "расписания нет", .yellow)
        guard let schedule else {
            return [
                (Text("schedule", "расписание"), isOn ? StyledText(SystemdHouse.backupTimer) : none),
                (Text("settings", "настройки"), StyledText(Self.defaults)),
            ]
        }
        let at = schedule.at.map { time in
            StyledText(
                "every day at \(time.settingText) (\(zone.name))", "каждый день в \(time.settingText) (\(zone.name))")
        }
        let recipients = schedule.recipients.map(\.description).joined(separator: ", ")
        return [
            (Text("schedule", "расписание"), at ?? none),
            (Text("directory", "каталог"), StyledText(schedule.directory(data: data))),
            (Text("kept", "хранятся"), StyledText(Self.kept(schedule.keeping))),
            (
                Text("encrypted", "шифруются"),
                recipients.isEmpty
                    ? StyledText("no: whoever has a backup has everything", "нет: у кого копия, у того всё")
                    : StyledText("for \(recipients)", "для \(recipients)")
            ),
        ]
    }

    private static func kept(_ keeping: BackupKeeping) -> Text {
        var parts = [Text("\(keeping.daily, "day", "days")", "\(keeping.daily, "день", "дня", "дней")")]
        if keeping.weekly > 0 {
            parts.append(Text("\(keeping.weekly, "week", "weeks")", "\(keeping.weekly, "неделя", "недели", "недель")"))
        }
        if keeping.monthly > 0 {
            parts.append(
                Text("\(keeping.monthly, "month", "months")", "\(keeping.monthly, "месяц", "месяца", "месяцев")"))
        }
        let list = parts.joined(separator: ", ")
        return Text("the newest of each: \(list)", "последние за каждый срок: \(list)")
    }

    private var results: [(Text, StyledText?)] {
        let last = record.good.map { good in
            StyledText(
                "\(good.at)\(WallClocks.suffix), \(SizeText.bytes(good.bytes)), verified",
                "\(good.at)\(WallClocks.suffix), \(SizeText.bytes(good.bytes)), проверена", .green)
        }
        let failed = record.failure.map { failure in
            StyledText(
                "\(failure.at)\(WallClocks.suffix): \(failure.fault)",
                "\(failure.at)\(WallClocks.suffix): \(failure.fault)", .red)
        }
        return [
            (Text("last backup", "последняя копия"), last ?? StyledText("none yet", "ещё ни одной", .yellow)),
            (Text("file", "файл"), record.good.map { StyledText($0.file) }),
            (Text("last run failed", "последняя попытка не удалась"), failed),
            (
                Text("next backup", "следующая копия"),
                next.map { next in
                    next <= now
                        ? StyledText("now", "сейчас")
                        : StyledText("\(next)\(WallClocks.suffix)", "\(next)\(WallClocks.suffix)")
                }
            ),
        ]
    }

    /// Returns `{"scheduled","at"?,"zone"?,"directory"?,"keepDaily"?,…,"recipients"?,"good"?,"failure"?,"next"?}`.
    func json() throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("scheduled", isOn)
        if let schedule {
            writer.member("at", ifPresent: schedule.at?.settingText)
            writer.member("zone", zone.name)
            writer.member("directory", schedule.directory(data: data))
            writer.member("keepDaily", schedule.keeping.daily)
            writer.member("keepWeekly", schedule.keeping.weekly)
            writer.member("keepMonthly", schedule.keeping.monthly)
            writer.key("recipients")
            writer.beginArray()
            for recipient in schedule.recipients { writer.value(recipient.description) }
            writer.endArray()
        }
        if let good = record.good {
            writer.key("good")
            try JSONEncoding.encode(good, into: &writer)
        }
        if let failure = record.failure {
            writer.key("failure")
            try JSONEncoding.encode(failure, into: &writer)
        }
        writer.member("next", ifPresent: next?.description)
        writer.endObject()
        return writer.finish()
    }
}
