import GatewaySession
import GatewayWords

/// Reads lists of services.
package enum ServiceList {
    /// Returns the services of a list with commas; all services for nil.
    /// - Throws: ``UsageError`` for a name that is no service.
    package static func read(_ text: String?) throws(UsageError) -> [String] {
        guard let text else { return House.services }
        let names = text.split(separator: ",").map(String.init)
        for name in names { try check(name) }
        guard !names.isEmpty else {
            throw UsageError(Text("No service is named.", "Не названа ни одна служба."), field: "services")
        }
        return names
    }

    /// Refuses a name that is no service.
    package static func check(_ name: String) throws(UsageError) {
        guard !House.services.contains(name) else { return }
        throw UsageError(
            Text("\(name.debugDescription) is not a service.", "\(name.debugDescription) — не служба."),
            hint: Suggestion.question(for: name, among: House.services)
                ?? Text(
                    "there are \(House.services.joined(separator: ", "))",
                    "есть \(House.services.joined(separator: ", "))"), field: "services")
    }
}
