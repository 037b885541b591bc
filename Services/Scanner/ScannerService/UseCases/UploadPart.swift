import Coordination
import MarketData
import Signals

/// Stores a part of a long file.
struct UploadPart: UseCase {
    let uploads: Uploads

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func answer(
        _ signal: ScannerSignal.UploadPart, context: SignalContext
    ) async throws -> ScannerSignal.UploadAnswer {
        let user = try context.caller.requireUser().userID
        let kept = try uploads.add(signal.text, part: signal.part, to: signal.upload, of: user)
        return ScannerSignal.UploadAnswer(parts: kept.parts, bytes: kept.bytes)
    }
}
