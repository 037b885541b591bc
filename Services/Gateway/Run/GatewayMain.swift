import GatewayService
import Glibc

/// Talks to the services: `gateway help` says how, `gateway help exit-codes` how it ends.
@main
struct GatewayMain {
    static func main() async {
        // Not exit(3): destructors of C libraries must not run under threads that still work.
        _exit(await GatewayAssembly().assemble().run())
    }
}
