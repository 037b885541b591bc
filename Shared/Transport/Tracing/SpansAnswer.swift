import Coordination
import Domain
import Reasons
import StrictJSON

/// The newest spans of a service, of any trace: the answer to `<service>.spans`.
struct SpansAnswer: Codable, Sendable {
    /// The version of the service.
    let version: String
    /// Another one after each start of the service. Sequences of another incarnation mean nothing.
    let incarnation: String
    /// The spans, in the order in which their work ended.
    let spans: [TracedSpan]
    /// The sequence of the last of them, from which to continue.
    let last: Int64
    /// How many spans after the asked sequence were overwritten before they were read.
    let lost: Int64
}

/// The params of `<service>.spans`.
struct SpansQuery: Codable, Sendable {
    let incarnation: String?
    let after: Int64?
    let limit: Int?
}

extension SpanRing {
    /// The most spans of an answer: about 100 KB.
    static let maximumPage = 512

    /// The route of `<service>.spans`. It is for the operator: unlike `<service>.trace`, it needs no unguessable id and
    /// tells what everybody does, and when.
    func spansRoute(of service: ServiceIdentity) -> SignalRoute {
        SignalRoute(
            method: "\(service.name).spans", summary: "Reads the spans of traced requests after a sequence.",
            access: .operator, taking: SpansQuery.self
        ) { [self] query, _ in
            let (after, limit) = (query.after ?? 0, query.limit ?? Self.maximumPage)
            guard after >= 0 else { throw Fault.invalidArgument("after", .mustBeAtLeast, ["least": 0]) }
            guard (1...Self.maximumPage).contains(limit) else {
                throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.maximumPage)])
            }
            let page = spans(after: query.incarnation == incarnation ? after : 0, limit: limit)
            return SpansAnswer(
                version: service.version, incarnation: incarnation,
                spans: page.spans.map { TracedSpan($0, tellsTrace: true) }, last: page.last, lost: page.lost)
        }
    }
}
