import Identity
import StrictJSON
import TestSupport
import Testing

/// Another user of a house, who does random things with their own. What they do differs between the houses.
struct Neighbour {
    let house: ObservedHouse
    let user: ObservedHouse.User
    /// Who they are in the texts that they write.
    let owner: String
    private(set) var knowledge = Knowledge()
    private(set) var keys: [String] = []
    /// The texts that they have written.
    private(set) var written: [String] = []
    private var proof = ""
    private let seed: UInt64
    private var steps = 0

    /// The methods that change what all users see.
    private static let ofTheHouse: Set<String> = [
        "bonds.import", "bonds.importFile", "scanner.importCandles", "scanner.addSplit", "scanner.removeSplit",
        "scanner.remove", "auth.endSession", "auth.endOtherSessions", "auth.login", "auth.totp.confirm",
        "auth.totp.begin", "auth.setUsername", "ledger.setPayable", "ledger.importRates",
    ]

    /// Creates a user who has something of everything.
    ///
    /// - Parameter hidden: An account that they leave as it is.
    init(
        _ house: ObservedHouse, _ user: ObservedHouse.User, owner: String, seed: UInt64, hidden: String? = nil
    ) async throws {
        (self.house, self.user, self.owner, self.seed) = (house, user, owner, seed)
        knowledge.ignore(user.session)
        if let hidden { knowledge.ignore(hidden) }
        var texts = MarkedText(owner: owner)
        var generator = SeededGenerator(seed: seed)
        for (method, params) in Belongings.all(&texts, &generator) {
            try await ask(method, params, key: "own-\(owner)-\(keys.count)")
        }
    }

    /// Asks for something, and learns from the answer.
    @discardableResult
    private mutating func ask(_ method: String, _ params: String, key: String) async throws -> WireReply {
        let params = Placeholder.filled(params) { kind, index in
            switch kind {
            case "password": user.password
            case "proof": proof
            case "friend": knowledge.ids["account"]?.first ?? "none"
            default: knowledge.id(kind, index)
            }
        }
        let reply = try await house.bank.ask(method, params, as: user.token, key: key)
        keys.append(key)
        written += MarkedText.all(in: params).map(\.text)
        proof = reply.text("proof") ?? proof
        knowledge.learn(reply.node)
        for text in MarkedText.all(in: reply.description)
        where !text.owner.hasPrefix(owner) && !params.lowercased().contains(text.text) {
            Issue.record("\(method) told \(owner) what \(text.owner) has written: \(reply)")
        }
        return reply
    }

    /// Does random things with the methods of the house.
    mutating func live(_ methods: [DescribedMethod], steps count: Int) async throws {
        var maker = CallMaker(
            seed: seed &+ UInt64(steps) &+ 1, owner: owner + String(repeating: "n", count: 1 + steps / max(count, 1)),
            foreign: Knowledge(), isCurious: false)
        let own = methods.filter {
            $0.access == "session" && !Self.ofTheHouse.contains($0.name) && DeclaredDifferences.left[$0.name] == nil
        }
        for _ in 0..<count {
            steps += 1
            let method = maker.generator.one(of: own)
            maker.known = knowledge.counts
            let params = maker.params(of: method)
            try await ask(method.name, params, key: "random-\(owner)-\(keys.count)")
        }
    }

    /// Reads everything that needs no parameter.
    mutating func readAll(_ methods: [DescribedMethod]) async throws {
        for method in methods where method.access == "session" && method.effect == "reads" {
            guard !method.parameters.contains(where: \.isRequired), DeclaredDifferences.left[method.name] == nil else {
                continue
            }
            try await ask(method.name, "", key: "read-\(owner)-\(keys.count)")
        }
    }
}
