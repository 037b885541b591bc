import Hosting
import StrictJSON

/// The AsyncAPI document about the events of services, made from their OpenRPC documents.
///
/// - Source: The AsyncAPI Specification 3.0.0, asyncapi.com.
enum AsyncAPIDocument {
    /// Returns the document about these services.
    static func json(of documents: [(service: String, document: JSONNode)]) -> [UInt8] {
        let services = documents.map { (name: $0.service, events: ClientContract.events(in: $0.document)) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("asyncapi", "3.0.0")
        object("info", &writer) { writer in
            writer.member("title", "Kopilka")
            writer.member("version", Version.current)
            writer.member("description", "What the services tell; read by the method <service>.events.")
        }
        object("channels", &writer) { writer in
            for (name, events) in services { channel(name, events, &writer) }
        }
        object("operations", &writer) { writer in
            for (name, _) in services {
                object("read-\(name)", &writer) { writer in
                    writer.member("action", "receive")
                    reference("channel", "#/channels/\(name)", &writer)
                }
            }
        }
        object("components", &writer) { writer in
            object("messages", &writer) { writer in
                for (name, events) in services { for event in events { message(event, of: name, &writer) } }
            }
        }
        writer.endObject()
        return writer.finish()
    }

    private static func channel(_ service: String, _ events: [ClientContract.Event], _ writer: inout JSONWriter) {
        object(service, &writer) { writer in
            writer.member("address", "\(service).events")
            object("messages", &writer) { writer in
                for event in events {
                    reference(event.type, "#/components/messages/\(event.type)", &writer)
                }
            }
        }
    }

    /// Writes the message of an event: a CloudEvent with the event's data.
    private static func message(_ event: ClientContract.Event, of service: String, _ writer: inout JSONWriter) {
        object(event.type, &writer) { writer in
            writer.member("name", event.type)
            writer.member("summary", event.summary)
            writer.member("contentType", "application/cloudevents+json")
            object("payload", &writer) { writer in
                writer.member("type", "object")
                writer.key("required")
                writer.beginArray()
                for name in ["specversion", "id", "source", "type", "subject", "time", "sequence", "data"] {
                    writer.value(name)
                }
                writer.endArray()
                object("properties", &writer) { writer in
                    constant("specversion", "1.0", &writer)
                    text("id", nil, &writer)
                    constant("source", "/kopilka/\(service)", &writer)
                    constant("type", event.type, &writer)
                    text("subject", nil, &writer)
                    text("time", "date-time", &writer)
                    constant("datacontenttype", "application/json", &writer)
                    object("sequence", &writer) { $0.member("type", "integer") }
                    writer.key("data")
                    writer.raw(Array(event.data.rawBytes))
                }
            }
        }
    }

    private static func object(
        _ name: String, _ writer: inout JSONWriter, _ fill: (inout JSONWriter) -> Void
    ) {
        writer.key(name)
        writer.beginObject()
        fill(&writer)
        writer.endObject()
    }

    private static func reference(_ name: String, _ target: String, _ writer: inout JSONWriter) {
        object(name, &writer) { $0.member("$ref", target) }
    }

    private static func constant(_ name: String, _ value: String, _ writer: inout JSONWriter) {
        object(name, &writer) { $0.member("const", value) }
    }

    private static func text(_ name: String, _ format: String?, _ writer: inout JSONWriter) {
        object(name, &writer) { writer in
            writer.member("type", "string")
            writer.member("format", ifPresent: format)
        }
    }
}
