import Hosting
import ZeroMQ

extension Listener {
    /// The counters of the listener as metrics, and what it has at the moment.
    var metrics: [MetricFamily] {
        statistics.metrics + [
            .gauge("requests_in_hand", "Requests in progress.", Double(requestsInHand)),
            .gauge(
                "requests_in_hand_bytes", unit: "bytes", "The size of the requests in progress.", Double(bytesInHand)),
            .gauge("peers", "The connections with a request in progress, or one not long ago.", Double(peers.count)),
            .gauge(
                "unsent_replies_bytes", unit: "bytes", "The size of the replies that wait for readers.",
                Double(unsentBytes + sentBytes.count)),
        ]
    }
}
