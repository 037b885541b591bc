import Reasons
import Testing

/// What services say in English, the gateway says in Russian: all of it, and nothing that nobody says.
@Suite struct ServiceSentenceTests {
    @Test func everySentenceOfTheServicesIsSaidInRussian() {
        let known = Set(ServiceSentences.catalogue.map(\.text))
        #expect(ServiceSentences.said.count > 100)
        for place in ServiceSentences.said where !known.contains(place.text) && !Self.isOfTheLog(place.text) {
            Issue.record("\(place.name): \"\(place.text)\" has no Russian in Language/ServiceSentences")
        }
    }

    @Test func noSentenceStandsInTwoTables() {
        let places = Dictionary(grouping: ServiceSentences.catalogue, by: \.text)
        #expect(places.filter { $0.value.count > 1 }.map(\.key) == [])
    }

    @Test func everyCategoryOfTheCatalogueHasARussianName() {
        let path = "Services/Subscriptions/SubscriptionsService/Catalogue/CatalogueTable.swift"
        let given = Set(Repository.current.text(path).matches(of: #/\|(\w+)\n/#).map { String($0.1) })
        let text = Repository.current.text("Services/Gateway/GatewayWords/Language/CategoryText.swift")
        let named = Set(text.matches(of: #/"(\w+)": "/#).map { String($0.1) })
        // That of payments without another comes from the service itself.
        let charging = Repository.current.text("Services/Subscriptions/SubscriptionsService/Jobs/Charging.swift")
        #expect(charging.contains(#"payment.category ?? "subscriptions""#))
        #expect(!given.isEmpty && given.union(["subscriptions"]) == named)
    }

    /// An event that another service should not have sent is told in the log of the one that reads it, and nowhere else.
    private static func isOfTheLog(_ text: String) -> Bool { text.hasPrefix("Event {0} of ") }
}
