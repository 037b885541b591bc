import Coordination
import Reasons

/// Tells a fault at a row of a request by the line of the file that the row was read from.
enum FileLineFault {
    /// The fault with the number of the line in its field and its sentence; the same one where it is at no row.
    ///
    /// - Parameter lines: The line of each row of the request, 1 for the first.
    static func of(_ fault: Fault, lines: [Int]) -> Fault {
        guard let field = fault.field, field.hasPrefix(list) else { return fault }
        let digits = field.dropFirst(list.count).prefix { $0 != "]" }
        guard let place = Int(digits), lines.indices.contains(place) else { return fault }
        let line = lines[place]
        let path = "\(list)\(line - 1)\(field[digits.endIndex...])"
        var message = fault.message
        for (before, after) in [
            (field + " ", path + " "), ("Row \(place + 1) ", "Row \(line) "), ("Row \(place + 1), ", "Row \(line), "),
        ]
        where message.hasPrefix(before) {
            message = after + message.dropFirst(before.count)
            break
        }
        var details = fault.details.merging(["line": .number(line)]) { $1 }
        if details["row"] == .number(place + 1) { details["row"] = .number(line) }
        return Fault(
            code: fault.code, reason: fault.reason, message: message, field: path, isRetryable: fault.isRetryable,
            retryAfterMilliseconds: fault.retryAfterMilliseconds, details: details)
    }

    private static let list = "rows["
}
