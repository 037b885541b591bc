import Coordination

/// Figures by category, in which each category includes those that lie in it.
struct CategoryTree {
    /// A category with its figures.
    struct Node: Hashable, Sendable {
        /// Nil for what has no category.
        let path: CategoryPath?
        var figures: ReportFigures
    }

    /// The figures by the category above; those at the top have none.
    private var children: [CategoryPath?: [Node]] = [:]
    private var uncategorized: ReportFigures?
    /// The figures of all leaves; nil without any.
    private(set) var total: ReportFigures?

    /// Adds up leaves, which may lie in one another. Those without figures are left out.
    ///
    /// - Throws: ``Fault`` `limitExceeded` for more than ``ReportLimit/mostRows`` categories: a few leaves can lie in
    ///   many.
    init(_ leaves: [(path: CategoryPath?, figures: ReportFigures)]) throws(Fault) {
        var figures: [CategoryPath: ReportFigures] = [:]
        for leaf in leaves where !leaf.figures.isZero {
            total = total.map { $0 + leaf.figures } ?? leaf.figures
            guard let path = leaf.path else {
                uncategorized = uncategorized.map { $0 + leaf.figures } ?? leaf.figures
                continue
            }
            for place in path.lineage { figures[place] = figures[place].map { $0 + leaf.figures } ?? leaf.figures }
            guard figures.count <= ReportLimit.mostRows else { throw ReportLimit.fault }
        }
        for (path, figures) in figures {
            children[path.lineage.dropLast().last, default: []].append(Node(path: path, figures: figures))
        }
    }

    /// Returns each category above those that lie in it, by name or the largest first; what has no category is last.
    func nodes(largestFirst: Bool) -> [Node] {
        func below(_ path: CategoryPath?) -> [Node] {
            let here = (children[path] ?? []).sorted { left, right in
                let (leftName, rightName) = (left.path?.parts.last ?? "", right.path?.parts.last ?? "")
                guard largestFirst, left.figures.total != right.figures.total else { return leftName < rightName }
                return left.figures.total > right.figures.total
            }
            return here.flatMap { [$0] + below($0.path) }
        }
        return below(nil) + (uncategorized.map { [Node(path: nil, figures: $0)] } ?? [])
    }
}
