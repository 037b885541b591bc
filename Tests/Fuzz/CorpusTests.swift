import Foundation
import FuzzTargets
import Testing

/// The inputs that the fuzzer found, those that it begins with, and the samples of the tests: every property holds for
/// each of them. A crash of this suite is a finding, too.
@Suite struct CorpusTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let corpora = tests.appending(path: "Fuzz/Corpora")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func everyPropertyHoldsForTheCorpus(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let files = try Self.files(in: Self.corpora.appending(path: name))
        #expect(!files.isEmpty, "\(name) has no corpus")
        for file in try files + target.samples.flatMap({ try Self.files(in: Self.tests.appending(path: $0)) }) {
            let input = [UInt8](try Data(contentsOf: file))
            #expect(throws: Never.self, "\(name)/\(file.lastPathComponent)") { try target.check(input) }
        }
        for seed in try target.seeds() {
            #expect(throws: Never.self, "\(String(decoding: seed, as: UTF8.self))") { try target.check(seed) }
        }
    }

    @Test(arguments: FuzzTarget.all)
    func theModulesOfATargetExist(target: FuzzTarget) {
        let root = Self.tests.deletingLastPathComponent()
        let services = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Services").path)
        let parents = ["Shared", "Shared/Bindings"] + (services ?? []).map { "Services/\($0)" }
        #expect(!target.modules.isEmpty)
        for module in target.modules {
            let isThere = parents.contains {
                FileManager.default.fileExists(atPath: root.appending(path: "\($0)/\(module)").path)
            }
            #expect(isThere, "\(target.name): \(module)")
        }
    }

    @Test func everyCorpusBelongsToATargetAndIsSmall() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
        for target in FuzzTarget.all {
            let files = try Self.files(in: Self.corpora.appending(path: target.name))
            let sizes = try files.map { try Data(contentsOf: $0).count }
            #expect(sizes.allSatisfy { $0 <= target.maximumLength }, "\(target.name)")
            #expect(files.count <= 400 && sizes.reduce(0, +) <= 200_000, "\(target.name): \(sizes.reduce(0, +)) bytes")
        }
    }

    private static func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }
}
