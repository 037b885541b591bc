/// A category as a place in the tree of categories: a colon separates it from the category in which it lies.
struct CategoryPath: Hashable, Sendable {
    /// From the top.
    let parts: [String]

    /// Reads a category.
    ///
    /// A category with an empty part, such as `a::b`, is a name of its own, at the top.
    /// - Parameter depth: The most parts to keep; nil for all.
    init(_ category: String, depth: Int? = nil) {
        let parts = category.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ part in part.contains { !$0.isWhitespace } }) else {
            self.parts = [category]
            return
        }
        self.parts = depth.map { Array(parts.prefix($0)) } ?? parts
    }

    private init(parts: [String]) { self.parts = parts }

    /// The category as written.
    var category: String { parts.joined(separator: ":") }

    /// The category and all those in which it lies, from the top.
    var lineage: [CategoryPath] { parts.indices.map { CategoryPath(parts: Array(parts[...$0])) } }
}
