import WholeHouse

/// All services in one process, or one of them under its own name, until SIGTERM or SIGINT. Exit codes: 0 stopped, 64
/// wrong settings, 70 a member failed, 75 already running.
@main
struct HouseMain {
    static func main() { HouseAssembly.run() }
}
