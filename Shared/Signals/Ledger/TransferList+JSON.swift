import Coordination
import Reasons
import StrictJSON

// Lists of transfers, the longest messages there are, written and read by hand as their declarations would.

extension LedgerSignal.MakeTransfers: DirectJSONDecodable {
    /// Reads a list. `_meta`, which is no part of the signal, is skipped.
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        var transfers: [LedgerSignal.TransferItem]?
        var atomic: Bool?
        var dryRun: Bool?
        for member in json.members {
            if member.isNamed("transfers") {
                transfers = try Self.items(member.node)
            } else if member.isNamed("atomic") {
                atomic = member.node.isNull ? nil : try member.node.requireBool()
            } else if member.isNamed("dryRun") {
                dryRun = member.node.isNull ? nil : try member.node.requireBool()
            } else if !member.isNamed("_meta") {
                throw member.node.failure(.isUnknownField)
            }
        }
        guard let transfers else { throw json.missing("transfers") }
        self.init(transfers: transfers, atomic: atomic, dryRun: dryRun)
    }

    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }

    private static func items(_ list: JSONNode) throws(JSONDecodingError) -> [LedgerSignal.TransferItem] {
        guard list.kind == .array else { throw list.failure(.mustBeArray) }
        var items: [LedgerSignal.TransferItem] = []
        items.reserveCapacity(list.count)
        for element in list.elements { items.append(try LedgerSignal.TransferItem(json: element)) }
        return items
    }
}

extension LedgerSignal.MakeTransfers: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("transfers")
        writer.beginArray()
        for transfer in transfers { transfer.write(to: &writer) }
        writer.endArray()
        if let atomic { writer.member("atomic", atomic) }
        if let dryRun { writer.member("dryRun", dryRun) }
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.MakeTransfers: JSONSchemaDescribed {
    /// The same as a schema made of the declaration.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("transfers", JSONSchema(.array(of: LedgerSignal.TransferItem.jsonSchema))),
                JSONSchema.Field("atomic", JSONSchema(.boolean), isRequired: false),
                JSONSchema.Field("dryRun", JSONSchema(.boolean), isRequired: false),
            ]),
            examples: [#"{"transfers":[]}"#])
    }
}

extension LedgerSignal.TransferResults: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        // About as much as a transfer without a description takes.
        writer.reserve(results.count * 224)
        writer.beginObject()
        writer.key("results")
        writer.beginArray()
        for result in results { result.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.TransferResult: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .transfer(let transfer):
            writer.member("transfer", transfer)
        case .fault(let fault):
            writer.key("fault")
            fault.write(to: &writer)
        }
        writer.endObject()
    }
}

extension LedgerSignal.TransferResult: DirectJSONDecodable {
    /// Reads whichever of the two is there.
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        for member in json.members where !member.isNamed("transfer") && !member.isNamed("fault") {
            throw member.node.failure(.isUnknownField)
        }
        if let transfer = try json.optional("transfer") {
            self = .transfer(try LedgerSignal.Transfer(json: transfer))
        } else {
            self = .fault(try json.required("fault").decode(Fault.self))
        }
    }
}

extension Fault {
    /// Writes the fault as `encode(to:)` does.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code.name)
        writer.member("reason", ifPresent: reason)
        writer.member("message", message)
        writer.member("field", ifPresent: field)
        writer.member("retryable", isRetryable)
        if let retryAfterMilliseconds { writer.member("retryAfterMs", retryAfterMilliseconds) }
        if !details.isEmpty {
            writer.key("details")
            writer.beginObject()
            for (name, detail) in details.sorted(by: { $0.key < $1.key }) {
                switch detail {
                case .text(let text): writer.member(name, text)
                case .number(let number): writer.member(name, number)
                case .flag(let flag): writer.member(name, flag)
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }
}
