/// The path of a value in errors: `transfers[3].amount.currency`; empty for the root value.
enum JSONPath {
    /// The longest member name that is repeated in full, in Unicode scalars. Longer names are truncated, because the
    /// sender chose them.
    private static let longestName = 64

    /// Returns the path from `root` to `index`, found on the tape: decoding records no path.
    static func path(to index: Int, from root: Int, in document: JSONDocument) -> String {
        var path = ""
        var container = root
        while container != index {
            let entry = document.entries[container]
            guard entry.kind == .object || entry.kind == .array else { break }
            let isObject = entry.kind == .object
            var child = container + 1
            var position = 0
            while child < Int(entry.next) {
                let value = isObject ? child + 1 : child
                let next = Int(document.entries[value].next)
                if index < next {
                    path = isObject ? append(document.text(at: child), to: path) : append(position, to: path)
                    container = index == child ? index : value
                    break
                }
                child = next
                position += 1
            }
            guard child < Int(entry.next) else { break }  // `index` is not below `root`
        }
        return path
    }

    static func append(_ name: String, to path: String) -> String {
        let scalars = name.unicodeScalars
        let name = scalars.count > longestName ? String(scalars.prefix(longestName)) + "…" : name
        return path.isEmpty ? name : "\(path).\(name)"
    }

    static func append(_ position: Int, to path: String) -> String { "\(path)[\(position)]" }

    static func path(of keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let position = key.intValue { append(position, to: path) } else { append(key.stringValue, to: path) }
        }
    }
}

/// A step of a coding path, for names that no type declares.
struct JSONPathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
