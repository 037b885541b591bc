/// The targets of Package.swift, read from its tables.
struct PackageTable: Sendable {
    /// A target with its path and its allowed imports.
    struct Target: Equatable, Sendable {
        let name: String
        let path: String
        let dependencies: Set<String>
    }

    let targets: [Target]
    /// The names of the executables: `ledger`.
    let products: [String]
    /// The Debian packages that the bindings are compiled against.
    let debianPackages: [String]
    /// The names of the services, as in their folders; without the gateway.
    let services: [String]

    init(manifest: String) {
        let text = PackageTable.withoutComments(manifest)
        let floor = Self.names(in: text.firstMatch(of: /serviceFloor: \[Target.Dependency\] = \[([^\]]*)\]/)?.1)
        var targets: [Target] = []
        for match in text.matches(of: /shared\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?\s*\)/) {
            targets.append(
                Target(name: String(match.1), path: "Shared/\(match.1)", dependencies: Self.names(in: match.2)))
        }
        for match in text.matches(of: /binding\("(\w+)", of: \[([^\]]*)\]\)/) {
            targets.append(
                Target(name: String(match.1), path: "Shared/Bindings/\(match.1)", dependencies: Self.names(in: match.2))
            )
        }
        let libraries = text.matches(of: /debianLibrary\("(\w+)", apt: "([\w.-]+)"\)/)
        targets += libraries.map { Target(name: String($0.1), path: "Shared/Bindings/\($0.1)", dependencies: []) }
        debianPackages = libraries.map { String($0.2) }
        for match in text.matches(of: /\bgateway\(\s*"(\w+)",\s*\[([^\]]*)\]\s*\)/) {
            targets.append(
                Target(
                    name: "Gateway\(match.1)", path: "Services/Gateway/Gateway\(match.1)",
                    dependencies: Self.names(in: match.2)))
        }
        for match in text.matches(of: /\bservice\(\s*"(\w+)"(?:, alsoUsing: \[([^\]]*)\])?\)/) {
            let name = String(match.1)
            targets.append(
                Target(
                    name: name + "Service", path: "Services/\(name)/\(name)Service",
                    dependencies: floor.union(Self.names(in: match.2))))
            targets.append(Target(name: name + "Main", path: "Services/\(name)/Run", dependencies: [name + "Service"]))
        }
        let test = /\btest\(\s*"(\w+)", at: "([\w\/]+)",\s*\[([^\]]*)\](?:, exclude: \[[^\]]*\])?\s*\)/
        for match in text.matches(of: test) {
            targets.append(
                Target(
                    name: String(match.1), path: "Tests/\(match.2)",
                    dependencies: Self.names(in: match.3).union(["Reasons", "TestSupport"])))
        }
        let written =
            /\.(?:target|executableTarget)\(\s*name: "(\w+)",\s*(?:dependencies: \[([^\]]*)\],\s*)?path: "([\w\/]+)"/
        for match in text.matches(of: written) {
            targets.append(Target(name: String(match.1), path: String(match.3), dependencies: Self.names(in: match.2)))
        }
        self.targets = targets
        services = Self.list(in: text.firstMatch(of: /let services = \[([^\]]*)\]/)?.1)
        products =
            (services + ["Gateway", "House"]).map { $0.lowercased() }
            + text.matches(of: /\.executable\(name: "(\w+)"/).map { String($0.1) }
    }

    /// Returns the target that owns a file: the one with the longest path above it.
    func module(of path: String) -> String? {
        targets.filter { path.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }?.name
    }

    /// Returns the target with this name.
    func target(_ name: String) -> Target? { targets.first { $0.name == name } }

    private static func names(in list: Substring?) -> Set<String> { Set(self.list(in: list)) }

    private static func list(in text: Substring?) -> [String] {
        (text ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
    }

    private static func withoutComments(_ text: String) -> String { text.replacing(/(?m)\/\/.*$/, with: "") }
}
