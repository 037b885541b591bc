extension [String: ReasonDetail] {
    /// Adds a refusal to the details, so that each line of a file has its own: `line 5` is its sentence in English,
    /// `line 5 reason` its name, `line 5 text` its detail `text`.
    public mutating func add(_ refusal: Refusal, as name: String) {
        self[name] = .text(refusal.description)
        self["\(name) reason"] = .text(refusal.reason.name)
        for (detail, value) in refusal.details { self["\(name) \(detail)"] = value }
    }

    /// Returns the refusal that ``add(_:as:)`` added; nil when there is none.
    public func explanation(as name: String) -> Explanation? {
        guard case .text(let reason)? = self["\(name) reason"] else { return nil }
        var details: Self = [:]
        for (key, value) in self where key.hasPrefix(name + " ") {
            details[String(key.dropFirst(name.count + 1))] = value
        }
        details["reason"] = nil
        return Explanation(named: reason, details)
    }

    /// Returns true when a detail belongs to a refusal that ``add(_:as:)`` added, other than its sentence.
    public func isPartOfGroup(_ name: String) -> Bool {
        name.indices.contains { name[$0] == " " && self["\(name[..<$0]) reason"] != nil }
    }
}
