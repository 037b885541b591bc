import GatewayWords

/// The rules about the sizes of messages and the number of requests: section "Limits".
enum LimitRules {
    private static let section = "Limits"
    /// The most requests of one peer in progress.
    private static let mostRequests = 1_024

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "limits.requests", section,
            Text(
                "Beyond 1,024 requests in progress, a peer gets overloaded, and others are served.",
                "Сверх 1024 запросов в работе — overloaded, а остальных обслуживают.")
        ) { walk in
            let slow = try walk.slowRequest()
            let (connection, other) = (try walk.connect(), try walk.connect())
            let count = mostRequests + 50
            var open = Set<String>()
            for _ in 0..<count {
                let id = walk.newID()
                open.insert(id)
                try connection.send(slow(id))
            }
            var refused = 0
            while refused < count - mostRequests {
                // A slow service has a thousand requests to take first.
                guard let body = try connection.frames(within: walk.plan.patience * 4)?.last else {
                    throw Objection.broken(
                        Text(
                            """
                            \(count, "request", "requests") in progress, \(refused) refused; the limit may have been \
                            raised: --requests-per-peer
                            """,
                            """
                            в работе \(count, "запрос", "запроса", "запросов"), отказов \(refused); возможно, предел \
                            поднят: --requests-per-peer
                            """))
                }
                let reply = try WalkedReply(body)
                reply.noteForm(in: walk)
                guard reply.code == "overloaded", let id = reply.id, open.remove(id) != nil else {
                    throw Objection.broken(reply.seen)
                }
                refused += 1
            }
            try other.expectService()
            for id in open { try connection.send(CancelRules.cancellation(of: id)) }
            while !open.isEmpty {
                let reply = try connection.reply()
                guard let id = reply.id, open.remove(id) != nil, reply.code == "cancelled" || reply.code == "overloaded"
                else { throw Objection.broken(reply.seen) }
            }
            try connection.expectService()
        },
        ConformanceRule(
            "limits.bytes", section,
            Text(
                "A message above 4 MiB closes its connection, and others are served.",
                "Сообщение больше 4 МиБ закрывает соединение, остальных обслуживают.")
        ) { walk in
            let (connection, other) = (try walk.connect(), try walk.connect())
            try other.expectService()
            let text = walk.health(id: "1", meta: "\"walk\":\"\(String(repeating: "x", count: 5 << 20))\"")
            try connection.send(text)
            guard try connection.isClosedByService() else {
                throw Objection.broken(
                    Text(
                        "5 MiB were accepted; the limit may have been raised: --max-message-bytes",
                        "5 МиБ приняты; возможно, предел поднят: --max-message-bytes"))
            }
            try other.expectService()
            try walk.connect().expectService()
        },
        ConformanceRule(
            "limits.frames", section,
            Text(
                "A message of more than 256 frames is not executed, and others are served.",
                "Сообщение больше чем из 256 кадров не выполняется, остальных обслуживают.")
        ) { walk in
            let (connection, other) = (try walk.connect(), try walk.connect())
            try connection.send(
                frames: [[UInt8]](repeating: [], count: 300) + [Array(walk.health(id: walk.newID()).utf8)])
            // Only a service that reads ZMTP itself can close the connection; others refuse the message.
            if let body = try connection.frames()?.last {
                let reply = try WalkedReply(body)
                guard reply.code == "invalidRequest" else { throw Objection.broken(reply.seen) }
            }
            try other.expectService()
        },
    ]
}
