import Domain
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// The rules about events: section "Events".
enum EventRules {
    private static let section = "Events"
    /// A sequence that no service reaches.
    static let never = 9_007_199_254_740_991
    /// The longest wait for an event, in milliseconds.
    static let longestWait = 30_000
    private static let page = 50

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "events.form", section, Text("Events are CloudEvents of the service.", "События — CloudEvents этой службы.")
        ) { walk in
            let (events, _) = try read(walk, after: 0, limit: page)
            guard !events.isEmpty else {
                throw Objection.notTried(
                    Text("there are no events to look at", "событий, на которые можно взглянуть, нет"))
            }
            for event in events {
                let sequence = event.member("sequence")?.int64 ?? 0
                guard event.member("specversion")?.string == "1.0",
                    event.member("id")?.string == "\(walk.service)-\(sequence)",
                    event.member("source")?.string?.hasSuffix("/\(walk.service)") == true,
                    event.member("type")?.string?.hasPrefix("\(walk.service).") == true,
                    event.member("subject")?.string != nil, let time = event.member("time"),
                    (try? time.decode(Instant.self)) != nil, event.member("data")?.kind == .object
                else { throw Objection.broken(WalkedReply(event).seen) }
            }
        },
        ConformanceRule(
            "events.order", section,
            Text(
                "Events come oldest first, after the cursor, and not beyond last.",
                "События идут от старых к новым, после курсора и не дальше last.")
        ) { walk in
            var after: Int64 = 0
            for _ in 1...4 {
                let (events, last) = try read(walk, after: after, limit: 3)
                var before = after
                for event in events {
                    guard let sequence = event.member("sequence")?.int64, sequence > before, sequence <= last else {
                        throw Objection.broken(
                            Text("after \(before), up to \(last): ", "после \(before), до \(last): ")
                                + WalkedReply(event).seen)
                    }
                    before = sequence
                }
                guard last >= after else {
                    throw Objection.broken(Text("last went back to \(last)", "last вернулся к \(last)"))
                }
                if last == after { break }
                after = last
            }
        },
        ConformanceRule(
            "events.again", section,
            Text("What is read again comes again.", "Что прочитано снова, то и приходит снова.")
        ) { walk in
            let (first, last) = try read(walk, after: 0, limit: page)
            let (second, lastAgain) = try read(walk, after: 0, limit: page)
            let texts = [first, second].map { $0.map { String(decoding: $0.rawBytes, as: UTF8.self) } }
            // A feed that was not full may have grown.
            guard texts[1].starts(with: texts[0]), lastAgain >= last else {
                throw Objection.broken(
                    Text(
                        "\(first.count, "event", "events") up to \(last), then \(second.count) up to \(lastAgain)",
                        """
                        \(first.count, "событие", "события", "событий") до \(last), потом \(second.count) до \
                        \(lastAgain)
                        """))
            }
        },
        ConformanceRule(
            "events.end", section,
            Text(
                "Without events, last is the cursor, also after a wait.",
                "Без событий last — это курсор, и после ожидания тоже.")
        ) { walk in
            for wait in ["", ",\"wait\":50"] {
                let (events, last) = try read(walk, after: Int64(never), limit: 1, more: wait)
                guard events.isEmpty, last == never else {
                    throw Objection.broken(
                        Text(
                            "\(events.count, "event", "events"), last \(last)",
                            "\(events.count, "событие", "события", "событий"), last \(last)"))
                }
            }
        },
        ConformanceRule(
            "events.limits", section,
            Text(
                "limit is 1 to 1,000, wait 0 to 30,000, after not negative.",
                "limit — от 1 до 1000, wait — от 0 до 30 000, after не меньше нуля.")
        ) { walk in
            let meta = try entry(walk)
            let connection = try walk.connect()
            let wrong = [
                ("after", "\"after\":-1"), ("limit", "\"after\":0,\"limit\":0"),
                ("limit", "\"after\":0,\"limit\":1001"),
                ("wait", "\"after\":0,\"wait\":-1"), ("wait", "\"after\":0,\"wait\":\(longestWait + 1)"),
                ("after", "\"limit\":1"),
            ]
            for (field, params) in wrong {
                try connection.expect(
                    "invalidArgument", id: "1", field: field,
                    for: walk.request("\(walk.service).events", id: "1", params: params, meta: meta))
            }
        },
        ConformanceRule(
            "events.wakeUp", section,
            Text(
                "A new connection to the wake-ups gets 0.", "Новое соединение с сокетом оповещений получает 0.")
        ) { walk in
            let path = ListeningSocket.path(of: "\(walk.service).events", runDirectory: walk.plan.runDirectory)
            guard !DirectoryList.isMissing(path) else {
                throw Objection.notTried(
                    Text("there is no socket of wake-ups; none is needed", "сокета оповещений нет; он и не обязателен"))
            }
            guard let frames = try walk.subscribe().frames() else {
                throw Objection.broken(Text("nothing came", "ничего не пришло"))
            }
            let text = frames.map { String(decoding: $0.prefix(20), as: UTF8.self) }.joined(separator: " ")
            guard text == "0" else { throw Objection.broken(Text("it got \(text)", "пришло \(text)")) }
        },
    ]

    private static func entry(_ walk: ConformanceWalk) throws -> String {
        try walk.entry(to: try walk.described("\(walk.service).events"))
    }

    private static func read(_ walk: ConformanceWalk, after: Int64, limit: Int, more: String = "") throws -> (
        events: [JSONNode], last: Int64
    ) {
        let answer = try walk.connect().result(
            of: "\(walk.service).events", params: "\"after\":\(after),\"limit\":\(limit)\(more)", meta: try entry(walk))
        guard let events = answer.member("events"), events.kind == .array, events.count <= limit,
            let last = answer.member("last")?.int64
        else { throw Objection.broken(WalkedReply(answer).seen) }
        return (events.elements.map { $0 }, last)
    }
}
