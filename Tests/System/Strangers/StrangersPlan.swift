import Coordination
import Domain
import Identity
import ServiceRuntime
import StrictJSON
import TestSupport
import Testing

/// One seeded plan: an observer sends the same random requests in two houses, which differ only in what the other users
/// have. Everything that the observer is told must be the same.
struct StrangersPlan {
    let seed: UInt64
    let houses: [ObservedHouse]
    let methods: [DescribedMethod]

    private var generator: SeededGenerator
    private var views: [Observation] = []
    private var neighbours: [Neighbour] = []
    private var maker: CallMaker
    /// The services that have changed something since all events were handled.
    private var changed: Set<String> = []
    /// Texts that the friend sees, too.
    private var shared: Set<String> = []
    private var foreignKeys: [String] = []
    private(set) var steps = 0
    /// The methods that have answered with more than a fault.
    private(set) var answered: Set<String> = []

    private static let rounds = 3
    private static let lists = [
        "ledger.holds", "ledger.schedules", "ledger.mandates", "ledger.imports", "history.transactions",
        "history.rules", "subscriptions.list", "subscriptions.payments", "notifications.list",
        "notifications.channels", "auth.sessions", "patterns.list",
    ]
    /// Letters that tell the writers of this plan from those of others.
    private let letters: String

    /// A request whose two answers differ.
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    init(seed: UInt64, houses: [ObservedHouse], methods: [DescribedMethod]) {
        (self.seed, self.houses, self.methods) = (seed, houses, methods)
        generator = SeededGenerator(seed: seed)
        var rest = SeededGenerator(seed: seed ^ 0x5EED)
        letters = String((0..<6).map { _ in rest.one(of: Array("abcdefghjkmn")) })
        maker = CallMaker(seed: seed, owner: "obs" + letters, foreign: Knowledge(), isCurious: true)
    }

    /// The methods that are called.
    private var called: [DescribedMethod] { methods.filter { DeclaredDifferences.left[$0.name] == nil } }

    /// Runs the plan.
    mutating func run() async throws {
        try await settleIn()
        var texts = MarkedText(owner: "obs" + letters)
        var sent: [(String, String)] = []
        for (method, params) in Belongings.all(&texts, &generator) {
            try await step(method, params)
            sent.append((method, params))
        }
        for (method, params) in sent { maker.noteWritten(method, params) }
        for index in views.indices {
            let stranger = neighbours.first { $0.owner.hasPrefix("one") }?.user.id ?? "nobody"
            try views[index].spoilTokens(naming: stranger)
        }
        for round in 0..<Self.rounds {
            for index in neighbours.indices { try await neighbours[index].live(methods, steps: 12) }
            try await friendPays(round)
            // What the observer can name from now on.
            for method in Self.lists { try await step(method, "") }
            try await observe(part: round)
        }
        for index in neighbours.indices { try await neighbours[index].readAll(methods) }
        try await reach()
        try compareSecurityLogs()
    }

    // MARK: People

    private mutating func settleIn() async throws {
        let name = "Olga \(MarkedText.one("obs" + letters, 900))"
        let email = "\(MarkedText.one("obs" + letters, 901))@example.org"
        let password = Identifier.random(length: 26)
        var foreign = Knowledge()
        var observers: [ObservedHouse.User] = []
        var ended: [String] = []
        for house in houses {
            let observer = try await house.register(email, name: name, password: password)
            let leaving = try await house.signIn(observer)
            _ = try await house.bank.ask("auth.logout", as: leaving.token)
            observers.append(observer)
            ended.append(leaving.token)
            let friend = try await makeFriend(house)
            var view = Observation(house: house, observer: observer, friendsAccount: friend.account)
            view.knowledge.ignore(observer.session)
            views.append(view)
            for person in ["one", "two"] { try await addStranger(person, house, &foreign) }
        }
        for house in houses { try await house.settle() }
        for index in views.indices {
            views[index].cursors = try await houses[index].newestEvents(for: views[index].observer)
            views[index].badTokens = [.ended: ended[index], .ofTheOtherHouse: observers[1 - index].token]
        }
        let strangers = neighbours.filter { !$0.owner.hasPrefix("fri") }
        foreignKeys = strangers.flatMap(\.keys)
        maker = CallMaker(
            seed: seed, owner: "obs" + letters, foreign: foreign,
            foreignTexts: strangers.flatMap(\.written), foreignLogins: strangers.map(\.user.email), isCurious: true)
    }

