import Dispatch
import GatewayService
import Glibc

/// The command line program of the house; `gateway help` lists its commands, `gateway help exit-codes` its exit codes.
@main
struct GatewayMain {
    static func main() {
        fillStandardStreams()
        let gateway = GatewayAssembly().assemble()
        // Not exit(3): destructors of C libraries must not run while threads still work.
        if let exitCode = gateway.explain() { _exit(exitCode) }
        Task { _exit(await gateway.run()) }
        // Runs the main actor, as an asynchronous main function would.
        dispatchMain()
    }

    /// Opens those of the descriptors 0, 1 and 2 that the caller has closed: open(2). Otherwise a socket or a lock
    /// would get such a number, and results would be written into it.
    private static func fillStandardStreams() {
        var descriptor: Int32
        repeat { descriptor = open("/dev/null", O_RDWR) } while (STDIN_FILENO...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
