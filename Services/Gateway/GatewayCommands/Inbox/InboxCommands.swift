import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

enum InboxCommands {
    static let all: [any Command] = [
        list("inbox"), list("inbox list"), show, InboxChangeCommand(change: .read),
        InboxChangeCommand(change: .archive),
        InboxChangeCommand(change: .snooze), undo, InboxWatchCommand(),
    ]

    private static func list(_ name: String) -> any Command {
        SignalCommand(
            NotificationsSignal.List.self, name, part: .notifications,
            summary: Text("Lists your notifications, newest first.", "Показывает ваши уведомления, новые сверху."),
            fields: [
                "unread": Text("Only what you have not read.", "Только непрочитанные."),
                "archived": Text("What you put away.", "Убранные в архив."),
                "category": Text("Only what is about this.", "Только об этом."),
                "limit": Text(
                    "At most this many, 1 to 1000; 50 by default.", "Не больше стольких, от 1 до 1000; по умолчанию 50."
                ),
                "cursor": Text(
                    "The nextCursor of the previous page.", "nextCursor прежней страницы."),
            ],
            examples: [
                CommandExample(name, Text("what is in your inbox", "что во входящих")),
                CommandExample("\(name) --unread", Text("what you have not read", "что не прочитано")),
            ],
            notes: [
                Text(
                    "With --json and in channels, the language is that of your preferences: notify preferences.",
                    "С --json и в каналах тексты на языке ваших предпочтений: notify preferences --language ru.")
            ],
            complete: Language.ask, present: InboxPage.present)
    }

    private static let show = SignalCommand(
        NotificationsSignal.Show.self, "inbox show", part: .notifications,
        summary: Text(
            "Shows a notification and where it was delivered.", "Показывает уведомление и куда оно доставлено."),
        positional: ["id"], fields: ["id": Text("Which: its id.", "Какое: его id.")],
        examples: [
            CommandExample(
                "inbox show 01jd3x5k…", Text("all of it, and what became of it", "целиком и что с ним стало"))
        ],
        complete: Language.ask,
        present: { answer, page in
            InboxPage.present(answer.notification, &page)
            for delivery in answer.deliveries { page.line(NotifyPage.state(of: delivery)) }
        })

    private static let undo = SignalCommand(
        NotificationsSignal.Undo.self, "inbox undo", part: .notifications,
        summary: Text("Undoes the last change of your inbox.", "Отменяет последнее изменение входящих."),
        examples: [
            CommandExample("inbox undo", Text("restores what you archived last", "возвращает убранное последним"))
        ],
        notes: [Text("The last twenty changes, one after another.", "Последние двадцать изменений, одно за другим.")],
        present: { answer, page in
            page.say(
                "undone for \(answer.ids.count, "notification", "notifications"); \(answer.unread) unread",
                "отменено для уведомлений: \(answer.ids.count); непрочитанных: \(answer.unread)")
        })
}

/// `gateway inbox read|archive|snooze`: changes one, several or all notices.
struct InboxChangeCommand: Command {
    private static let mostAtOnce = 1000

    let change: NotificationsSignal.Change
    let part = CommandPart.notifications
    let positional = ["words"]

    var words: [String] { ["inbox", change.rawValue] }

    var summary: Text {
        switch change {
        case .read: Text("Marks notifications as read.", "Отмечает уведомления прочитанными.")
        case .archive: Text("Archives notifications.", "Убирает уведомления в архив.")
        case .snooze: Text("Puts notifications out of sight for a while.", "Откладывает уведомления на время.")
        }
    }

    var flags: [FlagShape] {
        let ids = FlagShape(
            "ids", field: "words", .words, placeholder: "ID...", Text("Which: their ids.", "Какие: их id."))
        let until = FlagShape(
            "until", .text, isRequired: true, placeholder: "TIME",
            Text(
                "Until when: 3h, 2d, tomorrow, monday, or a moment such as 2026-12-01T08:00:00Z.",
                "До каких пор: 3h, 2d, завтра, понедельник или момент вроде 2026-12-01T08:00:00Z."))
        let all = FlagShape("all", .toggle, Text("All that are in the inbox.", "Все, что во входящих."))
        return [ids, all] + (change == .snooze ? [until] : []) + [GlobalFlags.idempotencyKey]
    }

