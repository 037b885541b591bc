import StrictJSON

/// A block of an answer of the Moscow Exchange, with columns by name, in either of its JSON forms:
/// `{"history":{"columns":[…],"data":[[…]]}}`, or `iss.json=extended`, `[{…},{"history":[{…}]}]`.
public struct ISSTable: Sendable {
    /// A row of a block.
    public struct Row: Sendable {
        fileprivate let columns: [String: Int]
        fileprivate let fields: [JSONNode]

        /// The value in a column; nil when the column is missing or the value is null.
        public subscript(_ name: String) -> JSONNode? {
            guard let index = columns[name], index < fields.count, !fields[index].isNull else { return nil }
            return fields[index]
        }

        /// True when there is such a column.
        public func has(_ name: String) -> Bool { columns[name].map { $0 < fields.count } ?? false }
    }

    /// The rows in order.
    public let rows: [Row]

    /// Finds the block with this name; nil when there is none. Names of columns are compared in lowercase.
    public init?(_ name: String, in root: JSONNode) {
        let block: JSONNode?
        if root.kind == .array {
            block = root.elements.lazy.compactMap { $0.member(name) }.first
        } else {
            block = root.member(name)
        }
        guard let block else { return nil }
        if block.kind == .array {
            rows = block.elements.map { row in
                var columns: [String: Int] = [:]
                var fields: [JSONNode] = []
                for member in row.members {
                    columns[member.name.lowercased()] = fields.count
                    fields.append(member.node)
                }
                return Row(columns: columns, fields: fields)
            }
            return
        }
        guard let names = block.member("columns"), let data = block.member("data"), data.kind == .array else {
            return nil
        }
        var columns: [String: Int] = [:]
        for (index, name) in names.elements.enumerated() { columns[name.string?.lowercased() ?? ""] = index }
        rows = data.elements.map { Row(columns: columns, fields: $0.elements.map { $0 }) }
    }
}
