import Hosting
import Reasons
import Signals
import Transport

/// The documents about the services that this program knows, made without asking them.
package enum ContractDocument {
    /// Returns the OpenRPC document of a service, as it answers it to `rpc.discover` in this version.
    package static func openRPC(of service: String) throws -> [UInt8] {
        try ServiceDescription.openRPC(
            of: ServiceIdentity(
                name: service, version: Version.current, reasons: ReasonCatalogue.house.all.map(\.name),
                events: EventCatalogue.all.filter { $0.service == service }.map {
                    EventDescription($0.type, $0.summary, schema: $0.schema)
                }),
            signals: SignalCatalogue.signals(of: service))
    }
}
