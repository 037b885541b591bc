import Testing

/// Public declarations are documented. Method: as in ``SourceRuleTests``.
@Suite struct DocumentationRuleTests {
    /// The sources of the house, and the support code of its tests.
    private static let files = Repository.current.swiftFiles.filter { file in
        !file.isTest || file.path.hasPrefix("Tests/TestSupport/")
    }

    private static let declarations = files.reduce(into: [String: [Declaration]]()) { declarations, file in
        declarations[file.path] = DeclarationReader.declarations(of: file)
    }

    @Test func whatIsPublicIsDocumented() {
        #expect(DocumentationRule.undocumented(Self.files) == [])
    }

    /// A rule is useless for declarations that the reader does not find.
    @Test func theReaderFindsEveryPublicDeclaration() {
        let missed = Self.files.flatMap { file in
            let found = Set(Self.declarations[file.path, default: []].filter(\.isPublic).map(\.line))
            return file.code.indices.filter { index in
                let line = file.code[index].drop { $0 == " " }
                return line.hasPrefix("public ") && !line.hasPrefix("public import ") && !found.contains(index + 1)
            }
            .map { "\(file.path):\($0 + 1)" }
        }
        #expect(missed == [])
    }

    @Test(arguments: [
        "public struct Coin {}", "public enum Coin {}", "open class Coin {}", "public protocol Coin {}",
        "public func toss() {}", "public typealias Coin = Int", "@inlinable\npublic func toss() {}",
        "/// Of somebody else.\n\npublic func toss() {}", "// Why.\npublic func toss() {}",
        "/// A coin.\npublic protocol Coin {\n    var worth: Int { get }\n}",
        "struct Coin { public let worth: Int }", "/// A coin.\nstruct Coin { public let worth: Int }",
        "struct Coin { public private(set) var worth = 1 }", "struct Coin { public static let one = Coin() }",
        "struct Coin { public subscript(side: Int) -> Int { side } }",
        "extension Coin {\n    func toss() {\n        call { }\n    }\n    public func turn() {}\n}",
    ])
    func whatIsPublicAndNotDocumentedIsFound(code: String) {
        #expect(Self.undocumented(code).count == 1)
    }

    @Test(arguments: [
        "struct Coin {}", "struct Coin { let worth: Int }", "package func toss() {}", "private func toss() {}",
        "/// A coin.\npublic struct Coin {}", "/// Tosses.\n@inlinable\npublic func toss() {}",
        "/// A coin.\n@available(*, deprecated)\npublic struct Coin {}", "extension Coin: Metal {}",
        "private protocol Coin {\n    var worth: Int { get }\n}",
        "let text = \"\"\"\n    public func toss() {}\n    \"\"\"",
    ])
    func whatIsDocumentedOrNotPublicIsLeftAlone(code: String) {
        #expect(Self.undocumented(code) == [])
    }

    @Test(arguments: [
        "public init() {}", "public init(worth: Int) { self.worth = worth }",
        "public init(`import`: Int) { self.import = `import` }",
        "public init(worth: Int = 1, from pairs: [String: (Int, Int)] = [:]) {\n"
            + "        self.worth = worth\n        self.pairs = pairs\n    }",
        "public init(\n        toss: @escaping (Int, Int) -> Void, worth: Int\n    ) {\n"
            + "        self.toss = toss; self.worth = worth\n    }",
    ])
    func aMemberwiseInitialiserNeedsNoComment(initialiser: String) {
        #expect(Self.undocumented("struct Coin {\n    \(initialiser)\n}") == [])
    }

    @Test(arguments: [
        "public init(worth: Int) { self.worth = worth + 1 }", "public init(value: Int) { self.worth = value }",
        "public init(worth: Int, side: Int) { self.worth = worth }", "public init(worth: Int) { worth.check() }",
        "public init(worth: Int) {\n        self.worth = worth\n        count = 0\n    }",
        "public init?(worth: Int) { self.worth = worth }", "public init(worth: Int) throws { self.worth = worth }",
    ])
    func anInitialiserThatDoesMoreNeedsOne(initialiser: String) {
        #expect(Self.undocumented("struct Coin {\n    \(initialiser)\n}").count == 1)
    }

    @Test(arguments: [
        "struct Coin: Metal {\n    public let worth = 1\n}",
        "struct Coin {}\nextension Coin: Metal { public var worth: Int { 1 } }",
        "protocol Noble: Metal {}\nenum Coin: Noble {\n    public static var worth: Int { 1 }\n}",
        "struct Coin: Metal {\n    public func melt(at heat: Int) {}\n}",
        "extension Purse { struct Coin: Metal { public typealias Worth = Int } }",
        "struct Coin: Hashable, Codable {\n    public init(from decoder: any Decoder) throws {}\n}",
        "struct Coin: Comparable {\n    public static func < (left: Coin, right: Coin) -> Bool { false }\n}",
    ])
    func whatItsProtocolDocumentsNeedsNoComment(code: String) {
        #expect(Self.undocumented(Self.metal + code) == [])
    }

    @Test(arguments: [
        "struct Coin {\n    public let worth = 1\n}", "struct Coin: Metal {\n    public let age = 1\n}",
        "struct Coin: Metal {\n    public func melt(in oven: Int) {}\n}",
        "struct Coin: Metal {\n    public struct Worth {}\n}", "extension Metal {\n    public var worth: Int { 1 }\n}",
        "struct Coin: Metal {\n    public var weight: Int { 1 }\n}",
    ])
    func whatItsProtocolDoesNotDocumentNeedsOne(code: String) {
        #expect(Self.undocumented(Self.metal + code).count == 1)
    }

    @Test func exceptionsAreStillNeeded() {
        let undocumented = Set(Self.declarations.values.joined().filter { $0.isPublic && !$0.isDocumented }.map(\.name))
        for (name, known) in DocumentationRule.known {
            #expect(undocumented.contains(known.requirement), "\(name).\(known.requirement) is documented everywhere")
        }
    }

    /// A protocol with one unexplained requirement.
    private static let metal = """
        protocol Metal {
            /// What it is counted in.
            associatedtype Worth
            /// What it is worth.
            var worth: Int { get }
            var weight: Int { get }
            /// Melts it.
            func melt(at heat: Int)
        }

        """

    private static func undocumented(_ code: String) -> [String] {
        DocumentationRule.undocumented([SourceFile(path: "Shared/Domain/Sample.swift", text: code, module: "Domain")])
    }
}
