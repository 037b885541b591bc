import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import HistoryService

/// Goal: FTS5 finds what a query means, even when a prefix is searched word by word.
@Suite struct TextSearchTests {
    private static let time = Instant(milliseconds: 1_795_000_000_000)
    /// One word, several, exactly eight and exactly nine with the same prefix.
    private static let beginnings =
        [
            "solo", "paira", "pairb", "pairc", "кофе", "кофейня", "кофейник",
        ] + (1...7).map { "eight\($0)" } + (1...8).map { "nine\($0)" } + ["eight", "nine"].map { "\($0) side" }

    /// Creates transfers with these texts, each of one user.
    private func script(_ texts: [(user: String, text: String)]) throws -> LedgerScript {
        var script = LedgerScript()
        for user in Set(texts.map(\.user)).sorted() { try script.openAccount("account-\(user)", of: user) }
        for (user, text) in texts {
            try script.move(100, from: "world-RUB", to: "account-\(user)", at: Self.time, text)
        }
        return script
    }

    /// Returns the texts that a user finds.
    private func found(_ text: String, _ house: HistoryHouse, as user: String = "anna") async throws -> [String] {
        let page = try await house.list(HistorySignal.Transactions(text: text, limit: 1000), as: user)
        #expect((page.totals.first?.income.minorUnits ?? 0) == Int64(page.transactions.count) * 100)
        return page.transactions.map(\.description).sorted()
    }

    @Test(arguments: [
        "s", "solo", "solox", "pair", "paira", "\"pair\"", "e", "eight", "eight1", "eight9", "nine", "nine9", "n",
        "коф", "кофе",
        "\"кофе\"", "кофей", "z", "0", "1z", "side", "\"eight si", "\"side eight", "\"eight1 eight2\"", "eight side",
        "si eight",
    ])
    func beginningsFindEachWordThatBeginsSo(query: String) async throws {
        let texts = Self.beginnings + Self.beginnings.map { "side \($0)" }
        let events = try script(texts.map { ("anna", $0) }).events
        try await HistoryHouse.withDatabase { _, house in
            try await house.follow(events)
            let expected = texts.filter { TextQuery(query).matches(SearchText.words(of: $0)) }.sorted()
            #expect(try await found(query, house) == expected)
            // More texts arrive after the search was cached.
            var more = try script(texts.map { ("anna", $0) })
            for text in ["eighty side", "soloist", "pairs nine", "кофейку"] {
                try more.move(100, from: "world-RUB", to: "account-anna", at: Self.time, text)
            }
            try await house.follow(more.events(after: events.count))
            let late = (texts + ["eighty side", "soloist", "pairs nine", "кофейку"])
                .filter { TextQuery(query).matches(SearchText.words(of: $0)) }.sorted()
            #expect(try await found(query, house) == late)
        }
    }

