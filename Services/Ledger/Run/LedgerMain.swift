import LedgerService

/// The program of ledger, which runs until SIGTERM or SIGINT. Exit codes: 0 stopped, 64 wrong settings, 70 a member
/// failed, 75 already running.
@main
struct LedgerMain {
    static func main() { LedgerAssembly.run() }
}
