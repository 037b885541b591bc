import Domain
import StrictJSON

// The answers that are asked for most, written by hand: the same JSON as of their declarations, which a test compares.

extension LedgerSignal.BalanceAnswer: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("account", account)
        writer.member("balance", balance)
        writer.member("available", available)
        writer.member("held", ifPresent: held)
        writer.member("overdraft", ifPresent: overdraft)
        writer.member("asOf", asOf)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.AccountBalance: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("account", account)
        writer.member("balance", balance)
        writer.member("available", available)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.TransferAnswer: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("transfer", transfer)
        writer.key("balances")
        writer.beginArray()
        for balance in balances { balance.write(to: &writer) }
        writer.endArray()
        writer.member("needsCode", ifPresent: needsCode)
        writer.member("doneBefore", ifPresent: doneBefore)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}
