/// Reads `multipart/form-data`: RFC 7578, as browsers write it (HTML Standard, section 4.10.22.7).
package struct MultipartReader {
    /// The most bytes of a part's header.
    private static let longestHeader = 1_024

    private var rest: ArraySlice<UInt8>
    private let delimiter: [UInt8]

    package init(_ body: [UInt8], boundary: String) {
        rest = body[...]
        delimiter = Array("--\(boundary)".utf8)
    }

    /// Returns the boundary that a `Content-Type` names; nil without a valid one: RFC 2046, section 5.1.1.
    package static func boundary(of type: String) -> String? {
        let parameters = type.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
        let named = parameters.filter { $0.lowercased().hasPrefix("boundary=") }
        guard named.count == 1, var value = named.first?.dropFirst("boundary=".count) else { return nil }
        while value.last == " " { value.removeLast() }
        if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
        let others = "'()+_,-./:=?"
        let isValid =
            (1...70).contains(value.utf8.count)
            && value.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                        || others.unicodeScalars.contains($0))
            }
        return isValid ? String(value) : nil
    }

    /// Returns the form; nil when the body is malformed.
    package consuming func read() -> WebForm? {
        var form = WebForm()
        guard take(delimiter) else { return nil }
        while true {
            if take(Array("--".utf8)) {
                // Nothing but the end of the line may follow.
                return rest.isEmpty || rest.elementsEqual("\r\n".utf8) ? form : nil
            }
            guard take(Array("\r\n".utf8)), form.fields.count + form.files.count < WebForm.mostParts,
                let head = upTo(Array("\r\n\r\n".utf8), within: Self.longestHeader),
                let part = Self.disposition(String(decoding: head, as: UTF8.self)),
                let content = upTo(Array("\r\n".utf8) + delimiter, within: .max)
            else { return nil }
            if let file = part.file {
                form.files.append(WebForm.File(field: part.name, name: file, bytes: Array(content)))
            } else {
                guard let value = String(validating: content, as: UTF8.self) else { return nil }
                form.fields.append(WebForm.Field(part.name, value))
            }
        }
    }

    private mutating func take(_ bytes: [UInt8]) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    /// Returns what stands before `end` and moves behind it; nil when it does not begin within `limit`.
    private mutating func upTo(_ end: [UInt8], within limit: Int) -> ArraySlice<UInt8>? {
        let last = min(rest.endIndex - end.count, limit == .max ? .max : rest.startIndex + limit)
        var start = rest.startIndex
        while start <= last {
            guard let found = rest[start...].firstIndex(of: end[0]), found <= last else { return nil }
            if rest[found..<(found + end.count)].elementsEqual(end) {
                let content = rest[rest.startIndex..<found]
                rest = rest[(found + end.count)...]
                return content
            }
            start = found + 1
        }
        return nil
    }

    /// Reads `Content-Disposition: form-data; name="a"; filename="b"`. Other fields are ignored.
    private static func disposition(_ head: String) -> (name: String, file: String?)? {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let values = lines.filter { $0.lowercased().hasPrefix("content-disposition:") }
        guard lines.count <= 4, values.count == 1,
            var rest = values.first?.dropFirst("content-disposition:".count).drop(while: { $0 == " " }),
            rest.lowercased().hasPrefix("form-data")
        else { return nil }
        rest = rest.dropFirst("form-data".count)
        var found: [String: String] = [:]
        while !rest.isEmpty {
            guard rest.hasPrefix("; "), let equals = rest.firstRange(of: "=\""),
                let end = rest[equals.upperBound...].firstIndex(of: "\"")
            else { return nil }
            let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<equals.lowerBound].lowercased()
            guard found.updateValue(unescaped(rest[equals.upperBound..<end]), forKey: name) == nil else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        guard let name = found["name"], !name.isEmpty, name.utf8.count <= WebForm.longestName,
            (found["filename"] ?? "").utf8.count <= WebForm.longestName,
            Set(found.keys).isSubset(of: ["name", "filename"])
        else { return nil }
        return (name, found["filename"])
    }

    /// Undoes what browsers do to names: HTML Standard, section 4.10.22.8. Everything else stays.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            let known = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")].first { rest.hasPrefix($0.0) }
            result += known?.1 ?? "%"
            rest = rest.dropFirst(known == nil ? 1 : 3)
        }
        return result + rest
    }
}
