import Coordination
import Reasons
import Signals

/// The properties of every refusal.
enum Refusals {
    /// The longest sentence of a refusal, in bytes: it quotes an input, and never most of it.
    private static let longestSentence = 2_048
    /// The longest field: names in a path are cut.
    private static let longestField = 8_192

    /// Requires that a fault about an input names its reason and a field, and is no fault of ours.
    static func check(_ fault: Fault, fields: String...) throws(FuzzFinding) {
        try demand(fault.code != .internalFault, "an input caused a fault of ours: \(fault)")
        try demand(fault.reason != nil, "a refusal has no reason: \(fault)")
        try demand(
            fields.contains { fault.field?.hasPrefix($0) ?? false },
            "a refusal of \(fields) names the field \(fault.field ?? "none"): \(fault)")
        try bound(fault)
    }

    /// Requires that the sentence of a fault is there, and short.
    static func bound(_ fault: Fault) throws(FuzzFinding) {
        try demand(!fault.message.isEmpty, "a refusal has no sentence: \(fault.code)")
        try demand(fault.message.utf8.count <= longestSentence, "a refusal is long: \(fault.message.utf8.count) bytes")
        try demand(fault.field.map { $0.utf8.count <= longestField } ?? true, "the field of a refusal is long")
    }

    /// Requires that a refusal has a sentence whose details are all there.
    static func check(_ refusal: Refusal) throws(FuzzFinding) {
        let sentence = refusal.description
        try demand(
            !sentence.isEmpty && sentence.utf8.count <= longestSentence, "a refusal says \(sentence.utf8.count) bytes")
        let missing = ReasonTemplate(refusal.reason.english).names.subtracting(refusal.details.keys)
        try demand(missing.isEmpty, "a refusal lacks the details \(missing.sorted())")
    }
}
