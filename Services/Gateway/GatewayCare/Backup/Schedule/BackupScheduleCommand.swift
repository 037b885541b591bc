import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// `gateway backup schedule`: shows, sets or ends the schedule of backups.
struct BackupScheduleCommand: Command {
    /// The time of a schedule for which none was said.
    private static let usualTime = LocalTime(hour: 3, minute: 30)

    let words = ["backup", "schedule"]
    let part = CommandPart.house
    let summary = Text(
        "Makes a backup every day, and shows when the last one was made.",
        "Делает копию каждый день и показывает, когда сделана последняя.")
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            FlagShape(
                "at", .text, placeholder: "TIME",
                Text(
                    "When, by this machine's clock; 03:30 by default.", "Когда, по часам машины; по умолчанию 03:30.")),
            FlagShape(
                "directory", .text, placeholder: "DIR",
                Text(
                    "Where; backups in the data directory by default.",
                    "Где; по умолчанию backups в каталоге данных.")),
            FlagShape(
                "keep-daily", .number, placeholder: "DAYS",
                Text(
                    "Keep the newest of each of so many days; 7 by default.",
                    "Хранить последнюю за каждый из стольких дней; по умолчанию 7.")),
            FlagShape(
                "keep-weekly", .number, placeholder: "WEEKS",
                Text("And of each of so many weeks; 4 by default.", "И за каждую из стольких недель; по умолчанию 4.")),
            FlagShape(
                "keep-monthly", .number, placeholder: "MONTHS",
                Text(
                    "And of each of so many months; none by default.",
                    "И за каждый из стольких месяцев; по умолчанию ни за один.")),
            BackupCommands.recipients,
            FlagShape("off", .toggle, Text("Make none any more.", "Больше не делать.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup schedule", Text("the schedule, and the last backup", "расписание и последняя копия")),
            CommandExample(
                "backup schedule --at 03:30 --directory /mnt/disk/kopilka",
                Text("one each night, the first at once", "по одной каждую ночь, первая сразу")),
            CommandExample(
                "backup schedule --keep-daily 14 --keep-monthly 12",
                Text("keeps more; the rest stays as it is", "хранить больше; остальное прежнее")),
            CommandExample("backup schedule --off", Text("none any more", "больше не делать")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                The first backup is made at once: a schedule that does not work is not kept. gateway up makes the \
                others, and makes up for a night on which the machine was off.
                """,
                """
                Первая копия делается сразу: неисправное расписание не сохраняется. Остальные делает gateway up; если \
                ночью машина была выключена, то после включения.
                """),
            Text(
                "Give each house a directory of its own: old backups in it are removed by their names.",
                "У каждого дома — свой каталог: старые копии в нём удаляются по именам."),
        ]
    }

    func hint(for fault: Fault) -> Text? { BackupRun.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let changed =
            ["at", "directory", "recipient"].filter { scene.arguments.text($0) != nil }
            + ["keep-daily", "keep-weekly", "keep-monthly"].filter { scene.arguments.number($0) != nil }
        let isOff = scene.arguments.isOn("off")
        if changed.isEmpty, !isOff { return try show(scene) }
        guard !SystemdHouse.runs(scene.house) else { throw Self.systemd }
        guard changed.isEmpty || !isOff else {
            throw UsageError(
                Text("--off takes no other flag.", "С --off другие флаги не нужны."), field: changed.first)
        }
        return isOff ? try end(scene) : try await set(scene)
    }

    // MARK: Setting

    private func set(_ scene: CommandScene) async throws -> GatewayExitCode {
        let data = try BackupCommands.dataDirectory(scene)
        var flags: [String] = []
        for (flag, setting) in [("at", "at"), ("recipient", "recipients")] {
            if let value = scene.arguments.text(flag) { flags.append("--backup-\(setting)=\(value)") }
        }
        if let directory = scene.arguments.text("directory") {
            flags.append("--backup-directory=\(AbsolutePath(directory)?.description ?? directory)")
        }
        for flag in ["keep-daily", "keep-weekly", "keep-monthly"] {
            if let number = scene.arguments.number(flag) { flags.append("--backup-\(flag)=\(number)") }
        }
        let present = try BackupSettings.read(scene.house.variables)
        if scene.arguments.text("at") == nil, present.at == nil {
            flags.append("--backup-at=\(Self.usualTime.settingText)")
        }
        let settings = try BackupSettings.read(scene.house.variables, flags: flags)
        let file = try SettingsFile(scene.house.variables)
        let values = Self.values(settings).filter { value in flags.contains { $0.hasPrefix("--\(value.name)=") } }
        try Self.requireUnset(values.map(\.name), scene.house.variables)
        let run = BackupRun(
            data: data, settings: settings, variables: scene.house.variables, clock: scene.house.clock,
            limit: scene.client.limit, isRecorded: false, tell: BackupCommands.teller(scene))
        let outcome = try await run.run { try file.change(values) }
        let state = ScheduleState(
            schedule: settings, data: data.description, record: BackupRecord.read(data: data.description),
            variables: scene.house.variables, now: scene.house.clock.now())
        scene.show(try state.json()) {
            var page = BackupRunCommand.page(outcome)
            page.line()
            state.add(to: &page)
            if scene.house.supervisorPID == nil {
                page.say(
                    "no supervisor runs here: gateway up --detach makes the backups of the schedule",
                    "супервизор здесь не работает: копии по расписанию делает gateway up --detach", .yellow)
            }
            return page
        }
        return .done
    }

    private func end(_ scene: CommandScene) throws -> GatewayExitCode {
        try Self.requireUnset(["backup-at"], scene.house.variables)
        guard try BackupSettings.read(scene.house.variables).at != nil else {
            throw Fault(.notFound, "\(Text("No backups are scheduled.", "Расписания копий нет."))")
        }
        try SettingsFile(scene.house.variables).change([("backup-at", .absent)])
        return try show(scene)
    }

    /// The settings as they stand in the file.
    private static func values(_ settings: BackupSettings) -> [(name: String, value: SettingsFile.Value)] {
        let recipients = RecipientList(settings.recipients.map(\.description))
        return [
            ("backup-at", settings.at.map { .text($0.settingText) } ?? .absent),
            ("backup-directory", settings.directory.map { .text($0.description) } ?? .absent),
            ("backup-keep-daily", .number(settings.keeping.daily)),
            ("backup-keep-weekly", .number(settings.keeping.weekly)),
            ("backup-keep-monthly", .number(settings.keeping.monthly)),
            ("backup-recipients", recipients.words.isEmpty ? .absent : .text(recipients.settingText)),
        ]
    }

    /// Refuses to write what a variable overrides: it would have no effect.
    private static func requireUnset(_ names: [String], _ variables: [String: String]) throws(UsageError) {
        for name in names {
            let variable = "KOPILKA_" + name.uppercased().replacing("-", with: "_")
            guard variables[variable, default: ""].isEmpty else {
                throw UsageError(
                    Text(
                        "\(variable) is set, and takes precedence over the settings file.",
                        "\(variable) задана и важнее файла настроек."),
                    hint: Text("change it, or unset it", "измените её или уберите"))
            }
        }
    }

    private static let systemd = Fault(
        .conflict,
        """
        \(Text(
        """
        systemd makes the backups of this house: settings are in /etc/default/kopilka (KOPILKA_BACKUP_*), the time is \
        that of sudo systemctl edit \(SystemdHouse.backupTimer).
        """,
        """
        Копии этого дома делает systemd: настройки в /etc/default/kopilka (KOPILKA_BACKUP_*), время задаёт sudo \
        systemctl edit \(SystemdHouse.backupTimer).
        """))
        """)

    // MARK: Showing

    private func show(_ scene: CommandScene) throws -> GatewayExitCode {
        let data = try BackupCommands.dataDirectory(scene).description
        let timer = SystemdHouse.timer(of: scene.house)
        let state = ScheduleState(
            schedule: timer == nil ? try BackupSettings.read(scene.house.variables) : nil, timer: timer, data: data,
            record: BackupRecord.read(data: data), variables: scene.house.variables, now: scene.house.clock.now())
        scene.show(try state.json()) {
            var page = Page()
            state.add(to: &page)
            return page
        }
        return .done
    }
}
