import Coordination
import Domain

extension ScannerSignal {
    /// Takes candles of one security into the market: a file, an upload or candles one by one. All or none.
    ///
    /// Candles that are there already are updated. The header of a file decides what its columns mean.
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (what was sent is not exactly one of the three, is no file we know, or
    ///   has bad lines: its details name each with its reason), `conflict`, `notFound` (no such upload), `permissionDenied`
    ///   (it would change candles of a security that another user put in).
    public struct ImportCandles: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "scanner.importCandles"
        public static let summary = "Takes the candles of a security into the market."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["csv"]

        /// What the security is called; the file's own column when absent.
        public let ticker: String?
        /// Its name in words, at most 200 characters.
        public let name: String?
        /// The text of a file with a header.
        public let csv: String?
        /// The candles themselves.
        public let candles: [Candle]?
        /// The name of an upload made with ``UploadPart``.
        public let upload: String?
        /// How long each candle lasts; what the file says, else a day.
        public let timeframe: Timeframe?
        /// Leaves bad lines out instead of refusing the file.
        public let skipBad: Bool?
        /// How dates such as 01/02/2024 are meant, which are refused otherwise.
        public let dateOrder: DateOrder?
        /// The name of the file, from which the ticker is taken when nothing else says it.
        public let fileName: String?

        public init(
            ticker: String? = nil, name: String? = nil, csv: String? = nil, candles: [Candle]? = nil,
            upload: String? = nil, timeframe: Timeframe? = nil, skipBad: Bool? = nil, dateOrder: DateOrder? = nil,
            fileName: String? = nil
        ) {
            self.ticker = ticker
            self.name = name
            self.csv = csv
            self.candles = candles
            self.upload = upload
            self.timeframe = timeframe
            self.skipBad = skipBad
            self.dateOrder = dateOrder
            self.fileName = fileName
        }
    }

    /// What an import, or a fetch, did.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// The security.
        public let ticker: String
        /// How long its candles last.
        public let timeframe: Timeframe
        /// Candles that were not there.
        public let added: Int
        /// Candles that were there and are others now.
        public let updated: Int
        /// How many there are now.
        public let candles: Int
        /// The first of them.
        public let from: String?
        /// The last of them.
        public let to: String?
        /// The last one, where it was not over yet.
        public let unfinished: String?
        /// How many lines were left out because they are bad.
        public let skipped: Int
        /// The first hundred of them.
        public let skippedLines: [BadLine]?

        public init(
            ticker: String, timeframe: Timeframe, added: Int, updated: Int, candles: Int, from: String?, to: String?,
            unfinished: String? = nil, skipped: Int = 0, skippedLines: [BadLine]? = nil
        ) {
            self.ticker = ticker
            self.timeframe = timeframe
            self.added = added
            self.updated = updated
            self.candles = candles
            self.from = from
            self.to = to
            self.unfinished = unfinished
            self.skipped = skipped
            self.skippedLines = skippedLines
        }
    }

    /// Keeps a part of a file that is too long for one message, until it is imported. For ten minutes, and in memory only.
    ///
    /// - Answer: ``UploadAnswer``.
    /// - Faults: `invalidArgument`, `conflict` (not the part that comes next), `limitExceeded`.
    public struct UploadPart: Signal {
        public typealias Answer = UploadAnswer
        public static let method: SignalMethod = "scanner.uploadPart"
        public static let summary = "Keeps a part of a long file until it is imported."
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

    /// Lists what is in the market.
    ///
    /// - Answer: ``SecurityList``.
    public struct Securities: Signal {
        public typealias Answer = SecurityList
        public static let method: SignalMethod = "scanner.securities"
        public static let summary = "Lists the securities of the market."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// What is in the market.
    public struct SecurityList: Codable, Hashable, Sendable {
        /// By ticker, the shortest timeframe first.
        public let securities: [Security]
        /// Counts the changes of the market: nothing has changed as long as it is the same.
        public let revision: Int64?

        public init(securities: [Security], revision: Int64? = nil) {
            self.securities = securities
            self.revision = revision
        }
    }

    /// The candles of a security in one timeframe.
    public struct Security: Codable, Hashable, Sendable {
        /// What it is called.
        public let ticker: String
        /// In words.
        public let name: String?
        /// How long each candle lasts.
        public let timeframe: Timeframe
        /// How many there are.
        public let candles: Int
        /// The first.
        public let from: String
        /// The last.
        public let to: String
        /// Whether nobody ever traded at these prices.
        public let madeUp: Bool?
        /// The change of the market that this is known from, or a later one.
        public let revision: Int64?

        public init(
            ticker: String, name: String?, timeframe: Timeframe, candles: Int, from: String, to: String,
            madeUp: Bool? = nil, revision: Int64? = nil
        ) {
            self.ticker = ticker
            self.name = name
            self.timeframe = timeframe
            self.candles = candles
            self.from = from
            self.to = to
            self.madeUp = madeUp
            self.revision = revision
        }
    }

    /// Shows candles of a security, adjusted for its splits.
    ///
    /// - Answer: ``ChartAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also more than 20,000 candles where nobody says how many are wanted),
    ///   `notFound`.
    public struct Chart: Signal {
        public typealias Answer = ChartAnswer
        public static let method: SignalMethod = "scanner.chart"
        public static let summary = "Shows the candles of a security."
        public static let effect = SignalEffect.reads

        /// Which security.
        public let ticker: String
        /// From this day or moment on.
        public let from: String?
        /// To this day or moment, which counts too.
        public let to: String?
        /// At most so many candles, 1 ... 20,000: neighbours are merged (first open, last close, highest, lowest, volumes
        /// summed).
        public let points: Int?
        /// How long its candles last; a day unless said otherwise.
        public let timeframe: Timeframe?

        public init(
            ticker: String, from: String? = nil, to: String? = nil, points: Int? = nil, timeframe: Timeframe? = nil
        ) {
            self.ticker = ticker
            self.from = from
            self.to = to
            self.points = points
            self.timeframe = timeframe
        }
    }

    /// Candles of a security.
    public struct ChartAnswer: Codable, Hashable, Sendable {
        /// Which.
        public let ticker: String
        /// The oldest first.
        public let candles: [Candle]
        /// What the security is called in words.
        public let name: String?
        /// How many candles each of these stands for; absent when they were not merged.
        public let merged: Int?

        public init(ticker: String, candles: [Candle], name: String? = nil, merged: Int? = nil) {
            self.ticker = ticker
            self.candles = candles
            self.name = name
            self.merged = merged
        }
    }

    /// Takes all candles of a security in one timeframe, or in all, out of the market.
    ///
    /// - Answer: ``RemoveAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `permissionDenied` (another user put it in), `notFound`.
    public struct Remove: Signal {
        public typealias Answer = RemoveAnswer
        public static let method: SignalMethod = "scanner.remove"
        public static let summary = "Takes a security out of the market."

        /// Which security.
        public let ticker: String
        /// In which timeframe; all, and the splits, when absent.
        public let timeframe: Timeframe?

        public init(ticker: String, timeframe: Timeframe? = nil) {
            self.ticker = ticker
            self.timeframe = timeframe
        }
    }

    /// What was removed.
    public struct RemoveAnswer: Codable, Hashable, Sendable {
        /// The security.
        public let ticker: String
        /// How many candles.
        public let removed: Int

        public init(ticker: String, removed: Int) {
            self.ticker = ticker
            self.removed = removed
        }
    }
}
