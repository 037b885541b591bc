import Foundation

/// The repository that this test was compiled from, as text.
struct Repository: Sendable {
    /// Read once for all rules.
    static let current = Repository(root: rootDirectory(above: #filePath))

    /// The directory with Package.swift.
    let root: URL
    /// The paths of all files, relative to the root and sorted. Hidden directories such as `.build` are left out.
    let paths: [String]
    /// Every Swift file except the manifest and the examples, which are packages of their own.
    let swiftFiles: [SourceFile]
    /// The targets of Package.swift.
    let package: PackageTable

    init(root: URL) {
        self.root = root
        let found = Self.paths(below: root)
        let table = PackageTable(manifest: Self.read(root.appending(path: "Package.swift")))
        paths = found
        package = table
        swiftFiles = found.filter { path in
            path.hasSuffix(".swift") && path != "Package.swift" && !path.hasPrefix("Tests/Examples/")
        }.map { path in
            SourceFile(path: path, text: Self.read(root.appending(path: path)), module: table.module(of: path))
        }
    }

    /// The Swift files of the house itself, without tests.
    var houseFiles: [SourceFile] { swiftFiles.filter { !$0.isTest } }

    /// Returns the text of a file; empty when it is missing, so that a rule about it fails with its own message.
    func text(_ path: String) -> String { Self.read(root.appending(path: path)) }

    /// Returns the names in `directory`, sorted.
    func names(in directory: String) -> [String] {
        let prefix = directory + "/"
        let names = paths.filter { $0.hasPrefix(prefix) }.compactMap {
            $0.dropFirst(prefix.count).split(separator: "/").first
        }
        return Array(Set(names.map(String.init))).sorted()
    }

    private static func rootDirectory(above file: String) -> URL {
        var directory = URL(filePath: file).resolvingSymlinksInPath()
        repeat { directory = directory.deletingLastPathComponent() } while !isRoot(directory) && directory.path != "/"
        precondition(isRoot(directory), "The package that \(file) belongs to is gone; build the tests again.")
        return directory
    }

    private static func isRoot(_ directory: URL) -> Bool {
        read(directory.appending(path: "Package.swift")).contains("name: \"kopilka\"")
    }

    private static func paths(below root: URL) -> [String] {
        let prefix = root.path + "/"
        let options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
        guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil, options: options)
        else { return [] }
        return files.compactMap { ($0 as? URL).map { String($0.path.dropFirst(prefix.count)) } }.sorted()
    }

    private static func read(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
}
