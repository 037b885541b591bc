@main
struct HistoryMain {
    static func main() {}
}
