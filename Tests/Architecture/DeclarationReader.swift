import Glibc

/// A reader of the declarations of a Swift file: those at its top and in its types, not those inside functions.
struct DeclarationReader {
    private enum Scope {
        case type(name: String, isProtocol: Bool)
        case code
    }

    private let file: SourceFile
    private var scopes: [Scope] = []
    /// The number of open parentheses and brackets.
    private var brackets = 0
    /// The type whose opening brace is expected.
    private var pending: Scope?
    private var found: [Declaration] = []

    /// Returns the declarations of `file` in order, without the cases of enumerations.
    static func declarations(of file: SourceFile) -> [Declaration] {
        var reader = DeclarationReader(file: file)
        for (index, line) in file.code.enumerated() { reader.read(line, at: index) }
        return reader.found
    }

    private init(file: SourceFile) { self.file = file }

    // MARK: Scopes

    private mutating func read(_ text: String, at index: Int) {
        let line = Array(text.utf8)
        declare(line, from: 0, at: index)
        // Half of the lines contain none. Scanning byte by byte is slow, because tests are not optimised.
        guard strpbrk(text, "()[]{};") != nil else { return }
        for (offset, byte) in line.enumerated() {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: "{"):
                scopes.append(brackets == 0 ? pending ?? .code : .code)
                pending = nil
                declare(line, from: offset + 1, at: index)
            case UInt8(ascii: "}"):
                _ = scopes.popLast()
                declare(line, from: offset + 1, at: index)
            case UInt8(ascii: ";"): declare(line, from: offset + 1, at: index)
            default: break
            }
        }
    }

    /// The open types, and whether the innermost is a protocol; nil inside a function or a list of parameters.
    private var place: (scope: String, isProtocol: Bool)? {
        guard brackets == 0 else { return nil }
        var (names, isInProtocol): ([String], Bool) = ([], false)
        for scope in scopes {
            guard case .type(let name, let isProtocol) = scope else { return nil }
            names.append(name)
            isInProtocol = isProtocol
        }
        return (names.joined(separator: "."), isInProtocol)
    }

    // MARK: Declarations

    /// Records the declaration that begins at `offset`, if there is one.
    private mutating func declare(_ line: [UInt8], from offset: Int, at index: Int) {
        guard let place else { return }
        var start = SourceText(bytes: line, position: offset)
        guard let (kind, isPublic) = start.readKeywords() else { return }
        let isType = Declaration.typeKinds.contains(kind)
        // Types always need the following lines. Other declarations need them for their parameters only if others see
        // them.
        let isLong = isType || isPublic || place.isProtocol
        var text = isLong ? SourceText(bytes: line + following(index), position: start.position) : start
        let name = text.readName(of: kind)
        if isType { pending = .type(name: name, isProtocol: kind == "protocol") }
        let parameters = isLong && !isType ? text.readParameters() : nil
        let isOperator = name.first.map { !$0.isLetter && $0 != "_" } ?? false
        let labels = parameters.map { "(" + $0.map { (isOperator ? "_" : $0.label) + ":" }.joined() + ")" } ?? ""
        let isFirst = line[..<offset].allSatisfy { $0 == UInt8(ascii: " ") }
        found.append(
            Declaration(
                path: file.path, line: index + 1, kind: kind, name: name + labels, scope: place.scope,
                isPublic: isPublic, isRequirement: place.isProtocol,
                isDocumented: isFirst && isDocumented(index),
                inherited: isType ? text.readInherited() : [],
                isMemberwise: kind == "init" && parameters.map { text.assignsOnly($0.map(\.name)) } ?? false))
    }

    /// Returns the next hundred lines: no list of parameters is longer.
    private func following(_ index: Int) -> [UInt8] {
        Array(("\n" + file.code[(index + 1)...].prefix(100).joined(separator: "\n")).utf8)
    }

    /// Attributes may be between a comment and its declaration.
    private func isDocumented(_ index: Int) -> Bool {
        let above = file.lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
        return above.first { !$0.hasPrefix("@") }?.hasPrefix("///") ?? false
    }
}