    var examples: [CommandExample] {
        switch change {
        case .read:
            [
                CommandExample("inbox read 01jd3x5k…", Text("this one", "это одно")),
                CommandExample("inbox read --all", Text("all of them", "все")),
            ]
        case .archive: [CommandExample("inbox archive --all", Text("empties the inbox", "очищает входящие"))]
        case .snooze:
            [CommandExample("inbox snooze 01jd3x5k… --until 3h", Text("for three hours", "на три часа"))]
        }
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let until = try scene.arguments.text("until").map { try Self.moment($0, after: scene.house.clock.now()) }
        var ids = scene.arguments.text("words")?.split(separator: ",").map(String.init) ?? []
        guard scene.arguments.isOn("all") != !ids.isEmpty else {
            throw UsageError(
                Text("Say which, by their ids, or --all.", "Назовите id или скажите --all."), field: "words")
        }
        if ids.isEmpty { ids = try await all(scene) }
        var changed: [String] = []
        var unread = 0
        var last = try JSONEncoding.encode(NotificationsSignal.Changed(change: change, ids: [], unread: 0))
        for (part, start) in stride(from: 0, to: ids.count, by: Self.mostAtOnce).enumerated() {
            let some = Array(ids[start..<min(start + Self.mostAtOnce, ids.count)])
            let answer = try await ask(some, until, part: part, scene)
            (changed, unread) = (changed + answer.ids, answer.unread)
            last = try JSONEncoding.encode(
                NotificationsSignal.Changed(change: change, ids: changed, unread: unread))
        }
        scene.show(last) {
            var page = Page()
            page.say(
                "\(changed.count, "notification", "notifications") changed; \(unread) unread; undo: gateway inbox undo",
                """
                изменено: \(changed.count, "уведомление", "уведомления", "уведомлений"); непрочитанных: \(unread); \
                gateway inbox undo отменит
                """
            )
            return page
        }
        return .done
    }

    private func ask(
        _ ids: [String], _ until: Instant?, part: Int, _ scene: CommandScene
    ) async throws -> NotificationsSignal.Changed {
        switch change {
        case .read: try await scene.client.ask(NotificationsSignal.Read(ids: ids), part: part)
        case .archive: try await scene.client.ask(NotificationsSignal.Archive(ids: ids), part: part)
        case .snooze:
            try await scene.client.ask(
                NotificationsSignal.Snooze(ids: ids, until: until ?? scene.house.clock.now()), part: part)
        }
    }

    /// Returns the ids of the notices that the change affects.
    private func all(_ scene: CommandScene) async throws -> [String] {
        var (ids, cursor) = ([String](), String?.none)
        repeat {
            let page = try await scene.client.ask(
                NotificationsSignal.List(unread: change == .read ? true : nil, limit: 1000, cursor: cursor))
            ids += page.notifications.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        return ids
    }

    /// Reads `3h`, `2d`, a moment, or a day, which stands for its beginning.
    static func moment(_ text: String, after now: Instant) throws(UsageError) -> Instant {
        if let instant = Instant(text) { return instant }
        if let day = CalendarDay(text) { return WallClocks.zone.start(of: day) }
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (1...10_000).contains(count)
        else {
            throw UsageError(
                Text(
                    "--until must be 30m, 3h, 2d, a day or a moment.",
                    "--until: 30m, 3h, 2d, день или момент времени."),
                field: "until")
        }
        return now + .seconds(count * unit)
    }
}

/// `gateway inbox watch`: shows new notices as they arrive.
struct InboxWatchCommand: Command {
    private static let longestWait = Duration.seconds(25)

