import Domain
import StrictJSON

// A list has hundreds of subscriptions, and the app asks for it again and again. So the coding is written by hand; it
// produces what the declaration would.

extension SubscriptionsSignal.Subscription: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("service", service)
        writer.key("title")
        writer.beginObject()
        writer.member("ru", title.ru)
        writer.member("en", title.en)
        writer.endObject()
        writer.member("color", ifPresent: color)
        writer.member("amount", amount)
        writer.key("every")
        writer.beginObject()
        writer.member("count", every.count)
        writer.member("unit", every.unit.rawValue)
        writer.endObject()
        writer.member("start", start.description)
        if let nextPayment {
            writer.key("nextPayment")
            writer.beginObject()
            writer.member("date", nextPayment.date.description)
            writer.member("daysRemaining", nextPayment.daysRemaining)
            writer.member("amount", nextPayment.amount)
            writer.endObject()
        }
        writer.member("status", status.rawValue)
        writer.member("description", ifPresent: description)
        writer.member("category", ifPresent: category)
        writer.key("remindDaysBefore")
        writer.beginArray()
        for days in remindDaysBefore { writer.value(days) }
        writer.endArray()
        if let cancelDaysBefore { writer.member("cancelDaysBefore", cancelDaysBefore) }
        writer.member("payFrom", ifPresent: payFrom)
        writer.member("trialUntil", ifPresent: trialUntil?.description)
        writer.member("ends", ifPresent: ends?.description)
        writer.key("prices")
        writer.beginArray()
        for price in prices {
            writer.beginObject()
            writer.member("from", price.from.description)
            writer.member("amount", price.amount)
            writer.endObject()
        }
        writer.endArray()
        writer.member("createdAt", createdAt)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}
