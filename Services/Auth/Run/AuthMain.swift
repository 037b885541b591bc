@main
struct AuthMain {
    static func main() {}
}
