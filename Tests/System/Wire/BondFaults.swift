import Coordination
import Signals
import TestSupport

/// Requests that provoke the faults of bonds.
enum BondFaults {
    static let provocations: [FaultCode: FaultCatalogueTests.Provocation] = [
        .noYield: { bank, person in
            try await bank.ask(
                "bonds.figures",
                #"""
                "terms":{"principal":[{"date":"2020-01-01","value":1000}]},"settlement":"2021-01-01",\#
                "cleanPricePercent":99
                """#,
                as: person.session)
        },
        .termsMissing: { bank, person in try await chart(#""kind":"yield""#, bank, person) },
        .periodMissing: { bank, person in try await chart(#""kind":"price","from":"2020-01-01""#, bank, person) },
        .periodReversed: { bank, person in
            try await chart(#""kind":"price","from":"2020-01-03","to":"2020-01-01""#, bank, person)
        },
        .periodEmpty: { bank, person in
            try await chart(#""kind":"price","from":"2019-01-01","to":"2019-01-03""#, bank, person)
        },
        .empty: { bank, person in try await bank.ask("bonds.shares", #""shares":[]"#, as: person.session) },
        .notANumber: { bank, person in
            try await bank.ask("bonds.shares", #""shares":["1","1,5"]"#, as: person.session)
        },
        .negative: { bank, person in
            try await bank.ask("bonds.shares", #""shares":["1","-1"]"#, as: person.session)
        },
        .zeroSum: { bank, person in try await bank.ask("bonds.shares", #""shares":["0","0"]"#, as: person.session) },
        .tooPrecise: { bank, person in
            try await bank.ask("bonds.shares", #""shares":["1e9999","1"]"#, as: person.session)
        },
    ]

    /// Requests the chart of a bond that has two quotes and no terms.
    private static func chart(_ rest: String, _ bank: Bank, _ person: Person) async throws -> WireReply {
        _ = try await bank.ask(
            "bonds.import",
            #""activities":[{"title":"A","currency":"RUB","isin":"RU000A0JW126","items":[{"date":"2020-01-01","#
                + #""price":99},"#
                + #"{"date":"2020-01-02","price":98}]}]"#, as: person.session)
        return try await bank.ask("bonds.chart", #""isin":"RU000A0JW126","# + rest, as: person.session)
    }
}
