/// What a sweep did, and found.
public struct SweepReport: Sendable, CustomStringConvertible {
    /// The name of the sweep.
    public let name: String
    /// The seed of its choices.
    public let seed: UInt64
    /// The changes of the disk.
    public var operations = 0
    /// The moments at which a crash or a failure was tried.
    public var points = 0
    /// The legal outcomes of all crashes.
    public var outcomes = 0
    /// The different images, or the runs, that were tried.
    public var tried = 0
    /// What was tried on images besides opening them: requests again, and the next one.
    public var requests = 0
    /// What went wrong: at most some, each a sentence.
    public var findings: [String] = []
    /// All that went wrong.
    public var findingCount = 0
    /// How long it took.
    public var duration = Duration.zero

    static let mostFindings = 10

    init(name: String, seed: UInt64) {
        self.name = name
        self.seed = seed
    }

    mutating func find(_ sentence: @autoclosure () -> String) {
        findingCount += 1
        if findings.count < Self.mostFindings { findings.append(sentence()) }
    }

    /// One line with the figures.
    public var description: String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        return """
            \(name): \(operations) operations, \(points) points, \(outcomes) outcomes, \(tried) tried, \
            \(requests) requests, \(findingCount) findings, \(Int((seconds * 10).rounded())  / 10) s, \
            KOPILKA_CRASH_SEED=\(seed)
            """
    }
}
