import Coordination
import Domain

extension SubscriptionsSignal {
    /// The format of a file.
    public enum FileFormat: String, Codable, CaseIterable, Hashable, Sendable {
        /// A table, RFC 4180, UTF-8, with a header.
        case csv
        /// A list of objects.
        case json
    }

    /// Exports subscriptions as a file, CSV (RFC 4180) or JSON, which can be imported again.
    ///
    /// - Answer: ``FileAnswer``.
    public struct Export: Signal {
        public typealias Answer = FileAnswer
        public static let method: SignalMethod = "subscriptions.export"
        public static let summary = "Exports your subscriptions to a file."
        public static let effect = SignalEffect.reads

        /// Which.
        public let format: FileFormat

        public init(format: FileFormat) {
            self.format = format
        }
    }

    /// Imports the subscriptions of a file, all or none, and skips those that exist already. Their payments are only
    /// recorded; an account to pay from is set afterwards.
    ///
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (the details say which row), `conflict`, `limitExceeded`.
    public struct Import: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "subscriptions.import"
        public static let summary = "Imports subscriptions from a file."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["content"]

        /// Which.
        public let format: FileFormat
        /// The file, at most 1,000 rows.
        public let content: String
        /// True: a dry run, which tells what would be added.
        public let preview: Bool?

        public init(format: FileFormat, content: String, preview: Bool? = nil) {
            self.format = format
            self.content = content
            self.preview = preview
        }
    }

    /// What an import did.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// The new ones.
        public let added: [Subscription]
        /// How many existed already.
        public let known: Int

        public init(added: [Subscription], known: Int) {
            self.added = added
            self.known = known
        }
    }
}
