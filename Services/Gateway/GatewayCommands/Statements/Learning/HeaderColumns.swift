import GatewayWords

/// The columns of a header as people name them: by the heading, or by the number.
struct HeaderColumns {
    let header: [String]

    /// Returns the number of a column, 1 for the first.
    ///
    /// - Parameter flag: The flag with the name.
    /// - Throws: ``UsageError`` when no column or several have the name.
    func column(_ name: String, flag: String) throws(UsageError) -> Int {
        let wanted = name.trimmed
        let isEqual: (String) -> Bool = { $0 == wanted }
        let isAlike: (String) -> Bool = { $0.lowercased() == wanted.lowercased() }
        for isSame in [isEqual, isAlike] where !wanted.isEmpty {
            let places = header.indices.filter { isSame(header[$0]) }
            if places.count == 1 { return places[0] + 1 }
            guard places.isEmpty else {
                let numbers = places.map { "\($0 + 1)" }.joined(separator: ", ")
                throw UsageError(
                    Text(
                        "Several columns are called \(wanted.debugDescription): \(numbers).",
                        "Столбцов \(wanted.debugDescription) несколько: \(numbers)."),
                    hint: Text("give the number", "укажите номер"), field: flag)
            }
        }
        if let number = Int(wanted), (1...max(1, header.count)).contains(number) { return number }
        throw UsageError(
            Text(
                "The file has no column \(wanted.debugDescription).",
                "В файле нет столбца \(wanted.debugDescription)."),
            hint: Text("columns: \(list)", "столбцы: \(list)"), field: flag, isUnknownName: true)
    }

    /// Returns the numbers of columns that are separated by commas. A heading may contain a comma itself.
    func columns(_ names: String, flag: String) throws(UsageError) -> [Int] {
        if let one = try? column(names, flag: flag) { return [one] }
        return try names.split(separator: ",").map { name throws(UsageError) in
            try column(String(name), flag: flag)
        }
    }

    private var list: String {
        header.enumerated().prefix(20).map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
