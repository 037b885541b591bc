import Domain
import StrictJSON

// How the values of the domain are written and read on the hot path: the same JSON and the same rules as by their
// Codable conformances, which a test compares.

extension JSONWriter {
    /// Writes an amount: `{"amount":"1234.50","currency":"RUB"}`.
    @inline(__always)
    mutating func value(_ money: Money) {
        beginObject()
        key("amount")
        value(plain: money.appendDecimal)
        member("currency", money.currency.code)
        endObject()
    }

    /// Writes a member whose value is an amount.
    @inline(__always)
    mutating func member(_ name: String, _ money: Money) {
        key(name)
        value(money)
    }

    /// Writes a member whose value is an amount, or nothing for `nil`.
    @inline(__always)
    mutating func member(_ name: String, ifPresent money: Money?) {
        if let money { member(name, money) }
    }

    /// Writes a member whose value is `true` or `false`, or nothing for `nil`.
    @inline(__always)
    mutating func member(_ name: String, ifPresent flag: Bool?) {
        if let flag { member(name, flag) }
    }

    /// Writes a member whose value is an instant, or nothing for `nil`.
    @inline(__always)
    mutating func member(_ name: String, ifPresent instant: Instant?) {
        if let instant { member(name, instant) }
    }

    /// Writes a member whose value is an instant.
    @inline(__always)
    mutating func member(_ name: String, _ instant: Instant) {
        key(name)
        value(plain: instant.appendText)
    }
}

extension JSONNode {
    /// Reads an amount.
    func requireMoney() throws(JSONDecodingError) -> Money {
        try requireObject()
        var amount: JSONNode?
        var code: JSONNode?
        for member in members {
            if member.isNamed("amount") {
                amount = member.node
            } else if member.isNamed("currency") {
                code = member.node
            } else {
                throw member.node.failure(.isUnknownField)
            }
        }
        guard let amount else { throw missing("amount") }
        let text = try amount.requireString()
        guard let code else { throw missing("currency") }
        guard let currency = Currency(code: try code.requireString()) else {
            throw code.failure(.notACurrency)
        }
        do throws(MoneyRule) {
            return try Money(decimal: text, currency: currency)
        } catch {
            throw amount.failure(error.reason)
        }
    }

    /// Reads an instant.
    func requireInstant() throws(JSONDecodingError) -> Instant {
        guard let instant = Instant(try requireString()) else {
            throw failure(.notAnInstant)
        }
        return instant
    }

    /// Reads `true` or `false`, or nothing when it is null.
    func optionalFlag() throws(JSONDecodingError) -> Bool? { isNull ? nil : try requireBool() }

    /// Reads a text, or nothing when there is no such member or it is null.
    func optionalString() throws(JSONDecodingError) -> String? { isNull ? nil : try requireString() }
}
