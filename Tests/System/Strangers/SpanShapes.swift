import StrictJSON
import TestSupport

/// The work that a request caused, as the traces of services tell it, without ids and times.
enum SpanShapes {
    /// Returns a line for each span of all services, sorted: the work, its outcome, and the work that caused it.
    static func all(of trace: String, in house: ObservedHouse) async throws -> [String] {
        var spans: [(service: String, span: JSONNode)] = []
        for service in ObservedHouse.services {
            let reply = try await house.bank.ask("\(service).trace", #""id":"\#(trace)""#)
            for span in reply.result?.member("spans")?.elements.map({ $0 }) ?? [] { spans.append((service, span)) }
        }
        let names = Dictionary(
            spans.compactMap { span in
                span.span.member("span")?.string.map { ($0, span.span.member("name")?.string ?? "") }
            }
        ) { first, _ in first }
        return spans.map { service, span in
            let cause = span.member("parent")?.string.flatMap { names[$0] } ?? "-"
            let fault = span.member("fault")?.string ?? "done"
            return "\(service) \(span.member("name")?.string ?? "") \(fault) by \(cause)"
        }.sorted()
    }
}
