import Coordination
import Domain

extension ScannerSignal {
    /// Imports candles of one security, all or none: a file, an upload or single candles.
    ///
    /// Existing candles are updated. The header of a file determines its columns.
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (what was sent is not exactly one of the three, is no file we
    ///   know, or has bad lines: its details name each with its reason), `conflict`, `notFound` (no such upload),
    ///   `permissionDenied` (it would change candles of a security that another user put in).
    public struct ImportCandles: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "scanner.importCandles"
        public static let summary = "Imports the candles of a security."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["csv"]

        /// The ticker of the security; the column of the file when absent.
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
        /// How to read dates such as 01/02/2024, which are refused otherwise.
        public let dateOrder: DateOrder?
        /// The name of the file. The ticker is taken from it when nothing else names one.
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

    /// The result of an import or a fetch.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// The security.
        public let ticker: String
        /// How long its candles last.
        public let timeframe: Timeframe
        /// Candles that were not there.
        public let added: Int
        /// Candles that changed.
        public let updated: Int
        /// The number of candles now.
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

    /// Stores a part of a file that is too long for one message until it is imported, for at most ten minutes and only
    /// in memory.
    ///
    /// - Answer: ``UploadAnswer``.
    /// - Faults: `invalidArgument`, `conflict` (not the part that comes next), `limitExceeded`.
    public struct UploadPart: Signal {
        public typealias Answer = UploadAnswer
        public static let method: SignalMethod = "scanner.uploadPart"
        public static let summary = "Stores a part of a long file until it is imported."
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

    /// The securities of the market.
    public struct SecurityList: Codable, Hashable, Sendable {
        /// By ticker, the shortest timeframe first.
        public let securities: [Security]
        /// Counts the changes of the market: an equal revision means an unchanged market.
        public let revision: Int64?

        public init(securities: [Security], revision: Int64? = nil) {
            self.securities = securities
            self.revision = revision
        }
    }

    /// The candles of a security in one timeframe.
    public struct Security: Codable, Hashable, Sendable {
        /// Its name.
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
        /// The revision of the market in which this is known, or a later one.
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
    /// - Faults, first match wins: `invalidArgument` (also more than 20,000 candles where nobody says how many are
    ///   wanted), `notFound`.
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
        /// The greatest number of candles, 1 ... 20,000: neighbours are merged (first open, last close, highest,
        /// lowest, volumes summed).
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
        /// The name of the security in words.
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

    /// Removes all candles of a security from the market, in one timeframe or in all.
    ///
    /// - Answer: ``RemoveAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `permissionDenied` (another user put it in),
    ///   `notFound`.
    public struct Remove: Signal {
        public typealias Answer = RemoveAnswer
        public static let method: SignalMethod = "scanner.remove"
        public static let summary = "Removes a security from the market."

        /// Which security.
        public let ticker: String
        /// In which timeframe; all, and the splits, when absent.
        public let timeframe: Timeframe?

        public init(ticker: String, timeframe: Timeframe? = nil) {
            self.ticker = ticker
            self.timeframe = timeframe
        }
    }

    /// The result of a removal.
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
