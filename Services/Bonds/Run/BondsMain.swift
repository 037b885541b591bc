import BondsService

/// Runs bonds until SIGTERM or SIGINT. Exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already
/// running.
@main
struct BondsMain {
    static func main() { BondsAssembly.run() }
}
