/// The tests that documents name, as `Suite.test`.
enum NamedTests {
    /// Returns the `names` that are not tests.
    static func missing(of names: [String], in repository: Repository = .current) -> [String] {
        let tests = repository.swiftFiles.filter(\.isTest)
        return names.filter { name in
            let parts = name.split(separator: ".")
            guard parts.count == 2 else { return true }
            return !tests.contains { file in
                file.types.contains(String(parts[0])) && file.code.contains { $0.contains("func \(parts[1])(") }
            }
        }
    }
}
