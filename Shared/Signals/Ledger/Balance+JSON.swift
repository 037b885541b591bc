import Domain
import StrictJSON

// The answer that is asked for most, written by hand: the same JSON as of its declaration, which a test compares.

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
