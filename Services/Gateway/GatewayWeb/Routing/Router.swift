import MicroHTTPD

/// The pages of the face by method and path.
package struct Router: Sendable {
    /// The methods of pages. HEAD is answered as GET, without the content.
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// One page.
    package struct Route: Sendable {
        let method: Method
        let pattern: [String]
        let bodyLimit: Int
        let answer: @Sendable (PageRequest) -> WebAnswer

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - pattern: `/accounts/:id`: a segment with a colon is a parameter.
        ///   - bodyLimit: The most bytes of a form, for POST.
        ///   - answer: Called on the thread of the server: see ``WebHandler``.
        package init(
            _ method: Method, _ pattern: String, bodyLimit: Int = 65_536,
            _ answer: @escaping @Sendable (PageRequest) -> WebAnswer
        ) {
            self.method = method
            self.pattern = pattern.split(separator: "/").map(String.init)
            self.bodyLimit = bodyLimit
            self.answer = answer
        }

        /// Returns the parameters; nil when the path is another.
        func parameters(of path: RoutePath) -> [String: String]? {
            guard path.segments.count == pattern.count else { return nil }
            var parameters: [String: String] = [:]
            for (segment, part) in zip(path.segments, pattern) {
                if part.hasPrefix(":") {
                    parameters[String(part.dropFirst())] = segment
                } else if part != segment {
                    return nil
                }
            }
            return parameters
        }

        /// How many segments are no parameters: of two pages that fit, the one with more counts.
        var fixedCount: Int { pattern.count { !$0.hasPrefix(":") } }
    }

    /// What a path leads to.
    package enum Match: Sendable {
        /// A page and its parameters.
        case page(Route, [String: String])
        /// Pages with other methods only.
        case otherMethods([Method])
        /// Nothing.
        case nothing
    }

    private let routes: [Route]

    /// Creates a router.
    package init(_ routes: [Route]) { self.routes = routes.sorted { $0.fixedCount > $1.fixedCount } }

    /// Returns what a path leads to.
    package func match(_ method: Method, _ path: RoutePath) -> Match {
        let fitting = routes.compactMap { route in route.parameters(of: path).map { (route, $0) } }
        if let (route, parameters) = fitting.first(where: { $0.0.method == method }) { return .page(route, parameters) }
        let methods = Set(fitting.map(\.0.method))
        return methods.isEmpty ? .nothing : .otherMethods(methods.sorted { $0.rawValue < $1.rawValue })
    }
}
