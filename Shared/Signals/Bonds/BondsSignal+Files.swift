import Coordination
import Domain

extension BondsSignal {
    /// Takes a file of bonds: the app's JSON, JSON of the Moscow Exchange (history, "bondization"), or a table of quotes with a
    /// header. All of it or nothing.
    ///
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (not exactly one of text and upload, no file we know, or bad lines: the details
    ///   name each with its reason), `notFound` (no such upload), `conflict`, `permissionDenied` (quotes or terms of a bond that
    ///   another user put in would change), `amountOverflow`.
    public struct ImportFile: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "bonds.importFile"
        public static let summary = "Takes a file of bonds: quotes, what they pay, or both."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["text"]

        /// The text of the file.
        public let text: String?
        /// Or the name of an upload made with ``UploadPart``.
        public let upload: String?
        /// Which bond it is about; what the file says when absent.
        public let isin: ISIN?
        /// What people call it, at most 200 characters; what the file says, or its number.
        public let title: String?
        /// What it is counted in; what the file says, or what is known.
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

    /// Keeps a part of a text that is too long for one message, until it is used. For ten minutes, and in memory only.
    ///
    /// - Answer: ``UploadAnswer``.
    /// - Faults: `invalidArgument`, `conflict` (not the part that comes next), `limitExceeded`.
    public struct UploadPart: Signal {
        public typealias Answer = UploadAnswer
        public static let method: SignalMethod = "bonds.uploadPart"
        public static let summary = "Keeps a part of a long text until it is used."
        /// Nothing that lasts is changed, and a part that came before is taken for the same.
        public static let effect = SignalEffect.reads
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["text"]

        /// What you call the upload, 1 ... 64 letters and digits; of no use to anybody else.
        public let upload: String
        /// 0, 1, 2 ...; 0 begins anew.
        public let part: Int
        /// The text of the part.
        public let text: String

        public init(upload: String, part: Int, text: String) {
            self.upload = upload
            self.part = part
            self.text = text
        }
    }

    /// What is kept of an upload.
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

    /// Fetches what a bond pays, and its quotes, from the Moscow Exchange's public service; all or none. Nobody is asked before.
    ///
    /// - Answer: ``ImportAnswer``. Progress: the share of the days.
    /// - Faults, first match wins: `invalidArgument`, `unavailable`, `notFound` (the exchange does not know it), `conflict`,
    ///   `amountOverflow`.
    public struct Fetch: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "bonds.fetch"
        public static let summary = "Fetches a bond from the Moscow Exchange: what it pays, and its quotes."

        /// Which bond.
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

    /// Tells what part of the whole each share of an uploaded list is, exactly: one share a line.
    ///
    /// The answer comes in parts that messages hold; the first is reckoned, the others are remembered for a while.
    /// - Answer: ``UploadedSharesAnswer``.
    /// - Faults, first match wins: `notFound` (no such upload), `empty`; for the first share that is none `notANumber` or
    ///   `negative` (with its index); `tooPrecise`, `zeroSum`, `invalidArgument` (no such part).
    public struct UploadedShares: Signal {
        public typealias Answer = UploadedSharesAnswer
        public static let method: SignalMethod = "bonds.uploadedShares"
        public static let summary = "Tells what percentage of the whole each share of a long list is."
        public static let effect = SignalEffect.reads

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