    /// Registers the one user whom the observer knows: the same name and account in both houses, all else different.
    private mutating func makeFriend(_ house: ObservedHouse) async throws -> (user: ObservedHouse.User, account: String)
    {
        let user = try await house.register(
            "friend-\(letters)@example.org", name: "Fedor Frolov", username: "friend-\(letters)")
        let opened = try await house.bank.ask("ledger.openAccount", #""currency":"RUB""#, as: user.token)
        let account = try #require(opened.text("account", "id"), "\(opened)")
        for (method, params) in [
            ("ledger.deposit", #""account":"\#(account)","amount":\#(Bank.money("90000"))"#),
            ("ledger.setPayable", #""account":"\#(account)","payable":true"#),
        ] {
            let reply = try await house.bank.ask(method, params, as: user.token)
            try #require(reply.result != nil, "\(reply)")
        }
        neighbours.append(
            try await Neighbour(
                house, user, owner: "fri\(house.side.rawValue.prefix(1))" + letters, seed: seed(of: house, 0),
                hidden: account))
        return (user, account)
    }

    private mutating func addStranger(
        _ person: String, _ house: ObservedHouse, _ foreign: inout Knowledge
    ) async throws {
        let owner = "\(person)\(house.side.rawValue.prefix(1))" + letters
        let user = try await house.register(
            "\(MarkedText.one(owner, 901))@example.org", name: "Stepan \(MarkedText.one(owner, 900))")
        let stranger = try await Neighbour(house, user, owner: owner, seed: seed(of: house, person == "one" ? 1 : 2))
        foreign.formUnion(stranger.knowledge)
        foreign.learn(user.id, of: "user")
        foreign.learn(user.session, of: "session")
        neighbours.append(stranger)
    }

    private func seed(of house: ObservedHouse, _ person: UInt64) -> UInt64 {
        seed &* 31 &+ person &* 7919 &+ (house.side == .left ? 1 : 2)
    }

    /// The same money from the friend to the observer.
    private mutating func friendPays(_ round: Int) async throws {
        for index in views.indices {
            guard let account = views[index].knowledge.ids["account"]?.first,
                let friend = neighbours.first(where: {
                    $0.owner.hasPrefix("fri") && $0.house.side == houses[index].side
                })
            else { continue }
            let params =
                #""from":"\#(views[index].friendsAccount)","to":"\#(account)","#
                + #""amount":\#(Bank.money("\(round + 1).50"))"#
                + #","description":"for the \#(round)th day""#
            _ = try await houses[index].bank.ask(
                "ledger.transfer", params, as: friend.user.token, key: "pays-\(letters)-\(round)")
        }
        changed.insert("ledger")
    }

    // MARK: Requests

    /// Sends a third of all methods, in short runs of one service, with the ids of this moment.
    private mutating func observe(part: Int) async throws {
        let shuffled = Dictionary(grouping: called.shuffled(using: &generator)) { $0.name.prefix { $0 != "." } }
        var blocks: [[DescribedMethod]] = []
        for (_, methods) in shuffled.sorted(by: { $0.key < $1.key }) {
            let third = methods.enumerated().filter { $0.offset % Self.rounds == part }.map(\.element)
            var rest = third[...]
            while !rest.isEmpty {
                blocks.append(Array(rest.prefix(6)))
                rest = rest.dropFirst(6)
            }
        }
        for block in blocks.shuffled(using: &generator) {
            for method in block {
                maker.known = views[0].knowledge.counts
                let call = makeCall(method)
                try await step(call)
                // Again with the same key, or without one.
                if method.effect == "changes", generator.chance(15) { try await step(call) }
            }
        }
    }

    /// Names what belongs to others, at each method that takes an id.
    private mutating func reach() async throws {
        maker.isReaching = true
        for stranger in neighbours where !stranger.owner.hasPrefix("fri") {
            maker.foreign.formUnion(stranger.knowledge)
        }
        maker.known = views[0].knowledge.counts
        for method in called.sorted(by: { $0.name < $1.name })
        where method.parameters.contains(where: { !Knowledge.kinds(of: $0.name, method.name).isEmpty }) {
            try await step(method.name, maker.params(of: method))
        }
        maker.isReaching = false
    }

    private mutating func makeCall(_ method: DescribedMethod) -> PlannedCall {
        let roll = generator.below(100)
        var caller = PlannedCaller.observer
        if method.access != "open", roll < 12 {
            caller = .nobody(generator.one(of: PlannedCaller.BadToken.allCases))
        } else if method.access != "open", roll < 24 {
            let signers = TokenSigner.allCases.filter { !ServiceRights.mayCall(method.name, $0) }
            caller = signers.isEmpty ? .observer : .signer(generator.one(of: signers))
        }
        var key: String?
        if method.effect == "changes", generator.chance(85) {
            key = generator.chance(20) ? generator.one(of: foreignKeys) : "key-\(letters)-\(steps)"
        }
        let trace = (0..<32).map { _ in generator.one(of: Array("123456789abcdef")) }
        return PlannedCall(
            method: method, params: maker.params(of: method), caller: caller, key: key,
            trace: generator.chance(25) ? String(trace) : nil)
    }

    private mutating func step(_ method: String, _ params: String) async throws {
        let described = try #require(methods.first { $0.name == method }, "\(method)")
        try await step(
            PlannedCall(
                method: described, params: params, caller: .observer, key: "open-\(letters)-\(steps)", trace: nil))
    }

    /// Sends a request in both houses, and compares the answers.
    private mutating func step(_ call: PlannedCall) async throws {
        steps += 1
        if !changed.isEmpty, changed != [call.service] || call.method.effect == "reads" {
            for house in houses { try await house.settle() }
            changed = []
        }
        if call.method.effect == "changes" { changed.insert(call.service) }
        var (replies, forms, told) = try await answers(call)
        var isRepeated = false
        if told[0] != told[1], call.method.effect == "reads" {
            // What a service does in its own time may be done in one house and not yet in the other.
            let again = PlannedCall(
                method: call.method, params: call.params, caller: call.caller, key: call.key, trace: nil)
            let end = ContinuousClock.now + .seconds(8)
            isRepeated = true
            while told[0] != told[1], ContinuousClock.now < end {
                (replies, forms, told) = try await answers(again)
            }
        }
        guard told[0] == told[1] else { throw difference(call, replies, told) }
        for index in views.indices {
            views[index].form = forms[index]
            try examine(replies[index], call, index)
        }
        if let trace = call.trace, !isRepeated { try await compareSpans(of: trace, call) }
    }

    private func answers(_ call: PlannedCall) async throws -> ([WireReply], [CanonicalForm], [String]) {
        let (first, second) = (views[0], views[1])
        async let left = first.answer(to: call)
        async let right = second.answer(to: call)
        let replies = try await [left, right]
        var forms = [first.form, second.form]
        let told = replies.indices.map { forms[$0].form(of: replies[$0].node, call.method.name) }
        return (replies, forms, told)
    }

    private func difference(_ call: PlannedCall, _ replies: [WireReply], _ told: [String]) -> Difference {
        let same = zip(told[0], told[1]).prefix { $0 == $1 }.count
        func part(_ text: String) -> String { String(text.dropFirst(max(0, same - 80)).prefix(240)) }
        return Difference(
            description: """
                Step \(steps), \(call)
                left:  …\(part(told[0]))
                right: …\(part(told[1]))
                left:  \(replies[0].description.prefix(2000))
                right: \(replies[1].description.prefix(2000))
                """)
    }

    /// Looks at one answer by itself.
    private mutating func examine(_ reply: WireReply, _ call: PlannedCall, _ index: Int) throws {
        let asked = call.params.lowercased()
        for text in MarkedText.all(in: call.params) { shared.insert(text.text) }
        for text in MarkedText.all(in: reply.description)
        where !text.owner.hasPrefix("obs" + letters) && !asked.contains(text.text) && !shared.contains(text.text) {
            throw Difference(description: "\(call) told what \(text.owner) has written: \(reply)")
        }
        switch call.caller {
        case .observer:
            if reply.result != nil { answered.insert(call.method.name) }
            if !call.method.name.hasSuffix(".events") { views[index].knowledge.learn(reply.node) }
            if let proof = reply.text("proof") { views[index].proof = proof }
        case .nobody:
            let refusals =
                call.method.access == "session" ? ["unauthenticated"] : ["unauthenticated", "permissionDenied"]
            guard refusals.contains(reply.code ?? "") else {
                throw Difference(description: "\(call) was not refused: \(reply)")
            }
        case .signer:
            guard reply.code == "permissionDenied" else {
                throw Difference(description: "\(call) was not refused: \(reply)")
            }
        }
    }

    // MARK: Traces and logs

    /// The same work was done: the same requests between services, and the same events handled.
    private func compareSpans(of trace: String, _ call: PlannedCall) async throws {
        var told: [[String]] = []
        let end = ContinuousClock.now + .seconds(8)
        repeat {
            told = []
            for house in houses { told.append(try await SpanShapes.all(of: trace, in: house)) }
        } while told[0] != told[1] && ContinuousClock.now < end
        guard told[0] == told[1] else {
            throw Difference(description: "Step \(steps), \(call): other work\nleft:  \(told[0])\nright: \(told[1])")
        }
    }

    /// The security log has the same lines about the observer.
    private func compareSecurityLogs() throws {
        let lines = views.map { SilentPlaces.securityLines(about: $0.observer.id, in: $0.house) }
        guard lines[0] == lines[1] else {
            throw Difference(
                description: """
                    other lines in the security log, left: \(lines[0].subtracting(lines[1]).sorted()), \
                    right: \(lines[1].subtracting(lines[0]).sorted())
                    """)
        }
    }
}

extension ServiceRights {
    /// True when a service, or the operator, may send a method on its own.
    fileprivate static func mayCall(_ method: String, _ signer: TokenSigner) -> Bool {
        if calls.contains(where: { $0.caller == signer && $0.method.name == method }) { return true }
        guard method.hasSuffix(".events"), case .service(let service) = signer else { return false }
        return readings.contains { $0.reader == service && method == "\($0.source.rawValue).events" }
    }
}
