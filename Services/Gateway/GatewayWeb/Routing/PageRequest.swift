import Domain
import MicroHTTPD

/// A request that the guard admitted and the router understood: what the code of a page gets.
package struct PageRequest: Sendable {
    /// The client and its origin.
    package let admitted: RequestGuard.Admitted
    /// The session of the browser; nil for one that has no cookie, or whose session is over.
    package let session: BrowserSession?
    /// The language that the browser prefers.
    package let language: Language
    /// The parameters of the route, such as the `id` of `/accounts/:id`.
    package let parameters: [String: String]
    /// The fields of the query.
    package let query: WebForm
    /// The fields and files of the body; empty for GET.
    package let form: WebForm
    /// The path without its query, for tickets.
    package let link: WebLink
}
