import GatewayWords

/// The rules about `rpc.discover` and who may call what: section "Methods".
enum DiscoveryRules {
    private static let section = "Methods"

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "discovery.document", section,
            Text("rpc.discover answers an OpenRPC document.", "rpc.discover отвечает документом OpenRPC.")
        ) { walk in _ = try walk.discovery.get() },
        ConformanceRule(
            "discovery.common", section,
            Text(
                "It describes the methods that every service has.", "В нём есть методы, которые есть у каждой службы.")
        ) { walk in
            let methods = try walk.discovery.get().methods
            let common = ["health", "stats", "metrics", "events", "trace"].map { "\(walk.service).\($0)" }
            let missing = common.filter { methods[$0] == nil }
            guard missing.isEmpty else {
                let names = missing.joined(separator: ", ")
                throw Objection.broken(Text("missing: \(names)", "нет: \(names)"))
            }
            let foreign = methods.keys.filter { !$0.hasPrefix("\(walk.service).") }.sorted().joined(separator: ", ")
            guard foreign.isEmpty else {
                throw Objection.broken(
                    Text("do not begin with \(walk.service): \(foreign)", "начинаются не с \(walk.service): \(foreign)")
                )
            }
        },
        ConformanceRule(
            "discovery.served", section,
            Text("Every described method is served.", "Каждый описанный метод обслуживается.")
        ) { walk in
            let connection = try walk.connect()
            // Whatever is too late is not done, so this is harmless where deadlines are kept.
            let trial = try connection.ask(walk.health(id: "1", meta: "\"deadline\":1"))
            guard trial.code == "deadlineExceeded" else {
                throw Objection.notTried(
                    Text(
                        "deadlines are not kept, so that a request could change something",
                        "сроки не соблюдаются, и запрос мог бы что-то изменить"))
            }
            for method in try walk.discovery.get().methods.keys.sorted() {
                try connection.expect(
                    "deadlineExceeded", id: "1", for: walk.request(method, id: "1", meta: "\"deadline\":1"))
            }
        },
        ConformanceRule(
            "access.session", section,
            Text(
                "Methods for people are unauthenticated without a session, and with a forged one.",
                "Методы для людей без сеанса и с поддельным — unauthenticated.")
        ) { walk in
            let connection = try walk.connect()
            for method in try reading(walk, "session") {
                for meta in ["", "\"session\":\"v4.public.nonsense\""] {
                    try connection.expect(
                        "unauthenticated", number: -32000, id: "1", for: walk.request(method, id: "1", meta: meta))
                }
            }
        },
        ConformanceRule(
            "access.house", section,
            Text(
                "Methods for the operator are refused without the operator's key.",
                "Методы хозяина дома без его ключа — отказ.")
        ) { walk in
            let connection = try walk.connect()
            for method in try reading(walk, "houseKeeper") {
                try connection.expect("permissionDenied", id: "1", for: walk.request(method, id: "1"))
                try connection.expect(
                    "unauthenticated", id: "1",
                    for: walk.request(method, id: "1", meta: "\"session\":\"v4.public.nonsense\""))
            }
        },
    ]

    /// Returns the reading methods with an access: a service that fails to refuse them changes nothing.
    private static func reading(_ walk: ConformanceWalk, _ access: String) throws -> [String] {
        let methods = try walk.discovery.get().methods.values.filter { $0.access == access && $0.effect == "reads" }
        guard !methods.isEmpty else {
            throw Objection.notTried(Text("the service has no such method", "таких методов у службы нет"))
        }
        return methods.map(\.name).sorted()
    }
}
