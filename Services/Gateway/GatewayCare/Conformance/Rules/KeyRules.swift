import Domain
import GatewayWords
import StrictJSON

/// The rules about idempotency keys: section "Repeating safely". They need a method that the person permits to call.
enum KeyRules {
    private static let section = "Repeating safely"

    static let all: [ConformanceRule] = [
        ConformanceRule(
            "keys.repeat", section,
            Text(
                "The same key with the same content answers the same.",
                "Тот же ключ с тем же содержанием даёт тот же ответ.")
        ) { walk in
            let call = try call(walk)
            let connection = try walk.connect()
            let key = Identifier.random(length: 26)
            let first = try connection.ask(call.request(walk, key, call.method.parameters))
            guard let result = first.result else { throw Objection.notTried(first.seen) }
            for other in [connection, try walk.connect()] {
                let again = try other.ask(call.request(walk, key, call.method.parameters))
                guard again.result.map({ Array($0.rawBytes) }) == Array(result.rawBytes) else {
                    throw Objection.broken(
                        Text("at first ", "сначала ") + first.seen + Text("; then ", "; потом ") + again.seen)
                }
            }
        },
        ConformanceRule(
            "keys.conflict", section,
            Text(
                "The same key with other content is a conflict.", "Тот же ключ с другим содержанием — конфликт.")
        ) { walk in
            let call = try call(walk)
            guard let other = call.method.otherParameters else {
                throw Objection.notTried(Text("--other was not given", "не дано --other"))
            }
            let connection = try walk.connect()
            let key = Identifier.random(length: 26)
            let first = try connection.ask(call.request(walk, key, call.method.parameters))
            guard let result = first.result else { throw Objection.notTried(first.seen) }
            try connection.expect("conflict", number: -32000, id: "1", for: call.request(walk, key, other))
            let again = try connection.ask(call.request(walk, key, call.method.parameters))
            guard again.result.map({ Array($0.rawBytes) }) == Array(result.rawBytes) else {
                throw Objection.broken(Text("afterwards ", "после этого ") + again.seen)
            }
        },
    ]

    private struct Call {
        let method: WalkPlan.PermittedMethod
        let entry: String

        func request(_ walk: ConformanceWalk, _ key: String, _ params: String) -> String {
            let meta = ["\"idempotencyKey\":\"\(key)\"", entry].filter { !$0.isEmpty }.joined(separator: ",")
            return walk.request(method.name, id: "1", params: params, meta: meta)
        }
    }

    private static func call(_ walk: ConformanceWalk) throws -> Call {
        guard let method = walk.plan.method else {
            throw Objection.notTried(
                Text("no --method that changes something was named", "не назван --method, который что-то меняет"))
        }
        let described = try walk.described(method.name)
        guard described.effect == "changes" else {
            throw Objection.notTried(Text("\(method.name) only reads", "\(method.name) только читает"))
        }
        return Call(method: method, entry: try walk.entry(to: described))
    }
}
