import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import StrictJSON

/// Makes flags from the type of a signal, and the signal's parameters from what the flags say.
enum SignalFlags {
    /// The flags of a signal, in the order of its fields.
    ///
    /// - Parameters:
    ///   - fields: What each field means, by name; a field that does not stand here is no flag.
    ///   - accounts: Fields that name an account.
    ///   - found: Required fields that the command can find out by itself.
    /// - Precondition: The signal has all of these fields.
    static func shapes(
        of type: any Signal.Type, fields: KeyValuePairs<String, Text>, accounts: [String] = [], found: [String] = []
    ) -> [FlagShape] {
        let schema = schemas(of: type)
        var shapes: [FlagShape] = []
        for (name, summary) in fields {
            guard let field = schema.first(where: { $0.name == name }) else {
                preconditionFailure("\(type.method) has no field \(name) to make a flag of")
            }
            let kind = kind(of: field.schema)
            let placeholder: String? = accounts.contains(name) && name == "account" ? "ACCOUNT" : nil
            shapes.append(
                FlagShape(
                    FlagShape.flagName(ofField: name), field: name, kind,
                    isRequired: field.isRequired && !found.contains(name), placeholder: placeholder, summary))
            if kind == .money, !schema.contains(where: { $0.name == "currency" }),
                !shapes.contains(where: { $0.name == "currency" })
            {
                shapes.append(
                    FlagShape(
                        "currency", .currency,
                        Text(
                            "The currency of --\(FlagShape.flagName(ofField: name)), where it is not said there; the account's unless said.",
                            "Валюта для --\(FlagShape.flagName(ofField: name)), если она не сказана там; по умолчанию валюта счёта."
                        )))
            }
        }
        return shapes
    }

    /// The parameters of a signal: of what the arguments say, the fields that the signal has.
    static func parameters(of type: any Signal.Type, _ arguments: ParsedArguments) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for field in schemas(of: type) {
            // The currency of an amount stands in the amount.
            guard let value = arguments[field.name] else { continue }
            writer.key(field.name)
            value.write(to: &writer)
        }
        writer.endObject()
        return writer.finish()
    }

    /// Whether a signal has a field.
    static func has(_ field: String, _ type: any Signal.Type) -> Bool {
        schemas(of: type).contains { $0.name == field }
    }

    private static func schemas(of type: any Signal.Type) -> [JSONSchema.Field] {
        do {
            return try JSONSchema.of(type).fields
        } catch {
            preconditionFailure("\(type.method) has no schema: \(error)")
        }
    }

    private static func kind(of schema: JSONSchema) -> FlagShape.Kind {
        switch (schema.shape, schema.format) {
        case (_, "money"): .money
        case (_, "currency"): .currency
        case (.enumeration(let words), _): .choice(words)
        case (.integer, _): .number
        case (.boolean, _): .toggle
        default: .text
        }
    }
}

extension ParsedArguments.Value {
    /// Writes the value as a field of a signal.
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.value(text)
        case .number(let number): writer.value(number)
        case .toggle(let isOn): writer.value(isOn)
        case .currency(let currency): writer.value(currency.code)
        case .duration(let duration): writer.value(duration.components.seconds)
        case .list(let texts):
            writer.beginArray()
            for text in texts { writer.value(text) }
            writer.endArray()
        case .numbers(let numbers):
            writer.beginArray()
            for number in numbers { writer.value(number) }
            writer.endArray()
        case .members(let members):
            writer.beginObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(name)
                value.write(to: &writer)
            }
            writer.endObject()
        case .amount(let text):
            preconditionFailure("the amount \(text) has no currency yet: MoneyArgument.settle finds it")
        case .money(let money):
            writer.beginObject()
            writer.member("amount", money.decimalText)
            writer.member("currency", money.currency.code)
            writer.endObject()
        }
    }
}
