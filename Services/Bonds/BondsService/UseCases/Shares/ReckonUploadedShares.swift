import Coordination
import Domain
import MarketData
import Reasons
import Signals
import Synchronization

/// Returns the percentages of a long list of shares, in parts that fit into messages.
final class ReckonUploadedShares: UseCase {
    /// The number of percentages in a part.
    static let partSize = 100_000
    /// The number of lists whose percentages are cached, most recently requested; each takes four bytes per share.
    private static let mostKept = 8

    private struct Kept {
        let key: String
        let thousandths: [Int32]
    }

    private let uploads: Uploads
    private let kept = Mutex<[Kept]>([])

    init(uploads: Uploads) { self.uploads = uploads }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound` (the upload), those of
    ///   ``SharePercents``, `invalidArgument` (the part).
    func answer(
        _ signal: BondsSignal.UploadedShares, context: SignalContext
    ) async throws -> BondsSignal.UploadedSharesAnswer {
        let user = try context.caller.requireUser().userID
        let sumsToHundred = signal.sumsToHundred ?? false
        let key = "\(user) \(signal.upload) \(sumsToHundred)"
        let thousandths = try await thousandths(signal.upload, of: user, sumsToHundred, key, part: signal.part ?? 0)
        let parts = (thousandths.count + Self.partSize - 1) / Self.partSize
        guard (0..<parts).contains(signal.part ?? 0) else {
            throw Fault.invalidArgument("part", .mustBeBetween, ["least": 0, "most": .number(parts - 1)])
        }
        let start = (signal.part ?? 0) * Self.partSize
        let part = thousandths[start..<min(start + Self.partSize, thousandths.count)]
        return BondsSignal.UploadedSharesAnswer(
            percents: part.map { SharePercents.text(Int($0)) }, parts: parts, shares: thousandths.count)
    }

    /// The first part computes the percentages; the other parts use the cache.
    private func thousandths(
        _ upload: String, of user: String, _ sumsToHundred: Bool, _ key: String, part: Int
    ) async throws -> [Int32] {
        if part > 0, let known = kept.withLock({ $0.first { $0.key == key } }) { return known.thousandths }
        let text = try uploads.text(of: upload, userID: user)
        let result = try await OwnThread.run {
            Result {
                let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
                let shares = lines.map { String(Substring($0)) }
                return try SharePercents.thousandths(of: shares, sumsToHundred: sumsToHundred).map {
                    Int32(truncatingIfNeeded: $0)
                }
            }
        }.get()
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append(Kept(key: key, thousandths: result))
            if kept.count > Self.mostKept { kept.removeFirst() }
        }
        return result
    }
}
