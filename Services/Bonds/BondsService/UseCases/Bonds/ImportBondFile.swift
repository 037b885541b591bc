import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// Imports a file of bonds, all or nothing.
struct ImportBondFile: RepeatableUseCase {
    let store: any BondsStore
    let uploads: Uploads

    /// The upload is deleted with its import.
    var answers: any ModelStore { store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound` (the
    ///   upload), `conflict`, `permissionDenied` (a bond of another), `amountOverflow`.
    func answer(_ signal: BondsSignal.ImportFile, context: SignalContext) async throws -> BondsSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        guard (signal.text == nil) != (signal.upload == nil) else {
            throw Fault.invalidArgument("text", .mustBeGivenOnce, ["other": "upload"])
        }
        if let title = signal.title { try ImportRules.check(title: title, field: "title") }
        let text = try signal.text ?? uploads.text(of: signal.upload ?? "", userID: user)
        let options = BondFile.Options(isin: signal.isin, title: signal.title, currency: signal.currency)
        let field = signal.text == nil ? "upload" : "text"
        let drafts = try await OwnThread.run {
            Result { try BondFile(bytes: Array(text.utf8), field: field, options: options).drafts() }
        }.get()
        let imported = try await store.add(drafts, for: signal, by: user, context: context)
        if let upload = signal.upload { uploads.forget(upload, userID: user) }
        return imported
    }
}

/// Stores a part of a file that is longer than a message.
struct UploadPart: UseCase {
    let uploads: Uploads

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, those of `Uploads`.
    func answer(_ signal: BondsSignal.UploadPart, context: SignalContext) async throws -> BondsSignal.UploadAnswer {
        let user = try context.caller.requireUser().userID
        let kept = try uploads.add(signal.text, part: signal.part, to: signal.upload, of: user)
        return BondsSignal.UploadAnswer(parts: kept.parts, bytes: kept.bytes)
    }
}
