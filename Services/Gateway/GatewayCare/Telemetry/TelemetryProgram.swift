import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// The exporter as a program of the supervisor, if a collector is named: this executable, beside the services.
enum TelemetryProgram {
    /// Returns its description if it is wanted. Its settings are checked here, so that the user sees the error.
    static func descriptions(_ scene: CommandScene) throws(UsageError) -> [ServiceDescription] {
        guard try TelemetrySettings.read(scene.house.variables).endpoint != nil else { return [] }
        return [
            ServiceDescription(
                name: House.telemetryName, executable: House.ownExecutable, arguments: ["telemetry"], endpoints: [])
        ]
    }
}
