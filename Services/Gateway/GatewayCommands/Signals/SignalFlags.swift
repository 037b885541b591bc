import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import StrictJSON

/// Derives flags from the type of a signal, and the signal's parameters from the values of the flags.
enum SignalFlags {
    /// Returns the flags of a signal, in the order of its fields.
    ///
    /// - Parameters:
    ///   - fields: The meaning of each field, by name; a field without an entry gets no flag.
    ///   - accounts: Fields with an account.
    ///   - found: Required fields that the command can determine itself.
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
                            """
                            The currency of --\(FlagShape.flagName(ofField: name)), if it has none; by default the \
                            account's.
                            """,
                            """
                            Валюта для --\(FlagShape.flagName(ofField: name)), если она не сказана там; по умолчанию \
                            валюта счёта.
                            """
                        )))
            }
        }
        return shapes
    }

    /// Returns the parameters of a signal: the arguments for fields that the signal has.
    static func parameters(of type: any Signal.Type, _ arguments: ParsedArguments) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for field in schemas(of: type) {
            // The currency of an amount is part of the amount.
            guard let value = arguments[field.name] else { continue }
            writer.key(field.name)
            value.write(to: &writer)
        }
        writer.endObject()
        return writer.finish()
    }

    /// True when the signal has the field.
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
    /// Writes the value of a signal's field.
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
