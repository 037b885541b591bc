import Coordination
import MarketData
import Signals

/// Keeps a part of a long file.
struct UploadPartInteractor: Interactor {
    let uploads: Uploads

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func execute(
        _ signal: ScannerSignal.UploadPart, context: SignalContext
    ) async throws -> (parts: Int, bytes: Int) {
        let user = try context.caller.requireUser().userID
        return try uploads.add(signal.text, part: signal.part, to: signal.upload, of: user)
    }
}
