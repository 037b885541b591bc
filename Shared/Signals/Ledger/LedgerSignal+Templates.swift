import Coordination
import Domain

extension LedgerSignal {
    /// A transfer that is made often, under a name.
    public struct Template: Codable, Hashable, Sendable {
        /// The name that its user gave it.
        public let name: String
        /// The payer.
        public let from: String
        /// The payee.
        public let to: String
        /// How much; absent when it is said each time.
        public let amount: Money?
        /// The purpose; may be empty.
        public let description: String

        public init(name: String, from: String, to: String, amount: Money?, description: String) {
            self.name = name
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
        }
    }

    /// One template.
    public struct TemplateAnswer: Codable, Hashable, Sendable {
        /// The template as it is kept.
        public let template: Template

        public init(template: Template) {
            self.template = template
        }
    }

    /// Saves a transfer as a template and replaces the template of that name.
    ///
    /// - Answer: ``TemplateAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch`,
    ///   `limitExceeded` (100 templates a user).
    public struct SaveTemplate: Signal {
        public typealias Answer = TemplateAnswer
        public static let method: SignalMethod = "ledger.saveTemplate"
        public static let summary = "Saves a transfer under a name."

        /// The name, 1 to 100 characters.
        public let name: String
        /// The payer, one of the user's accounts.
        public let from: String
        /// The payee.
        public let to: String
        /// The amount; absent when it is given each time.
        public let amount: Money?
        /// The purpose, at most 500 characters.
        public let description: String?

        public init(name: String, from: String, to: String, amount: Money? = nil, description: String? = nil) {
            self.name = name
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
        }
    }

    /// Lists the templates of the user by name.
    ///
    /// - Answer: ``TemplateList``.
    public struct Templates: Signal {
        public typealias Answer = TemplateList
        public static let method: SignalMethod = "ledger.templates"
        public static let summary = "Lists your transfer templates."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Templates.
    public struct TemplateList: Codable, Hashable, Sendable {
        /// By name.
        public let templates: [Template]

        public init(templates: [Template]) {
            self.templates = templates
        }
    }

    /// Deletes a template.
    ///
    /// - Answer: ``TemplateAnswer``, the template that was there.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemoveTemplate: Signal {
        public typealias Answer = TemplateAnswer
        public static let method: SignalMethod = "ledger.removeTemplate"
        public static let summary = "Removes a transfer template."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["name"]

        /// Its name.
        public let name: String

        public init(name: String) {
            self.name = name
        }
    }
}
