import Coordination
import Domain
import GatewayWords
import StrictJSON

/// The rules about health and traces: sections "Methods" and "Traces".
enum ServiceRules {
    static let all: [ConformanceRule] = [
        ConformanceRule(
            "health.form", "Methods",
            Text("health tells status, version, uptime and time.", "health сообщает состояние, версию и время.")
        ) { walk in
            let health = try walk.connect().result(of: "\(walk.service).health")
            guard let status = health.member("status")?.string,
                ["ready", "starting", "draining", "overloaded"].contains(status),
                health.member("version")?.string?.isEmpty == false,
                let uptime = health.member("uptimeSeconds")?.int64, uptime >= 0,
                let time = health.member("time"), (try? time.decode(Instant.self)) != nil,
                health.member("confined")?.bool != nil
            else { throw Objection.broken(WalkedReply(health).seen) }
        },
        ConformanceRule(
            "trace.sampled", "Traces",
            Text("A sampled request leaves a span with its parent.", "Запрос под наблюдением оставляет запись.")
        ) { walk in
            let connection = try walk.connect()
            let (trace, health) = (TraceContext.new(isSampled: true), "\(walk.service).health")
            let reply = try connection.ask(
                walk.health(id: "1", meta: "\"traceparent\":\"\(trace.traceparent)\""))
            guard reply.result != nil else { throw Objection.broken(reply.seen) }
            let spans = try spans(of: trace, connection, walk)
            guard let span = spans.elements.first(where: { $0.member("name")?.string == health }),
                span.member("parent")?.string == trace.parentID.description, span.member("kind")?.string == "request",
                span.member("span")?.string?.count == 16, span.member("microseconds")?.int64 != nil,
                span.member("start")?.string != nil
            else { throw Objection.broken(WalkedReply(spans).seen) }
        },
        ConformanceRule(
            "trace.unsampled", "Traces",
            Text("A request that is not sampled leaves nothing.", "Остальные запросы записей не оставляют.")
        ) { walk in
            let connection = try walk.connect()
            let trace = TraceContext.new(isSampled: false)
            let reply = try connection.ask(
                walk.health(id: "1", meta: "\"traceparent\":\"\(trace.traceparent)\""))
            guard reply.result != nil else { throw Objection.broken(reply.seen) }
            let spans = try spans(of: trace, connection, walk)
            guard spans.count == 0 else { throw Objection.broken(WalkedReply(spans).seen) }
        },
        ConformanceRule(
            "trace.id", "Traces",
            Text("A wrong trace id is an invalidArgument at id.", "Неверный id трассы — invalidArgument в id.")
        ) { walk in
            try walk.connect().expect(
                "invalidArgument", id: "1", field: "id",
                for: walk.request("\(walk.service).trace", id: "1", params: "\"id\":\"walk\""))
        },
    ]

    private static func spans(of trace: TraceContext, _ connection: WalkedConnection, _ walk: ConformanceWalk) throws
        -> JSONNode
    {
        let answer = try connection.result(of: "\(walk.service).trace", params: "\"id\":\"\(trace.traceID)\"")
        guard let spans = answer.member("spans"), spans.kind == .array else {
            throw Objection.broken(WalkedReply(answer).seen)
        }
        return spans
    }
}
