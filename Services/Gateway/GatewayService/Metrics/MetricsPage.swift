import GatewayCare
import MicroHTTPD

/// Answers `GET /metrics`.
struct MetricsPage: WebHandler {
    let metrics: SharedMetrics

    func admit(_ head: WebRequestHead) -> WebAdmission {
        switch (head.method, head.path) {
        case ("GET", "/metrics"), ("HEAD", "/metrics"): .read(atMost: 0)
        case (_, "/metrics"): .answer(Self.plain(405, "Only GET is answered.", [WebHeader("Allow", "GET, HEAD")]))
        default: .answer(Self.plain(404, "The metrics are at /metrics."))
        }
    }

    func answer(_ request: WebRequest) -> WebAnswer {
        let format = Self.format(of: request.head)
        return .later { [metrics] done in
            Task {
                let text = ExpositionText.of(await metrics.report().families, as: format)
                done(
                    WebResponse(
                        status: 200,
                        headers: [
                            WebHeader("Content-Type", format.mediaType), WebHeader("Cache-Control", "no-store"),
                            WebHeader("X-Content-Type-Options", "nosniff"),
                        ], body: Array(text.utf8)))
            }
        }
    }

    func refuse(_ refusal: WebRefusal, _ head: WebRequestHead) -> WebResponse {
        switch refusal {
        case .malformed: Self.plain(400, "The request is malformed.")
        case .notImplemented: Self.plain(501, "The method is unknown.")
        case .headerTooLarge: Self.plain(431, "The header is too large.")
        case .bodyTooLarge: Self.plain(413, "No body is expected.")
        case .busy, .tooManyStreams, .answerTooLate: Self.plain(503, "The services did not answer in time.")
        case .invalidResponse: Self.plain(500, "An internal error.")
        }
    }

    /// Returns the format that a reader asks for. Prometheus names OpenMetrics; a browser and curl do not.
    private static func format(of head: WebRequestHead) -> ExpositionText.Format {
        head.values(of: "accept").contains { $0.contains("application/openmetrics-text") } ? .openMetrics : .classic
    }

    private static func plain(_ status: Int, _ sentence: String, _ more: [WebHeader] = []) -> WebResponse {
        WebResponse(
            status: status, headers: [WebHeader("Content-Type", "text/plain; charset=utf-8")] + more,
            body: Array("\(sentence)\n".utf8))
    }
}