    let words = ["inbox", "watch"]
    let part = CommandPart.notifications
    let summary = Text(
        "Shows notifications as they come, until Ctrl-C.", "Показывает уведомления по мере поступления, до Ctrl-C.")
    var flags: [FlagShape] {
        [
            FlagShape(
                "count", .number,
                Text("End after this many; by default never.", "Закончить после стольких; иначе никогда."))
        ]
    }
    let usualLimit = Duration.seconds(30)
    var examples: [CommandExample] {
        [
            CommandExample("inbox watch", Text("what comes, as it happens", "что приходит, сразу")),
            CommandExample("inbox watch --count 1 --json", Text("waits for the next one", "ждёт следующего")),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var left = scene.arguments.number("count") ?? .max
        guard left > 0 else {
            throw UsageError(Text("--count must be 1 or more.", "--count: не меньше 1."), field: "count")
        }
        var after = try await end(of: scene)
        let wait = max(.seconds(1), min(Self.longestWait, scene.client.limit - .seconds(2)))
        while left > 0 {
            let page = try await events(after: after, wait: wait, scene)
            after = page.last
            for id in page.added.prefix(left) {
                left -= 1
                try await show(id, scene)
            }
        }
        return .done
    }

    /// Returns the present end of the event feed.
    private func end(of scene: CommandScene) async throws -> Int {
        let answer = try await scene.client.ask(
            service: "notifications", method: "notifications.stats", parameters: Array("{}".utf8))
        let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
        return root.member("lastEvent")?.integer(as: Int.self) ?? 0
    }

    private func events(
        after: Int, wait: Duration, _ scene: CommandScene
    ) async throws -> (added: [String], last: Int) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("after", after)
        writer.member("limit", 1000)
        if wait > .zero { writer.member("wait", wait.components.seconds * 1000) }
        writer.endObject()
        let answer = try await scene.client.ask(
            service: "notifications", method: "notifications.events", parameters: writer.finish())
        let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
        let added = root.member("events")?.elements.compactMap { event in
            event.member("type")?.string == NotificationsEvent.Added.type
                ? event.member("data")?.member("id")?.string : nil
        }
        return (added ?? [], root.member("last")?.integer(as: Int.self) ?? after)
    }

    private func show(_ id: String, _ scene: CommandScene) async throws {
        let shown: NotificationsSignal.Shown
        do {
            shown = try await scene.client.ask(NotificationsSignal.Show(id: id, language: Language.ofNotices(scene)))
        } catch let fault as Fault where fault.code == .notFound {
            return
        }
        scene.show(try JSONEncoding.encode(shown.notification)) {
            var page = Page()
            InboxPage.present(shown.notification, &page)
            return page
        }
    }
}

/// The common parts of pages about notifications.
enum InboxPage {
    static func present(_ answer: NotificationsSignal.Inbox, _ page: inout Page) {
        var table = Table([
            .words(.blank).ranked(1), .moments(Text.byClock("when", "когда")).ranked(3),
            .text(Text("what", "что")).ranked(2), .text(.blank).below(), .ids(Text(verbatim: "id")).ranked(4),
        ])
        for notification in answer.notifications {
            let look: StyledText.Look = notification.category == .security ? .red : .bold
            table.add([
                StyledText(notification.readAt == nil ? "●" : "", .yellow),
                StyledText(ValueText.time(notification.occurredAt), .dim),
                StyledText(notification.title, notification.readAt == nil ? look : .plain),
                StyledText(notification.body), StyledText(notification.id, .dim),
            ])
        }
        if answer.notifications.isEmpty { page.say("there is nothing", "здесь ничего нет", .dim) }
        page.table(table)
        page.say("\(answer.unread) unread", "непрочитанных: \(answer.unread)", .dim)
        if let cursor = answer.nextCursor { page.say("more: --cursor \(cursor)", "дальше: --cursor \(cursor)", .dim) }
    }

    static func present(_ notification: NotificationsSignal.Notification, _ page: inout Page) {
        page.line(
            StyledText(ValueText.time(notification.occurredAt) + "  ", .dim),
            StyledText(notification.title, notification.category == .security ? .red : .bold))
        if !notification.body.isEmpty { page.line(StyledText(notification.body)) }
        page.line(StyledText(notification.id, .dim))
    }
}
