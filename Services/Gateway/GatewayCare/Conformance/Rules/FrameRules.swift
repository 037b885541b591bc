import GatewaySession
import GatewayWords
import Hosting
import ZeroMQ

/// The rules about messages and sockets: section "Frames".
enum FrameRules {
    private static let section = "Frames"
    /// The most frames before the body.
    private static let mostFrames = 8

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "frames.owner", section,
            Text("The socket and its directory are closed to other users.", "Сокет и его каталог закрыты для чужих.")
        ) { walk in
            do throws(HostingError) {
                try ListeningSocket.checkOwner(of: walk.service, runDirectory: walk.plan.runDirectory)
            } catch {
                throw Objection.broken(SystemErrorText.of(error))
            }
        },
        ConformanceRule(
            "frames.dealer", section,
            Text("A DEALER gets the reply as one frame.", "DEALER получает ответ одним кадром.")
        ) { walk in try walk.connect().expectService() },
        ConformanceRule(
            "frames.request", section,
            Text("A REQ gets one message for each request.", "REQ получает по сообщению на запрос.")
        ) { walk in
            let connection = try walk.connect(.req)
            for _ in 1...3 { try connection.expectService() }
        },
        ConformanceRule(
            "frames.envelope", section,
            Text(
                "Frames before the request come back unchanged.", "Кадры перед запросом возвращаются без изменений.")
        ) { walk in
            let connection = try walk.connect()
            let envelope = (0..<mostFrames).map { [UInt8](repeating: UInt8($0), count: $0) }
            for count in 0...mostFrames {
                let id = walk.newID()
                let sent = Array(envelope.suffix(count))
                try connection.send(frames: sent + [Array(walk.health(id: id).utf8)])
                guard let frames = try connection.frames() else {
                    throw Objection.broken(
                        Text(
                            "no reply to a request behind \(count, "frame", "frames")",
                            "нет ответа на запрос за \(count, "кадром", "кадрами", "кадрами")"))
                }
                let reply = try WalkedReply(frames.last ?? [])
                guard frames.dropLast() == sent[...], reply.id == id, reply.result != nil else {
                    throw Objection.broken(
                        Text(
                            "after \(count, "frame", "frames"), \(frames.count - 1) came back; ",
                            "из \(count, "кадра", "кадров", "кадров") вернулось \(frames.count - 1); ") + reply.seen)
                }
            }
        },
        ConformanceRule(
            "frames.tooMany", section,
            Text(
                "More than 8 frames before the request are an invalidRequest.",
                "Больше 8 кадров перед запросом — invalidRequest.")
        ) { walk in
            let connection = try walk.connect()
            let frames = [[UInt8]](repeating: [], count: mostFrames + 1)
            try connection.send(frames: frames + [Array(walk.health(id: walk.newID()).utf8)])
            guard let body = try connection.frames()?.last else {
                throw Objection.broken(Text("no reply came", "ответа не было"))
            }
            let reply = try WalkedReply(body)
            guard reply.code == "invalidRequest" else { throw Objection.broken(reply.seen) }
            try connection.expectService()
        },
        ConformanceRule(
            "frames.notification", section,
            Text(
                "A notification of a REQ is answered with one empty frame.",
                "Уведомление от REQ получает в ответ пустой кадр.")
        ) { walk in
            let connection = try walk.connect(.req)
            for method in ["\(walk.service).health", "\(walk.service).none"] {
                try connection.send(walk.request(method, id: nil))
                let frames = try connection.frames()
                guard frames == [[]] else {
                    let body = String(decoding: frames?.last?.prefix(WalkedReply.shown) ?? [], as: UTF8.self)
                    throw Objection.broken(
                        frames == nil
                            ? Text("no frame came", "кадра не было") : Text("it was answered \(body)", "ответ: \(body)")
                    )
                }
            }
            try connection.expectService()
        },
        ConformanceRule(
            "frames.noProgress", section,
            Text("A REQ gets no progress.", "REQ не получает сообщений о ходе работы.")
        ) { walk in
            let connection = try walk.connect(.req)
            let reply = try connection.ask(walk.health(id: walk.newID(), meta: "\"progressToken\":1"))
            guard reply.result != nil else { throw Objection.broken(reply.seen) }
            try connection.expectService()
        },
    ]
}
