import StrictJSON

extension LedgerEvent.TransferPosted {
    /// Writes the event as its `encode(to:)` does, but several times as fast: the ledger writes one for each transfer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("transfer", transfer)
        writer.member("category", ifPresent: category)
        writer.key("entries")
        writer.beginArray()
        for entry in entries {
            writer.beginObject()
            writer.member("account", entry.account)
            writer.member("userId", ifPresent: entry.userId)
            writer.member("accountSequence", entry.accountSequence)
            writer.member("amount", entry.amount)
            writer.member("balanceAfter", entry.balanceAfter)
            writer.member("cause", ifPresent: entry.cause?.rawValue)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}

extension LedgerEvent.TransferHeld {
    /// Writes the event as its `encode(to:)` does.
    public func write(to writer: inout JSONWriter) { transfer.writeHold(entries, to: &writer) }
}

extension LedgerEvent.HoldReleased {
    /// Writes the event as its `encode(to:)` does.
    public func write(to writer: inout JSONWriter) { transfer.writeHold(entries, to: &writer) }
}

extension LedgerSignal.Transfer {
    fileprivate func writeHold(_ entries: [LedgerEvent.HoldEntry], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("transfer", self)
        writer.key("entries")
        writer.beginArray()
        for entry in entries {
            writer.beginObject()
            writer.member("account", entry.account)
            writer.member("userId", ifPresent: entry.userId)
            if let accountSequence = entry.accountSequence { writer.member("accountSequence", accountSequence) }
            writer.member("balance", ifPresent: entry.balance)
            writer.member("available", ifPresent: entry.available)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
