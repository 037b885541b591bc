import GatewaySession

/// The metrics for several readers: those that ask while an answer is being made share it.
package actor SharedMetrics {
    private let services: [String]
    private let client: ServiceClient
    private let data: String?
    private var making: Task<MetricsReport, Never>?

    /// - Parameter data: The data directory.
    package init(_ services: [String], _ client: ServiceClient, data: String?) {
        self.services = services
        self.client = client
        self.data = data
    }

    /// Returns the metrics of now.
    package func report() async -> MetricsReport {
        if let making { return await making.value }
        let task = Task { [services, client, data] in await MetricsReport.ask(services, client, data: data) }
        making = task
        let report = await task.value
        making = nil
        return report
    }
}