    @Test func nobodyFindsTheWordsOfAUserWhoseNumberBeginsAlike() async throws {
        // Users are numbered in the order of accounts: user 1 and users 10 to 19 are among them.
        let users = (0..<25).map { "u\(String($0 + 100))" }
        let texts = users.flatMap { user in [(user, "coffee of \(user)"), (user, "cof"), (user, "zcoffee")] }
        let events = try script(texts).events
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(events)
            let numbers: [Int64] = try await store.read {
                try $0.connection.all("SELECT number FROM users ORDER BY number")
            }
            #expect(numbers.contains(2) && numbers.contains(20))
            for user in users {
                #expect(try await found("cof", house, as: user) == ["cof", "coffee of \(user)"])
                #expect(try await found("c", house, as: user) == ["cof", "coffee of \(user)"])
                #expect(try await found("z", house, as: user) == ["zcoffee"])
                #expect(try await found("\"of u", house, as: user) == ["coffee of \(user)"])
                #expect(try await found("0", house, as: user).isEmpty)
            }
        }
    }

    @Test func whatWasErasedIsNotFoundAndDoesNotHideTheRest() async throws {
        var texts: [(user: String, text: String)] = []
        for number in 0..<300 {
            texts.append((number % 2 == 0 ? "anna" : "boris", "word\(number % 30) text"))
        }
        let events = try script(texts).events
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(events)
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget(userID: "anna") }
            while try await house.store.write(deadline: nil, weight: 1, { try $0.eraseForgotten(limit: 7) }) {}
            for query in ["word1", "word11", "w", "\"word3 te"] {
                #expect(try await found(query, house).isEmpty)
                let expected = texts.filter {
                    $0.user == "boris" && TextQuery(query).matches(SearchText.words(of: $0.text))
                }
                #expect(try await found(query, house, as: "boris") == expected.map(\.text).sorted())
            }
            // The index contains only Boris's words, and nothing after a rebuild.
            let terms: [String] = try await store.read { try $0.connection.all("SELECT term FROM search_terms") }
            #expect(Set(terms.map { $0.prefix { $0 != "z" } }).count == 1)
            try await house.store.write(deadline: nil, weight: 1) { try $0.clear() }
            #expect(try await found("word1", house, as: "boris").isEmpty)
            let left: String? = try await store.read { try $0.connection.first("SELECT term FROM search_terms") }
            #expect(left == nil)
            try await house.follow(events)
            // Of each 30 the numbers 1, 11, 13, 15, 17 and 19.
            #expect(try await found("word1", house, as: "boris").count == 60)
            #expect(try await found("word1", house).isEmpty)
        }
    }

    /// FTS5 removes more accents than we do, so its form of a word cannot be predicted.
    @Test(arguments: ["quế", "que", "qu", "q", "\"quế ch", "\"que ch", "chi"])
    func wordsThatTheIndexHasInAnotherFormAreFound(query: String) async throws {
        let events = try script([("anna", "Quế chi"), ("anna", "que chi"), ("anna", "no")]).events
        try await HistoryHouse.withDatabase { _, house in
            try await house.follow(events)
            #expect(try await found(query, house) == ["Quế chi", "que chi"].sorted())
        }
    }

    @Test func whereNothingIsDescribedNothingIsFound() async throws {
        let events = try script([("anna", ""), ("anna", "")]).events
        try await HistoryHouse.withDatabase { _, house in
            try await house.follow(events)
            #expect(try await found("coffee", house).isEmpty)
            #expect(try await house.list().transactions.count == 2)
        }
    }

    @Test func wordsOfTheIndexComeInTheOrderOfTheirBytes() async throws {
        let words = ["b", "a", "ab", "a1", "аб", "я", "z", "а", "日", "𐍈", "é"]
        let events = try script(words.map { ("anna", $0) }).events
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(events)
            let terms = try await store.read { transaction in
                var terms: [String] = []
                var next = ""
                while let term: String = try transaction.connection.first(HistorySQL.indexedWord, next) {
                    terms.append(term)
                    next = term + "\u{1}"
                }
                return terms
            }
            #expect(terms.count == words.count)
            #expect(zip(terms, terms.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
    }

    /// Method: random texts of few letters, so that many words share a prefix, also in other alphabets; random queries;
    /// results are compared with a scan of all texts, at once and again after more texts arrived.
    @Test(arguments: (0..<4).map { _ in UInt64.random(in: .min ... .max) })
    func randomQueriesFindWhatTheyMean(seed: UInt64) async throws {
        print("text search: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let letters = random.one(of: [["a", "b"], ["a", "b", "1", "я"], ["к", "о", "й", "Ё", "é", "ß"]])
        func word() -> String {
            (0..<Int(random.next() % 4 + 1)).map { _ in random.one(of: letters) }.joined()
        }
        func text() -> String { (0..<Int(random.next() % 4 + 1)).map { _ in word() }.joined(separator: " ") }
        let texts = (0..<120).map { _ in (user: random.one(of: ["anna", "boris", "clara"]), text: text()) }
        let events = try script(texts).events
        let queries = (0..<60).map { _ in
            switch random.next() % 4 {
            case 0: word()
            case 1: "\"\(text())" + random.one(of: ["", "\""])
            case 2: "\"\(text())\" \(word())"
            default: text()
            }
        }
        let half = events.count / 2
        try await HistoryHouse.withDatabase { _, house in
            for end in [half, events.count] {
                try await house.follow(Array(events[(end == half ? 0 : half)..<end]))
                let known = texts.prefix(texts.count - (events.count - end))
                for query in queries {
                    for user in ["anna", "boris"] where known.contains(where: { $0.user == user }) {
                        let expected = known.filter {
                            $0.user == user && TextQuery(query).matches(SearchText.words(of: $0.text))
                        }
                        #expect(
                            try await found(query, house, as: user) == expected.map(\.text).sorted(),
                            "seed \(seed), \(query)")
                    }
                }
            }
        }
    }
}
