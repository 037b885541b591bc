import PatternsService

/// Runs patterns until SIGTERM or SIGINT. Exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already
/// running.
@main
struct PatternsMain {
    static func main() { PatternsAssembly.run() }
}
