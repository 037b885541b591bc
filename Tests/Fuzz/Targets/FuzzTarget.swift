/// A reader of the house, with the properties that hold for every input: the same ones for the fuzzer, which searches
/// for an input that breaks one, and for the tests, which repeat the inputs that once did.
package struct FuzzTarget: Sendable {
    /// The name. The corpus is in `Tests/Fuzz/Corpora`, under the same name.
    package let name: String
    /// The length of the longest input, in bytes.
    package let maximumLength: Int
    /// The modules that read the input. Only what is reached in them guides the search: to look through the counters of
    /// the whole house after each input takes longer than most inputs do.
    package let modules: [String]
    /// Folders below `Tests` whose files are inputs as well.
    package let samples: [String]
    /// Makes the inputs that follow from the sources, such as one request of each method.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads an input.
    ///
    /// - Throws: ``FuzzFinding`` when a property does not hold. A reader that traps is a finding, too.
    package let check: @Sendable (_ input: [UInt8]) throws -> Void

    init(
        _ name: String, maximumLength: Int, modules: [String], samples: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        check: @escaping @Sendable (_ input: [UInt8]) throws -> Void
    ) {
        self.name = name
        self.maximumLength = maximumLength
        self.modules = modules
        self.samples = samples
        self.seeds = seeds
        self.check = check
    }

    /// All targets, in the order in which they run.
    package static let all: [FuzzTarget] = [
        .json, .tables, .requests, .answers, .events, .tokens, .statements, .candleFiles, .bondFiles,
        .subscriptionFiles,
        .marketAnswers, .timeZones, .backups, .httpAnswers, .webRequests, .telegramUpdates, .settings, .arguments,
        .typedValues, .terminalInput,
    ]

    /// Returns the target of a name.
    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A property that did not hold.
package struct FuzzFinding: Error, CustomStringConvertible {
    /// The property, as a sentence.
    package let description: String
}

/// Requires a property.
///
/// - Throws: ``FuzzFinding`` with the sentence when it does not hold.
func demand(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(FuzzFinding) {
    guard holds else { throw FuzzFinding(description: sentence()) }
}
