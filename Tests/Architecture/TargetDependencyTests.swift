import Foundation
import TestSupport
import Testing

/// A target that does not depend on everything below it keeps old layouts of values after an incremental build
/// (decision 20). Method: read the package as SwiftPM does, and compare the dependencies of each target with those of
/// its dependencies.
@Suite struct TargetDependencyTests {
    private struct Package: Decodable {
        struct Target: Decodable {
            struct Dependency: Decodable {
                /// The name and the condition, which no target uses.
                let byName: [String?]
            }

            let name: String
            let dependencies: [Dependency]
        }

        let targets: [Target]
    }

    @Test func everyTargetDependsOnEverythingBelowIt() async throws {
        let scratch = TemporaryDirectory()
        let environment = ProcessInfo.processInfo.environment
        let dump = try await FinishedProcess.run(
            executable: "/usr/bin/env",
            arguments: [
                environment["SWIFT"] ?? "swift", "package", "--package-path", Repository.current.root.path,
                "--scratch-path", scratch.path, "dump-package",
            ], environment: environment)
        let package = try #require(
            try? JSONDecoder().decode(Package.self, from: Data(dump.output.utf8)), "\(dump)")
        let below = Dictionary(
            uniqueKeysWithValues: package.targets.map { ($0.name, Set($0.dependencies.compactMap { $0.byName[0] })) })
        for (target, names) in below {
            let missing = Set(names.flatMap { below[$0] ?? [] }).subtracting(names)
            #expect(missing == [], "\(target) keeps old layouts of what these modules declare")
        }
        #expect(Set(below.keys).isSuperset(of: Repository.current.package.targets.map(\.name)))
    }
}
