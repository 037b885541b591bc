import Coordination
import Domain
import MarketData
import Signals

import struct Storage.KeyedRequest

/// Takes a file of bonds, all of it or nothing.
struct ImportFileInteractor: Interactor {
    struct Request: Sendable {
        let signal: BondsSignal.ImportFile
        let keyed: KeyedRequest?
    }

    let store: any BondsStore
    let uploads: Uploads

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound` (the
    ///   upload), `conflict`, `permissionDenied` (a bond of another), `amountOverflow`.
    func execute(_ request: Request, context: SignalContext) async throws -> [ImportedBond] {
        let user = try context.caller.requireUser().userID
        let signal = request.signal
        guard (signal.text == nil) != (signal.upload == nil) else {
            throw Fault.invalidArgument("text", "or upload must be given, not both")
        }
        if let title = signal.title { try ImportBondsInteractor.check(title: title, field: "title") }
        let text = try signal.text ?? uploads.text(of: signal.upload ?? "", userID: user)
        let options = BondFile.Options(isin: signal.isin, title: signal.title, currency: signal.currency)
        let field = signal.text == nil ? "upload" : "text"
        let drafts = try await OwnThread.run {
            Result { try BondFile(bytes: Array(text.utf8), field: field, options: options).drafts() }
        }.get()
        let imported = try await store.add(drafts, by: user, keyed: request.keyed, deadline: context.deadline)
        if let upload = signal.upload { uploads.forget(upload, userID: user) }
        return imported
    }
}
