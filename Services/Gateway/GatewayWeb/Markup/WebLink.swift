import MicroHTTPD

/// An address within the face: the only kind of address that a page can contain. It is percent-encoded by construction,
/// and cannot name another site or a scheme.
package struct WebLink: Hashable, Sendable, CustomStringConvertible {
    /// The segments of the path, decoded.
    package let path: [String]
    /// The fields of the query in their order.
    package let query: [WebForm.Field]
    /// The id of an element on the page; nil for its beginning.
    package let fragment: String?

    /// Creates the address of a page: `WebLink("accounts", id)` is `/accounts/<id>`, `WebLink()` is `/`.
    package init(_ path: String..., query: [WebForm.Field] = [], fragment: String? = nil) {
        self.init(path: path, query: query, fragment: fragment)
    }

    /// Creates the address of a page from its segments.
    package init(path: [String], query: [WebForm.Field] = [], fragment: String? = nil) {
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// The address as it is written: absolute from the root.
    ///
    /// Segments that are empty, `.` or `..` would be removed by browsers, also when encoded. They become `_`, which
    /// leads nowhere.
    /// - Source: URL Standard, section 4.4.
    package var description: String {
        var written = ""
        written.reserveCapacity(96)
        if path.isEmpty { written += "/" }
        for segment in path {
            written += "/"
            written += segment.isEmpty || segment == "." || segment == ".." ? "_" : PercentCoding.encode(segment)
        }
        for (number, field) in query.enumerated() {
            written += number == 0 ? "?" : "&"
            written += PercentCoding.encode(field.name)
            written += "="
            written += PercentCoding.encode(field.value)
        }
        if let fragment { written += "#" + PercentCoding.encode(fragment) }
        return written
    }
}
