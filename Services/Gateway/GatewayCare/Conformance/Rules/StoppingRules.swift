import GatewaySession
import GatewayWords
import Glibc

/// The rule about the end of a service: section "Stopping". It needs a process that the person permits to stop.
enum StoppingRules {
    static let all: [ConformanceRule] = [
        ConformanceRule(
            "stopping.orderly", "Stopping",
            Text(
                "Asked to stop, it answers the request in progress and ends.",
                "На просьбу остановиться отвечает на идущий запрос и завершается.")
        ) { walk in
            guard let process = walk.plan.process else {
                throw Objection.notTried(Text("no --process was named", "не назван --process"))
            }
            let slow = try walk.slowRequest()
            let connection = try walk.connect()
            try connection.send(slow("7"))
            try connection.expectService()
            guard kill(process, SIGTERM) == 0 else {
                throw Objection.notTried(
                    Text("process \(process) cannot be asked: ", "процесс \(process) не попросить: ")
                        + Text(verbatim: String(cString: strerror(errno))))
            }
            let reply = try connection.reply()
            guard reply.id == "7" else { throw Objection.broken(reply.seen) }
            let deadline = ContinuousClock.now + walk.plan.patience
            while House.isRunning(process) {
                guard ContinuousClock.now < deadline else {
                    throw Objection.broken(
                        Text("process \(process) still runs", "процесс \(process) ещё работает"))
                }
                try connection.pause()
            }
        }
    ]
}
