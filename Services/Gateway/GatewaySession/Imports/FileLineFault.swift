import Coordination
import Reasons
import Signals

/// Translates faults at a row of a request to the line of the file that the row was read from.
enum FileLineFault {
    /// Returns the fault with the line number in its field and its sentence; unchanged if it concerns no row.
    ///
    /// - Parameter lines: The line of each row of the request, counted from 1.
    static func of(_ fault: Fault, lines: [Int]) -> Fault {
        guard let field = fault.field, field.hasPrefix(list) else { return fault }
        let digits = field.dropFirst(list.count).prefix { $0 != "]" }
        guard let place = Int(digits), lines.indices.contains(place) else { return fault }
        let line = lines[place]
        let path = "\(list)\(line - 1)\(field[digits.endIndex...])"
        var details = fault.details.merging(["line": .number(line)]) { $1 }
        for name in ["row", "position"] where details[name] == .number(place + 1) { details[name] = .number(line) }
        guard let reason = fault.reason.flatMap({ ReasonCatalogue.house[$0] }),
            ReasonTemplate(reason.english).names.isSubset(of: details.keys)
        else { return fault.about(path, adding: details) }
        return Fault(
            fault.code, reason, details, phrases: details.values.compactMap { ReasonCatalogue.house[$0.plainText] },
            field: path, retryAfterMilliseconds: fault.retryAfterMilliseconds)
    }

    private static let list = "rows["
}
