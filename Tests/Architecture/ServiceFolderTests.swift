import Testing

/// All services have the same structure of folders.
@Suite struct ServiceFolderTests {
    private static let repository = Repository.current

    @Test(arguments: repository.package.services)
    func aServiceHasTheRoomsThatAllHave(service: String) {
        #expect(Self.missing(of: service, among: Self.repository.paths) == [])
    }

    @Test func aMissingRoomIsFound() {
        let paths = Self.repository.paths.filter { !$0.contains("/Model/") && !$0.hasSuffix("LedgerSettings.swift") }
        #expect(
            Self.missing(of: "Ledger", among: paths) == ["LedgerService/LedgerSettings.swift", "LedgerService/Model/"])
    }

    @Test func everyFolderOfServicesIsAService() {
        let folders = Self.repository.names(in: "Services").filter { !$0.contains(".") }
        #expect(folders == (Self.repository.package.services + ["Gateway"]).sorted())
    }

    @Test(arguments: repository.package.services + ["Gateway"])
    func aMainIsAFewLines(service: String) throws {
        let path = "Services/\(service)/Run/\(service)Main.swift"
        let main = try #require(Self.repository.swiftFiles.first { $0.path == path }, "\(path) is missing")
        #expect(main.lineCount <= 30)
        #expect(main.code.contains("@main"))
        #expect(Self.repository.names(in: "Services/\(service)/Run") == ["\(service)Main.swift"])
    }

    @Test(arguments: repository.package.services)
    func useCasesAndModelKnowNeitherJSONNorSQLNorSockets(service: String) {
        let rooms = ["UseCases", "Rules", "Jobs", "Model"].map {
            "Services/\(service)/\(service)Service/\($0)/"
        }
        let files = Self.repository.swiftFiles.filter { file in rooms.contains { file.path.hasPrefix($0) } }
        #expect(!files.isEmpty)
        #expect(Self.doors(in: files) == [])
    }

    @Test(arguments: ["import StrictJSON", "import Storage", "import Glibc", "import struct Storage.WriteTransaction"])
    func aDoorInARoomOfRulesIsFound(line: String) {
        let path = "Services/Ledger/LedgerService/Model/Account.swift"
        #expect(Self.doors(in: [SourceFile(path: path, text: line, module: "LedgerService")]).count == 1)
    }

    @Test func everyServiceIsKnownToTheGatewayAndItsKeyIsTrusted() throws {
        let services = Self.repository.package.services.map { $0.lowercased() }
        let house = Self.repository.text("Services/Gateway/GatewaySession/Session/House.swift")
        let listed = try #require(house.firstMatch(of: /static let services = \[([^\]]*)\]/)?.1)
        #expect(Set(listed.matches(of: /"(\w+)"/).map { String($0.1) }) == Set(services))
        let trusted = Self.repository.text("Shared/Identity/HouseService.swift").matches(
            of: /static let \w+ = HouseService\("(\w+)"\)/)
        #expect(Set(trusted.map { String($0.1) }).isSuperset(of: services))
    }

    /// Returns imports that bypass the layers. An idempotency key is a value, and may come from the module that stores
    /// it.
    private static func doors(in files: [SourceFile]) -> [String] {
        let closed: Set<String> = ["StrictJSON", "Storage", "SQLite", "Transport", "Hosting", "Glibc"]
        return files.flatMap { file in
            file.imports.filter { closed.contains($0.module) }.map { file.code[$0.line - 1] }
                .filter { $0 != "import struct Storage.KeyedRequest" }.map { "\(file.path): \($0)" }
        }
    }

    private static func missing(of service: String, among paths: [String]) -> [String] {
        let library = "\(service)Service"
        let rooms = [
            "Run/\(service)Main.swift", "\(library)/\(service)Assembly.swift", "\(library)/\(service)Settings.swift",
            "\(library)/\(service)UseCases.swift", "\(library)/UseCases/", "\(library)/Model/",
            "\(library)/Store/\(service)Store.swift", "\(library)/Store/SQLite\(service)Store.swift",
            "\(library)/Store/\(service)Migrations.swift",
        ]
        return rooms.filter { room in !paths.contains { $0.hasPrefix("Services/\(service)/\(room)") } }
    }
}
