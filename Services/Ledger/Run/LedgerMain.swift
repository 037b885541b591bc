import LedgerService
import WholeHouse

/// Runs ledger, or with `house` as its first argument all services in one process, until SIGTERM or SIGINT.
///
/// Exit codes: 0 stopped, 64 wrong settings, 70 a member failed, 75 already running.
@main
struct LedgerMain {
    static func main() {
        HouseAssembly.runIfAsked()
        LedgerAssembly.run()
    }
}
