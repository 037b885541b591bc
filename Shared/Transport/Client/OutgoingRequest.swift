import Coordination
import Domain
import StrictJSON

/// The messages that a link writes.
enum OutgoingRequest {
    /// Returns the text of request `id`; nil when `parameters` is not a JSON object.
    static func text(
        _ id: UInt64, _ method: SignalMethod, _ parameters: [UInt8], _ context: SignalContext,
        deadline: ContinuousClock.Instant
    ) -> [UInt8]? {
        guard parameters.last == UInt8(ascii: "}") else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", Int64(bitPattern: id))
        writer.member("method", method.name)
        writer.key("params")
        // The signal's object is copied whole; only its closing brace moves behind `_meta`.
        var params = Array(parameters.dropLast())
        if params.contains(where: { $0 == UInt8(ascii: ":") }) { params.append(UInt8(ascii: ",")) }
        params += Array("\"_meta\":".utf8)
        var meta = JSONWriter()
        RequestMeta.write(context, id: id, deadline: WallClock.system.now() + (deadline - .now), to: &meta)
        params += meta.bytes
        params.append(UInt8(ascii: "}"))
        writer.raw(params)
        writer.endObject()
        return writer.bytes
    }

    /// Returns the message that cancels request `id`.
    static func cancellation(of id: UInt64) -> [UInt8] {
        Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\(id)}}".utf8)
    }
}
