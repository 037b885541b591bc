import SubscriptionsService

/// Runs subscriptions until SIGTERM or SIGINT. Exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75
/// already running.
@main
struct SubscriptionsMain {
    static func main() { SubscriptionsAssembly.run() }
}
