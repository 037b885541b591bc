import Hosting
import StrictJSON

/// Tells the exporter of traces about the runs of a gateway, which services do not know: the roots of the trees.
///
/// A run is one datagram to a socket beside those of the services. Nobody waits for it, and without an exporter there
/// is no socket.
package struct RunReporter: Sendable {
    /// The longest message: a command has a few words.
    package static let maximumBytes = 1_024

    private let path: String

    /// Creates a reporter for the house with these sockets.
    package init(runDirectory: AbsolutePath) { path = Self.path(in: runDirectory) }

    /// The path of the exporter's socket.
    package static func path(in runDirectory: AbsolutePath) -> String { "\(runDirectory)/telemetry.runs" }

    func report(_ run: RecordedTrace) {
        guard let bytes = try? JSONEncoding.encode(run), bytes.count <= Self.maximumBytes else { return }
        DatagramSocket.send(bytes, to: path, waits: false)
    }
}
