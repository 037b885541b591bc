import Testing

/// The catalogue of subscriptions, and the gateway's names for its categories.
@Suite struct CategoryNameTests {
    @Test func everyCategoryOfTheCatalogueHasARussianName() {
        let path = "Services/Subscriptions/SubscriptionsService/Catalogue/CatalogueTable.swift"
        let given = Set(Repository.current.text(path).matches(of: #/\|(\w+)\n/#).map { String($0.1) })
        let text = Repository.current.text("Services/Gateway/GatewayWords/Language/CategoryText.swift")
        let named = Set(text.matches(of: #/"(\w+)": "/#).map { String($0.1) })
        // The category of payments without one comes from the service itself.
        let charging = Repository.current.text("Services/Subscriptions/SubscriptionsService/Jobs/Charging.swift")
        #expect(charging.contains(#"payment.category ?? "subscriptions""#))
        #expect(!given.isEmpty && given.union(["subscriptions"]) == named)
    }
}
