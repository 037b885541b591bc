import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway notify preferences`: shows which notifications arrive, where and when; with flags it changes these
/// settings.
struct NotifyPreferencesCommand: Command {
    private typealias Category = NotificationsSignal.Category
    private typealias Kind = NotificationsSignal.Kind
    private typealias ChannelKind = NotificationsSignal.ChannelKind

    let words = ["notify", "preferences"]
    let part = CommandPart.notifications
    let summary = Text(
        "Shows or changes which notifications you get, where and when.",
        "Показывает или меняет, о чём, куда и когда сообщать.")
    var examples: [CommandExample] {
        [
            CommandExample("notify preferences", Text("the whole table", "вся таблица")),
            CommandExample(
                "notify preferences --quiet 23:00-08:00 --zone Europe/Moscow",
                Text("held at night, delivered together in the morning", "ночью придержать, утром отдать вместе")),
            CommandExample(
                "notify preferences --rules patterns:email:digest,moneyIn:all:off",
                Text(
                    "patterns in the digest of mail, income nowhere",
                    "паттерны — в почтовую сводку, поступления — никуда")
            ),
            CommandExample(
                "notify preferences --threshold '500 RUB'",
                Text("only amounts of 500 RUB or more", "только деньги от 500 RUB")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Security cannot be turned off or postponed. A rule is CATEGORY:CHANNEL:now|digest|off; all stands for \
                every one.
                """,
                """
                Безопасность нельзя отключить или отложить. Правило — КАТЕГОРИЯ:КАНАЛ:now|digest|off; all — любая или \
                любой.
                """
            ),
            Text(
                """
                Your own actions are not announced: deposits, transfers and payments of yours only with --own. An \
                import is one notification.
                """,
                """
                О том, что вы сделали сами, не сообщается: пополнения, переводы и платежи — только с --own. Импорт — \
                одно уведомление.
                """
            ),
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "language", .choice(NotificationsSignal.Language.allCases.map(\.rawValue)),
                Text("The language of texts.", "Язык сообщений.")),
            FlagShape("zone", .text, Text("Your time zone: Europe/Moscow.", "Ваш часовой пояс: Europe/Moscow.")),
            FlagShape(
                "quiet", field: "quietHours", .text, placeholder: "FROM-TO|off",
                Text("Quiet hours: 23:00-08:00.", "Тихие часы: 23:00-08:00.")),
            FlagShape(
                "digest", .choice(NotificationsSignal.DigestEvery.allCases.map(\.rawValue)),
                Text("A digest each day or each week.", "Сводка каждый день или каждую неделю.")),
            FlagShape(
                "digest-at", .text, placeholder: "HH:MM",
                Text("The time of the digest: 09:00.", "Когда сводка: 09:00.")),
            FlagShape(
                "digest-day", .number,
                Text("The weekday of a weekly digest: 1 is Monday.", "В какой день недельная: 1 — понедельник.")),
            FlagShape(
                "rules", .words, placeholder: "RULE,...",
                Text("Cells of the table: payments:telegram:now.", "Клетки таблицы: payments:telegram:now.")),
            FlagShape(
                "threshold", .money,
                Text(
                    "Smaller amounts in this currency are not announced.",
                    "О деньгах меньше этого в той же валюте не сообщать.")),
            FlagShape("no-thresholds", .toggle, Text("Tell of all money.", "Сообщать обо всех деньгах.")),
            FlagShape(
                "own", .words, placeholder: "KIND,...|none",
                Text(
                    "What to tell of what you do yourself: \(Self.ownKinds), or all.",
                    "О чём из сделанного вами сообщать: \(Self.ownKinds) или all.")),
            GlobalFlags.idempotencyKey,
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        try await MoneyArgument.settle(&arguments, [], among: [], scene)
        let current = try await scene.client.ask(NotificationsSignal.GetPreferences())
        let signal = NotificationsSignal.SetPreferences(
            language: arguments.text("language").flatMap { NotificationsSignal.Language(rawValue: $0) },
            zone: arguments.text("zone"), rules: try arguments.text("rules").map(Self.rules),
            thresholds: Self.thresholds(arguments, current.thresholds),
            quietHours: try arguments.text("quietHours").map(Self.hours),
            digest: Self.digest(arguments, current.digest), own: try arguments.text("own").map(Self.own))
        let isChange =
            signal.language != nil || signal.zone != nil || signal.rules != nil || signal.thresholds != nil
            || signal.quietHours != nil || signal.digest != nil || signal.own != nil
        let preferences = isChange ? try await scene.client.ask(signal) : current
        if signal.zone != nil {
            try await scene.client.sessions.note(zone: preferences.zone, within: scene.client.limit)
        }
        scene.show(try JSONEncoding.encode(preferences)) { Self.page(preferences) }
        return .done
    }

    // MARK: Reading flags

    private static func rules(_ text: String) throws(UsageError) -> [NotificationsSignal.Rule] {
        var rules: [NotificationsSignal.Rule] = []
        for word in text.split(separator: ",") {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let named = meant(parts[0], of: Category.self)
            let categories = named.count > 1 ? named.filter { $0 != .security } : named
            let channels = meant(parts.count == 3 ? parts[1] : "", of: ChannelKind.self)
            let carryings = meant(parts.last ?? "", of: NotificationsSignal.Carrying.self)
            guard parts.count == 3, carryings.count == 1, let carrying = carryings.first, !categories.isEmpty,
                !channels.isEmpty
            else {
                let known = Category.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(
                    Text("\(String(word)) is no rule.", "\(String(word)) — не правило."),
                    hint: Text(
                        "write CATEGORY:CHANNEL:now|digest|off; categories: \(known)",
                        "пишите КАТЕГОРИЯ:КАНАЛ:now|digest|off; категории: \(known)"),
                    field: "rules")
            }
            for category in categories {
                for channel in channels {
                    rules.append(NotificationsSignal.Rule(category: category, channel: channel, carrying: carrying))
                }
            }
        }
        return rules
    }

    /// Returns the value that a word means, or all values; none for an unknown word.
    private static func meant<Value: CaseIterable & RawRepresentable<String>>(
        _ word: String, of type: Value.Type
    ) -> [Value] {
        if ChoiceWords.value(of: word, among: ["all"]) != nil { return Array(Value.allCases) }
        let value = ChoiceWords.value(of: word, among: Value.allCases.map(\.rawValue))
        return value.flatMap { Value(rawValue: $0) }.map { [$0] } ?? []
    }

    private static let ownKinds = Kind.ofOwnDoing.map(\.rawValue).joined(separator: ", ")

    private static func own(_ text: String) throws(UsageError) -> [Kind] {
        switch text {
        case "none": return []
        case "all": return Kind.ofOwnDoing
        default: break
        }
        var kinds: [Kind] = []
        for word in text.split(separator: ",") {
            guard let kind = Kind(rawValue: String(word)), Kind.ofOwnDoing.contains(kind) else {
                throw UsageError(
                    Text(
                        "--own knows \(ownKinds), all and none, not \(String(word)).",
                        "--own: \(ownKinds), all или none, а не \(String(word))."),
                    field: "own")
            }
            kinds.append(kind)
        }
        return kinds
    }

    private static func hours(_ text: String) throws(UsageError) -> NotificationsSignal.QuietHours {
        if ChoiceWords.value(of: text, among: ["off"]) != nil {
            return NotificationsSignal.QuietHours(from: "00:00", to: "00:00")
        }
        let parts = text.split(separator: "-")
        guard parts.count == 2 else {
            throw UsageError(
                Text("--quiet must be like 23:00-08:00, or off.", "--quiet: например 23:00-08:00 или off."),
                field: "quietHours")
        }
        return NotificationsSignal.QuietHours(
            from: TypedTime.onWire(String(parts[0])), to: TypedTime.onWire(String(parts[1])))
    }

    private static func digest(
        _ arguments: ParsedArguments, _ current: NotificationsSignal.Digest
    ) -> NotificationsSignal.Digest? {
        let every = arguments.text("digest").flatMap { NotificationsSignal.DigestEvery(rawValue: $0) }
        let (at, day) = (arguments.text("digest-at"), arguments.number("digest-day"))
        guard every != nil || at != nil || day != nil else { return nil }
        return NotificationsSignal.Digest(
            every: every ?? current.every, at: at.map(TypedTime.onWire) ?? current.at, weekday: day ?? current.weekday)
    }

    /// Returns the thresholds: a new one replaces the one of the same currency.
    private static func thresholds(_ arguments: ParsedArguments, _ current: [Money]) -> [Money]? {
        if arguments.isOn("no-thresholds") { return [] }
        guard case .money(let money)? = arguments["threshold"] else { return nil }
        return current.filter { $0.currency != money.currency } + [money]
    }

    // MARK: Showing

    private static func page(_ preferences: NotificationsSignal.Preferences) -> Page {
        var page = Page()
        var table = Table(
            [.words(Text("category", "категория"))] + ChannelKind.allCases.map { .words(Text(verbatim: $0.rawValue)) })
        for category in Category.allCases {
            let isLocked = preferences.locked.contains { $0.category == category }
            let cells = ChannelKind.allCases.map { channel in
                cell(
                    preferences.rules.first { $0.category == category && $0.channel == channel }?.carrying ?? .now,
                    isLocked: isLocked)
            }
            table.add(
                [StyledText("\(category.rawValue)", "\(category.rawValue): \(StatusText.of(category))", .bold)]
                    + cells)
        }
        page.table(table)
        if !preferences.locked.isEmpty {
            page.say(
                "Security notifications cannot be turned off or delayed: they tell you when somebody else gets in.",
                "Сообщения о безопасности нельзя отключить или отложить: по ним видно, что в счёт вошёл кто-то другой.")
        }
        let digest = preferences.digest
        page.facts([
            (Text("language", "язык"), StyledText(preferences.language.rawValue)),
            (Text("zone", "часовой пояс"), StyledText(preferences.zone)),
            (
                Text("quiet hours", "тихие часы"),
                StyledText(SharedTexts.quiet(preferences.quietHours))
            ),
            (
                Text("digest", "сводка"),
                digest.every == .day
                    ? StyledText("each day at \(digest.at)", "каждый день в \(digest.at)")
                    : StyledText(
                        "each week, day \(digest.weekday ?? 1), at \(digest.at)",
                        "каждую неделю, день \(digest.weekday ?? 1), в \(digest.at)")
            ),
            (
                Text("money from", "деньги от"),
                preferences.thresholds.isEmpty
                    ? StyledText("any amount", "любой суммы")
                    : StyledText(preferences.thresholds.map { ValueText.money($0) }.joined(separator: ", "))
            ),
            (
                Text("your own doings", "сделанное вами"),
                preferences.own.isEmpty
                    ? StyledText("not told", "не сообщать")
                    : StyledText(preferences.own.map(\.rawValue).joined(separator: ", "))
            ),
        ])
        return page
    }

    private static func cell(_ carrying: NotificationsSignal.Carrying, isLocked: Bool) -> StyledText {
        if isLocked { return StyledText("now, always", "сразу, всегда", .dim) }
        let look: StyledText.Look =
            switch carrying {
            case .now: .green
            case .digest: .yellow
            case .off: .dim
            }
        return StyledText(CarryingText.of(carrying), look)
    }
}
