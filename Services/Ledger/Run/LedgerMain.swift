@main
struct LedgerMain {
    static func main() {}
}
