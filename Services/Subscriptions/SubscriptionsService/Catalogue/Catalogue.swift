import Domain
import Signals

/// The built-in catalogue of services that many people pay for.
package enum Catalogue {
    /// The services, sorted by their English title.
    package static let services: [SubscriptionsSignal.Service] = CatalogueTable.lines.split(separator: "\n").compactMap
    {
        let parts = $0.split(separator: "|").map(String.init)
        guard parts.count == 5 else { return nil }
        return SubscriptionsSignal.Service(
            id: parts[0], title: SubscriptionsSignal.Title(ru: parts[1], en: parts[2]), color: "#" + parts[3],
            category: parts[4], own: false)
    }.sorted { ($0.title.en.lowercased(), $0.id) < ($1.title.en.lowercased(), $1.id) }

    private static let byID = Dictionary(uniqueKeysWithValues: services.map { ($0.id, $0) })

    /// Returns the service with this id.
    package static func service(_ id: String) -> SubscriptionsSignal.Service? { byID[id] }

    /// Returns the service that a bank's text seems to name: of the titles contained in the text, the longest wins.
    package static func service(namedIn text: String) -> SubscriptionsSignal.Service? {
        let words = plain(text)
        return services.filter { service in
            [service.title.en, service.title.ru].contains { words.contains(plain($0)) }
        }.max { ($0.title.en.count, $1.id) < ($1.title.en.count, $0.id) }
    }

    /// Normalises a text: lowercase letters and digits, one space between words and around them.
    static func plain(_ text: String) -> String {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "+" }
        return " " + words.joined(separator: " ") + " "
    }
}
