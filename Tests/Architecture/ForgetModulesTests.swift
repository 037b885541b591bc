import Foundation
import TestSupport
import Testing

/// What is not compiled again though it has to be crashes: `make build` forgets the modules then, and only then.
@Suite struct ForgetModulesTests {
    @Test func modulesAreForgottenWhenWhatIsSharedHasChanged() async throws {
        let house = TemporaryDirectory()
        for folder in ["Shared/Packaging/Scripts", "Shared/Domain", "Services", ".build/release/Modules"] {
            try FileManager.default.createDirectory(
                atPath: house.path + "/" + folder, withIntermediateDirectories: true)
        }
        let script = Repository.current.text("Shared/Packaging/Scripts/forget-modules.sh")
        let module = house.path + "/.build/release/Modules/Domain.swiftmodule"
        func write(_ text: String, to path: String) throws {
            try text.write(toFile: house.path + "/" + path, atomically: true, encoding: .utf8)
        }
        func isForgotten() throws -> Bool {
            try Data().write(to: URL(filePath: module))
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = [house.path + "/Shared/Packaging/Scripts/forget-modules.sh", "release"]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return !FileManager.default.fileExists(atPath: module)
        }
        try write(script, to: "Shared/Packaging/Scripts/forget-modules.sh")
        try write("1", to: "Package.swift")
        try write("1", to: "Shared/Domain/Money.swift")
        #expect(try isForgotten(), "nobody knows what they were made of")
        #expect(try !isForgotten())
        try write("1", to: "Services/Main.swift")
        #expect(try !isForgotten())
        try write("2", to: "Shared/Domain/Money.swift")
        #expect(try isForgotten())
        try write("2", to: "Package.swift")
        #expect(try isForgotten())
        #expect(try !isForgotten())
    }
}
