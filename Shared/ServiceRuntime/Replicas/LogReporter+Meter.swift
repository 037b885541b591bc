import Domain
import Replication
import Transport

extension LogReporter {
    /// Creates the reporter of a service that follows a log.
    init(_ access: LogAccess, _ meter: LogMeter) {
        self.init(
            health: {
                let reading = meter.reading
                let isVouched = access.replica?.engineReplicates ?? false
                let engine = reading.engine.map { engine in
                    LogEngine(
                        host: engine.host, version: engine.version,
                        replication: engine.isReplicated ? "standby" : isVouched ? "engine" : "none")
                }
                return LogHealth(
                    epoch: reading.epoch, commit: reading.newest, engine: engine, doubts: reading.doubts,
                    lastDoubt: reading.lastDoubt)
            },
            statistics: {
                let reading = meter.reading
                return LogStatistics(
                    appends: reading.appends, microseconds: reading.appending.wholeMicroseconds,
                    p50Microseconds: reading.appendMicroseconds(0.5),
                    p99Microseconds: reading.appendMicroseconds(0.99), doubts: reading.doubts)
            })
    }
}
