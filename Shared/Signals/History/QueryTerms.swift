import Coordination
import Domain
import Reasons

/// The terms of a query of transactions, `cat:food -"flat white" amt:>5`, split but not understood: history gives them
/// their meaning, and the gateway replaces the names in them by ids.
///
/// Terms are separated by spaces. A term is a word, a phrase in quotes, or a key with a value, and `not:` or `-` before
/// it negates it.
package struct QueryTerms: Hashable, Sendable {
    /// What a term is about.
    package enum Key: String, CaseIterable, Sendable {
        /// The category, with those below it.
        case category = "cat"
        /// The amount, or a range of amounts.
        case amount = "amt"
        /// A day, month or year, or a range of them.
        case date
        /// The account of the user.
        case account = "acct"
        /// The account on the other side, or `outside`.
        case counterparty = "with"
        /// `income` or `expense`.
        case type
        /// The currency.
        case currency = "cur"
        /// A property: `own`, `reversed` or `undone`.
        case property = "is"
    }

    /// One term.
    package struct Term: Hashable, Sendable {
        /// Nil for a word or a phrase.
        package let key: Key?
        /// The value without its quotes; for words, with `"` around each phrase.
        package let value: String
        /// True when a part of the value was in quotes, so that it is not one of the words of the language.
        package let isQuoted: Bool
        package let isNegated: Bool
        /// The term as it was written.
        package let text: String
        /// The place of its first character (a Unicode scalar) in the query, 1 ...
        package let position: Int
        /// What was written before the value: `not:cat:`.
        fileprivate let head: String
    }

    /// The most bytes of a query.
    package static let mostBytes = 1000
    /// The most terms of a query.
    package static let mostTerms = 32

    /// In the order in which they were written.
    package let terms: [Term]

    /// Splits a query.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `query` for one that is too long or has too many terms, a quote without
    ///   its end, an unknown key, a term without a value, and a term that is negated twice.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.mostBytes else {
            throw .invalidArgument("query", .tooManyBytes, ["most": .number(Self.mostBytes)])
        }
        var terms: [Term] = []
        var reader = QueryReader(text)
        while let chunk = try reader.next() {
            guard terms.count < Self.mostTerms else {
                throw .invalidArgument("query", .tooManyQueryTerms, ["most": .number(Self.mostTerms)])
            }
            terms.append(try Term(chunk))
        }
        self.terms = terms
    }

    /// True when a term asks for a property of this name, or its absence.
    package func mention(_ property: String) -> Bool {
        terms.contains { $0.key == .property && $0.value.lowercased() == property }
    }

    /// Returns the query with other values.
    ///
    /// - Parameter value: Returns the new value of a term; nil to leave the term as it was written.
    package func replacing(_ value: (Term) -> String?) -> String {
        terms.map { term in value(term).map { term.head + Self.quoted($0) } ?? term.text }.joined(separator: " ")
    }

    /// Returns a query for the words of a text: the text itself, or in quotes where it would mean something else.
    package static func meaning(_ text: String) -> String {
        let isPlain = (try? QueryTerms(text))?.terms.allSatisfy { $0.key == nil && !$0.isNegated } ?? false
        return isPlain ? text : quoted(text)
    }

    /// Returns a text in quotes, so that it stands for itself. A quote that would end it early becomes a space.
    package static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains("\"") else { return "\"\(text)\"" }
        guard text.unicodeScalars.contains("»") else { return "«\(text)»" }
        let scalars = text.unicodeScalars.map { $0 == "\"" ? " " : $0 }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }
}

extension QueryTerms.Term {
    fileprivate init(_ chunk: QueryReader.Chunk) throws(Fault) {
        var rest = chunk.pieces[...]
        isNegated = Self.dropNegation(&rest)
        guard !rest.isEmpty else { throw chunk.fault(.queryTermWithoutValue) }
        var further = rest
        if isNegated, Self.dropNegation(&further) { throw chunk.fault(.queryTermNegatedTwice) }
        (text, position) = (chunk.text, chunk.position)
        guard let colon = rest.firstIndex(where: { $0.isPlain(":") }) else {
            guard rest.first?.isPlain("#") != true else { throw chunk.fault(.unknownQueryTerm, Self.keys) }
            (key, head) = (nil, Self.text(chunk.pieces[..<rest.startIndex]))
            value = QueryReader.words(of: rest)
            isQuoted = rest.contains(where: \.isQuoted)
            return
        }
        let name = rest[..<colon]
        guard name.allSatisfy({ !$0.isQuoted }), let key = QueryTerms.Key(rawValue: Self.text(name).lowercased())
        else { throw chunk.fault(.unknownQueryTerm, Self.keys) }
        let content = rest[(colon + 1)...]
        value = Self.text(content)
        guard !value.isEmpty else { throw chunk.fault(.queryTermWithoutValue) }
        (self.key, head) = (key, Self.text(chunk.pieces[...colon]))
        isQuoted = content.contains(where: \.isQuoted)
    }

    /// Removes `not:`, or a `-` before something else than another one, from the start of a term.
    private static func dropNegation(_ rest: inout ArraySlice<QueryReader.Piece>) -> Bool {
        let start = rest.prefix(4)
        if start.allSatisfy({ !$0.isQuoted }), text(start).lowercased() == "not:" {
            rest = rest.dropFirst(4)
            return true
        }
        guard rest.count > 1, rest.first?.isPlain("-") == true, !rest[rest.startIndex + 1].isPlain("-") else {
            return false
        }
        rest = rest.dropFirst()
        return true
    }

    private static func text(_ pieces: ArraySlice<QueryReader.Piece>) -> String {
        String(String.UnicodeScalarView(pieces.map(\.scalar)))
    }

    /// The details of an unknown term: the known ones.
    private static let keys: [String: ReasonDetail] = [
        "keys": .text((QueryTerms.Key.allCases.map(\.rawValue) + ["not"]).map { "\($0):" }.joined(separator: " "))
    ]

    /// Returns the fault of a query with this term.
    package func fault(_ reason: Reason, _ details: [String: ReasonDetail] = [:]) -> Fault {
        .queryTerm(text, at: position, reason, details)
    }
}
