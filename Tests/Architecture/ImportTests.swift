import Testing

/// Imports lead downwards only. Method: compare every import of every file with two independent tables, Package.swift
/// and ``Layering``.
@Suite struct ImportTests {
    private static let repository = Repository.current

    @Test func noFileImportsWhatTheLayersForbid() {
        #expect(Self.violations(in: Self.repository.swiftFiles) == [])
    }

    @Test(arguments: [
        ("Shared/Domain/Money.swift", "Domain", "import Foundation"),
        ("Shared/Domain/Money.swift", "Domain", "import Coordination"),
        ("Shared/Signals/Auth/AuthSignal.swift", "Signals", "public import Transport"),
        ("Shared/Storage/Store.swift", "Storage", "@_exported import CSQLite"),
        ("Shared/Transport/Wire/Reply.swift", "Transport", "import Signals"),
        ("Services/Ledger/LedgerService/Model/Account.swift", "LedgerService", "import struct Transport.Listener"),
        ("Services/Ledger/LedgerService/LedgerAssembly.swift", "LedgerService", "import AuthService"),
        ("Services/Ledger/Run/LedgerMain.swift", "LedgerMain", "import Storage"),
        ("Services/Gateway/GatewayScenes/Scene/Screen.swift", "GatewayScenes", "import Terminal"),
        ("Services/Gateway/GatewayScenes/Scene/Screen.swift", "GatewayScenes", "import GatewayCommands"),
        ("Services/Gateway/GatewayCommands/Money/HoldCommands.swift", "GatewayCommands", "import GatewayScenes"),
        ("Services/Gateway/GatewayTerminal/Cells/TerminalFace.swift", "GatewayTerminal", "import GatewaySession"),
        ("Services/Gateway/GatewaySession/Session/House.swift", "GatewaySession", "import Transport"),
        ("Tests/Ledger/AccountTests.swift", "LedgerTests", "import CSodium"),
        ("Loose.swift", nil, "let loose = true"),
    ])
    func aForbiddenImportIsFound(path: String, module: String?, line: String) {
        #expect(
            Self.violations(in: [SourceFile(path: path, text: "import Glibc\n\(line)\n", module: module)]).count == 1)
    }

    @Test func thePackageGivesEachTargetExactlyWhatTheLayersAllow() {
        let table = Self.repository.package
        let house = table.targets.filter { !$0.path.hasPrefix("Tests/") }
        for target in house {
            let allowed = Layering.allowed(target.name)
            #expect(allowed != nil, "\(target.name) is missing from Layering")
            let isService = target.path.hasPrefix("Services/") && Layering.gateway[target.name] == nil
            #expect(
                isService ? target.dependencies.isSubset(of: allowed ?? []) : target.dependencies == allowed,
                "Package.swift and Layering differ about \(target.name)")
        }
        for module in Array(Layering.shared.keys) + Array(Layering.gateway.keys) {
            #expect(table.target(module) != nil, "Package.swift has no target \(module)")
        }
        #expect(table.services.count >= 3 && house.count >= 16 + 2 * (table.services.count + 1))
    }

    /// Method: follow the imports of a module transitively.
    @Test(arguments: [
        ("GatewayScenes", ["Terminal", "GatewayTerminal", "GatewayCommandLine", "GatewayCommands", "GatewayCare"]),
        ("GatewayWords", ["Terminal", "Transport", "GatewaySession", "GatewayCommandLine", "GatewayScenes"]),
        ("GatewayTerminal", ["GatewayCommandLine", "GatewayCommands", "GatewayCare"]),
        ("GatewayWeb", ["Terminal", "GatewayTerminal", "GatewayCommandLine", "GatewayCommands", "GatewayCare"]),
    ])
    func aFaceCanStandOnScenesAlone(module: String, strangers: [String]) {
        var found: Set<String> = []
        var next = [module]
        while let name = next.popLast() {
            next += Layering.allowed(name).map { $0.subtracting(found) } ?? []
            found.formUnion(Layering.allowed(name) ?? [])
        }
        #expect(found.intersection(strangers) == [])
    }

    @Test func everyFileBelongsToATarget() {
        let loose = Self.repository.swiftFiles.filter { $0.module == nil }.map(\.path)
        #expect(loose == [])
    }

    @Test func theDocumentHasTheSameTable() {
        let rows = MarkdownTable.rows(
            of: Self.repository.text("Shared/Docs/ARCHITECTURE.md"), under: "Who may import whom")
        let documented = rows.reduce(into: [String: Set<String>]()) { table, row in
            for module in row[0].codeWords { table[module] = Set(row[1].codeWords) }
        }
        var expected = Layering.shared.merging(Layering.gateway) { $1 }
        expected["XService"] = Layering.service
        expected["XMain"] = ["XService"]
        for (module, extra) in Layering.extras { expected[module] = Layering.service.union(extra) }
        #expect(documented == expected)
    }

    private static func violations(in files: [SourceFile]) -> [String] {
        files.flatMap { file -> [String] in
            guard let module = file.module else { return ["\(file.path) belongs to no target"] }
            return file.imports.compactMap { imported, line in
                mayImport(imported, file, module) ? nil : "\(file.path):\(line) must not import \(imported)"
            }
        }
    }

    private static func mayImport(_ imported: String, _ file: SourceFile, _ module: String) -> Bool {
        if Layering.system.contains(imported) { return true }
        if imported == "Dispatch" { return Layering.mayImportDispatch(file.path) }
        if file.isTest {
            return Layering.testSystem.contains(imported)
                || repository.package.target(module)?.dependencies.contains(imported) ?? false
        }
        if ["Transport", "ServiceRuntime"].contains(imported), !Layering.mayImportTransport(file.path) { return false }
        return Layering.allowed(module)?.contains(imported) ?? false
    }
}
