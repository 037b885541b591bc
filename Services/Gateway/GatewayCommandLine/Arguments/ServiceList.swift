import GatewaySession
import GatewayWords

/// Reads lists of services.
package enum ServiceList {
    /// Returns the services of a list with commas; all services for nil.
    /// - Throws: ``UsageError`` for a name that is no service.
    package static func read(_ text: String?, of house: House) throws(UsageError) -> [String] {
        guard let text else { return house.allServices }
        let names = text.split(separator: ",").map(String.init)
        for name in names { try check(name, of: house, field: "services") }
        guard !names.isEmpty else {
            throw UsageError(Text("No service is named.", "Не названа ни одна служба."), field: "services")
        }
        return names
    }

    /// Refuses a text that cannot be the name of a service, be it of the house or one of the person's own.
    package static func checkForm(of name: String) throws(UsageError) {
        let isName = name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
        guard !isName || !(1...40).contains(name.utf8.count) else { return }
        throw UsageError(
            Text("\(name.debugDescription) is not the name of a service.", "\(name.debugDescription) — не имя службы."),
            hint: Text("at most 40 letters a-z, digits and hyphens", "не больше 40 букв a-z, цифр и дефисов"),
            field: "service")
    }

    /// Refuses a name that is no service.
    package static func check(
        _ name: String, of house: House, field: String = "service"
    ) throws(UsageError) {
        let services = house.allServices
        guard !services.contains(name) else { return }
        throw UsageError(
            Text("\(name.debugDescription) is not a service.", "\(name.debugDescription) — не служба."),
            hint: Suggestion.question(for: name, among: services)
                ?? Text(
                    "there are \(services.joined(separator: ", "))", "есть \(services.joined(separator: ", "))"),
            field: field)
    }
}
