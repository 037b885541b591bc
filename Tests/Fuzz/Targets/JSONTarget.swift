import StrictJSON

extension FuzzTarget {
    /// JSON: a text that is read and written again is read as the same.
    static let json = FuzzTarget("json", maximumLength: 2_048, modules: ["StrictJSON"]) { bytes in
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            try demand((0...bytes.count).contains(error.offset), "an error is at \(error.offset), outside of the text")
            try demand(!error.description.isEmpty, "an error has no sentence")
            return
        }
        var writer = JSONWriter()
        try JSONRewriting.write(document.root, to: &writer)
        let again = try JSONDocument(writer.finish())
        var second = JSONWriter()
        try JSONRewriting.write(again.root, to: &second)
        try demand(second.finish() == again.bytes, "a text is written in two ways")
    }
}

/// Reads every value of a text, and writes it.
package enum JSONRewriting {
    /// Writes a value.
    ///
    /// - Throws: ``FuzzFinding`` when a member is not found by its name.
    package static func write(_ node: JSONNode, to writer: inout JSONWriter) throws {
        _ = (node.int64, node.double, node.bool, node.string, node.integer(as: UInt8.self))
        _ = node.failure(.mustBeObject).path
        switch node.kind {
        case .object:
            writer.beginObject()
            for member in node.members {
                let name = member.name
                let isFound = node.member(name)?.rawBytes.startIndex == member.node.rawBytes.startIndex
                try demand(member.isNamed(name) && isFound, "a member is not found by its name")
                writer.key(name)
                try write(member.node, to: &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in node.elements { try write(element, to: &writer) }
            writer.endArray()
        case .string:
            guard let text = node.string else { throw FuzzFinding(description: "a string has no text") }
            writer.value(text)
        default: writer.raw(node.rawBytes)
        }
    }
}
