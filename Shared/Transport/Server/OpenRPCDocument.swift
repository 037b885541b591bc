import Coordination
import StrictJSON

/// The answer to `rpc.discover`: an OpenRPC document made from the Swift types of the signals.
///
/// - Source: The OpenRPC Specification 1.2.6, spec.open-rpc.org.
struct OpenRPCDocument {
    let service: ServiceIdentity
    let routes: [SignalRoute]

    func write(to writer: inout JSONWriter) throws {
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
