import Coordination
import Domain

extension BondsSignal {
    /// Imports a file of bonds, all or nothing: the app's JSON, JSON of the Moscow Exchange (history, "bondization"),
    /// or a table of quotes with a header.
    ///
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (not exactly one of text and upload, no file we know, or bad
    ///   lines: the details name each with its reason), `notFound` (no such upload), `conflict`, `permissionDenied`
    ///   (quotes or terms of a bond that another user put in would change), `amountOverflow`.
    public struct ImportFile: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "bonds.importFile"
        public static let summary = "Imports a file of bonds: quotes, payments or both."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["text"]

        /// The text of the file.
        public let text: String?
        /// Or the name of an upload made with ``UploadPart``.
        public let upload: String?
        /// Which bond it is about; what the file says when absent.
        public let isin: ISIN?
        /// Its name, at most 200 characters; the one in the file, or its number, when absent.
        public let title: String?
        /// Its currency; the one in the file, or the known one, when absent.
        public let currency: Currency?

        public init(
            text: String? = nil, upload: String? = nil, isin: ISIN? = nil, title: String? = nil,
            currency: Currency? = nil
        ) {
            self.text = text
            self.upload = upload
            self.isin = isin
            self.title = title
            self.currency = currency
        }
    }

    /// Stores a part of a text that is too long for one message until it is used, for at most ten minutes and only in
    /// memory.
    ///
    /// - Answer: ``UploadAnswer``.
    /// - Faults: `invalidArgument`, `conflict` (not the part that comes next), `limitExceeded`.
    public struct UploadPart: Signal {
        public typealias Answer = UploadAnswer
        public static let method: SignalMethod = "bonds.uploadPart"
        public static let summary = "Stores a part of a long text until it is used."
        /// Nothing durable changes, and a repeated part counts once.
        public static let effect = SignalEffect.reads
        public static let needsLeader = true
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["text"]

        /// The name that the caller gives the upload, 1 ... 64 letters and digits. Nobody else can use it.
        public let upload: String
        /// The number of the part: 0, 1, 2 ...; 0 starts over.
        public let part: Int
        /// The text of the part.
        public let text: String

        public init(upload: String, part: Int, text: String) {
            self.upload = upload
            self.part = part
            self.text = text
        }
    }

    /// The state of an upload.
    public struct UploadAnswer: Codable, Hashable, Sendable {
        /// How many parts.
        public let parts: Int
        /// How many bytes in all.
        public let bytes: Int

        public init(parts: Int, bytes: Int) {
            self.parts = parts
            self.bytes = bytes
        }
    }

    /// Fetches the payments and quotes of a bond from the Moscow Exchange's public service, all or none, without asking
    /// for confirmation.
    ///
    /// - Answer: ``ImportAnswer``. Progress: the share of the days.
    /// - Faults, first match wins: `invalidArgument`, `unavailable`, `notFound` (the exchange does not know it),
    ///   `conflict`, `amountOverflow`.
    public struct Fetch: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "bonds.fetch"
        public static let summary = "Fetches a bond from the Moscow Exchange: its payments and quotes."

        /// The bond.
        public let isin: ISIN
        /// From this day on; the last known, else ten years back.
        public let from: CalendarDay?
        /// To this day; today when absent.
        public let till: CalendarDay?

        public init(isin: ISIN, from: CalendarDay? = nil, till: CalendarDay? = nil) {
            self.isin = isin
            self.from = from
            self.till = till
        }
    }

    /// Computes exactly what part of the whole each share of an uploaded list is, one share per line.
    ///
    /// The answer comes in parts that fit into messages. The first request computes all parts; the others are cached
    /// for a while.
    /// - Answer: ``UploadedSharesAnswer``.
    /// - Faults, first match wins: `notFound` (no such upload), `empty`; for the first share that is none `notANumber`
    ///   or `negative` (with its index); `tooPrecise`, `zeroSum`, `invalidArgument` (no such part).
    public struct UploadedShares: Signal {
        public typealias Answer = UploadedSharesAnswer
        public static let method: SignalMethod = "bonds.uploadedShares"
        public static let summary = "Computes what percentage of the whole each share of a long list is."
        public static let effect = SignalEffect.reads
        public static let needsLeader = true

        /// The name of an upload made with ``UploadPart``.
        public let upload: String
        /// Whether the percents are to add up to exactly 100.000.
        public let sumsToHundred: Bool?
        /// Which part of the answer: 0, 1, 2 ...; 0 when absent.
        public let part: Int?

        public init(upload: String, sumsToHundred: Bool? = nil, part: Int? = nil) {
            self.upload = upload
            self.sumsToHundred = sumsToHundred
            self.part = part
        }
    }

    /// A part of the percents.
    public struct UploadedSharesAnswer: Codable, Hashable, Sendable {
        /// In the order of the shares, each with three decimals.
        public let percents: [String]
        /// How many parts there are.
        public let parts: Int
        /// How many shares there are in all.
        public let shares: Int

        public init(percents: [String], parts: Int, shares: Int) {
            self.percents = percents
            self.parts = parts
            self.shares = shares
        }
    }
}
