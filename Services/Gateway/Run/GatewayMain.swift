import Dispatch
import GatewayService
import Glibc

/// Talks to the services: `gateway help` says how, `gateway help exit-codes` how it ends.
@main
struct GatewayMain {
    static func main() {
        fillStandardStreams()
        let gateway = GatewayAssembly().assemble()
        // Not exit(3): destructors of C libraries must not run under threads that still work.
        if let exitCode = gateway.explain() { _exit(exitCode) }
        Task { _exit(await gateway.run()) }
        // What an asynchronous main function does as well: here the main actor works.
        dispatchMain()
    }

    /// Opens what the caller has closed of the descriptors 0, 1 and 2: open(2). Else a socket or a lock would get that
    /// number, and results would be written into it.
    private static func fillStandardStreams() {
        var descriptor: Int32
        repeat { descriptor = open("/dev/null", O_RDWR) } while (STDIN_FILENO...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
