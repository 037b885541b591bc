import Coordination
import StrictJSON
import Synchronization

/// The answer to `rpc.discover`: an OpenRPC document made from the Swift types of the signals. It is written once, at
/// the first request: anybody may ask for it, and describing every type takes milliseconds.
///
/// - Source: The OpenRPC Specification 1.2.6, spec.open-rpc.org.
final class OpenRPCDocument: Sendable {
    private let service: ServiceIdentity
    private let routes: [SignalRoute]
    private let written = Mutex<[UInt8]?>(nil)

    init(service: ServiceIdentity, routes: [SignalRoute]) {
        self.service = service
        self.routes = routes
    }

    /// Returns the document as JSON.
    func bytes() throws -> [UInt8] {
        try written.withLock { written in
            if let written { return written }
            var writer = JSONWriter()
            try write(to: &writer)
            let bytes = writer.finish()
            written = bytes
            return bytes
        }
    }

    private func write(to writer: inout JSONWriter) throws {
        writer.beginObject()
        writer.member("openrpc", "1.2.6")
        writer.key("info")
        writer.beginObject()
        writer.member("title", "kopilka \(service.name)")
        writer.member("version", service.version)
        writer.endObject()
        writer.key("methods")
        writer.beginArray()
        for route in routes.sorted(by: { $0.method < $1.method }) { try write(route, to: &writer) }
        writer.endArray()
        writer.key("x-reasons")
        writer.beginArray()
        for reason in service.reasons { writer.value(reason) }
        writer.endArray()
        writer.key("x-events")
        writer.beginArray()
        for event in service.events { try event.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private func write(_ route: SignalRoute, to writer: inout JSONWriter) throws {
        let (parameters, answer) = try route.describe()
        writer.beginObject()
        writer.member("name", route.method)
        writer.member("summary", route.summary)
        writer.member("paramStructure", "by-name")
        writer.key("params")
        writer.beginArray()
        if case .object(let fields) = parameters.shape {
            // OpenRPC requires required parameters before optional ones.
            for field in fields.filter(\.isRequired) + fields.filter({ !$0.isRequired }) {
                writer.beginObject()
                writer.member("name", field.name)
                writer.member("required", field.isRequired)
                writer.key("schema")
                field.schema.write(to: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
        writer.key("result")
        writer.beginObject()
        writer.member("name", "answer")
        writer.key("schema")
        answer.write(to: &writer)
        writer.endObject()
        writer.member("x-access", route.access.rawValue)
        writer.member("x-effect", "\(route.effect)")
        writer.endObject()
    }
}
