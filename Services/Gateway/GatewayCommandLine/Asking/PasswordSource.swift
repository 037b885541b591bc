import Coordination
import GatewayWords
import Glibc
import Hosting

/// The source of a password: a terminal without echo, standard input, or a file. Arguments and the environment are
/// never used, because other processes can read them.
package struct PasswordSource: Sendable {
    /// The maximum length of a line.
    static let maximumBytes = 4096

    /// The flags of every command that takes a password.
    package static let flags = [
        FlagShape(
            "password-stdin", .toggle,
            Text(
                "Read the password from the first line of standard input.",
                "Взять пароль из первой строки стандартного ввода.")),
        FlagShape(
            "password-file", .text, placeholder: "FILE",
            Text("Read the password from the first line of a file.", "Взять пароль из первой строки файла.")),
    ]

    private let fromStandardInput: Bool
    private let file: String?
    private let mayAsk: Bool

    /// Reads the flags.
    ///
    /// - Parameter mayAsk: False with `--no-input`.
    package init(_ arguments: ParsedArguments, mayAsk: Bool) throws(UsageError) {
        fromStandardInput = arguments.isOn("password-stdin")
        file = arguments.text("password-file")
        self.mayAsk = mayAsk
        if fromStandardInput, file != nil {
            throw UsageError(
                Text(
                    "--password-stdin and --password-file exclude each other.",
                    "--password-stdin и --password-file исключают друг друга."), field: "password-file")
        }
    }

    /// Returns one password for each prompt, in order; a file or standard input has one per line.
    ///
    /// - Parameter twice: True to have a user type the last one twice.
    /// - Throws: ``UsageError`` without a source; ``Fault`` `cancelled` when the user cancels.
    package func passwords(_ prompts: [String], twice: Bool = false) throws -> [String] {
        if fromStandardInput {
            return try lines(
                prompts.count, of: Self.read(STDIN_FILENO), from: "\(Text("standard input", "стандартный ввод"))")
        }
        if let file {
            return try lines(prompts.count, of: try Self.content(of: file, prompts.count), from: file)
        }
        guard mayAsk else {
            throw UsageError(
                Text(
                    "A password is needed and --no-input forbids to ask.",
                    "Нужен пароль, а --no-input запрещает спрашивать."), hint: Self.hint, field: "password-stdin")
        }
        guard let prompt = try PasswordPrompt() else {
            throw UsageError(
                Text(
                    "A password is needed and there is no terminal to ask at.",
                    "Нужен пароль, а терминала, на котором спросить, нет."), hint: Self.hint, field: "password-stdin")
        }
        var passwords: [String] = []
        for text in prompts { passwords.append(try prompt.ask(text)) }
        if twice, try prompt.ask("\(Text("The same again: ", "Ещё раз то же: "))") != passwords.last {
            throw UsageError(Text("The two are not the same; nothing was done.", "Они не совпали; ничего не сделано."))
        }
        return passwords
    }

    /// Returns a password, and the code that may follow on the next line of a file or of standard input.
    ///
    /// - Throws: As ``passwords(_:twice:)``.
    package func passwordAndCode(_ prompt: String) throws -> (password: String, code: String?) {
        let bytes: [UInt8]
        let source: String
        if fromStandardInput {
            (bytes, source) = (Self.read(STDIN_FILENO), "\(Text("standard input", "стандартный ввод"))")
        } else if let file {
            (bytes, source) = (try Self.content(of: file, 2), file)
        } else {
            return (try passwords([prompt])[0], nil)
        }
        let password = try lines(1, of: bytes, from: source)[0]
        return (password, (try? lines(2, of: bytes, from: source))?[1])
    }

    /// Returns a code when one turns out to be needed; nil when nobody can be asked, or the source was already read.
    ///
    /// - Throws: ``Fault`` `cancelled` when the user cancels.
    package func code() throws -> String? {
        guard mayAsk, !fromStandardInput, file == nil, let prompt = try PasswordPrompt() else { return nil }
        return try prompt.ask("\(Text("Code of the app, or a recovery code: ", "Код из приложения или запасной: "))")
    }

    private static let hint = Text(
        "use --password-stdin or --password-file FILE", "возьмите --password-stdin или --password-file FILE")

    private func lines(_ count: Int, of bytes: [UInt8], from source: String) throws(UsageError) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: count, omittingEmptySubsequences: false)
            .map { line in line.last == UInt8(ascii: "\r") ? line.dropLast() : line }
        let texts = lines.prefix(count).compactMap { String(validating: $0, as: UTF8.self) }
        guard texts.count == count, !texts.contains("") else {
            throw UsageError(
                count == 1
                    ? Text("The first line of \(source) is not a password.", "Первая строка (\(source)) — не пароль.")
                    : Text(
                        "\(source) must hold \(count) passwords, one a line.",
                        "Нужно паролей: \(count), по одному в строке (\(source))."),
                field: "password-stdin")
        }
        return texts
    }

    /// Reads the file of `--password-file`.
    private static func content(of file: String, _ count: Int) throws(UsageError) -> [UInt8] {
        let content: [UInt8]?
        do {
            content = try readFile(file, limit: maximumBytes * count)
        } catch {
            throw UsageError(
                Text("The password cannot be read: \(error).", "Пароль не прочитать: \(error)."), field: "password-file"
            )
        }
        guard let content else {
            throw UsageError(
                Text("The file \(file) is too long for a password.", "Файл \(file) слишком длинный для пароля."),
                field: "password-file")
        }
        return content
    }

    /// Reads standard input up to the limit: read(2).
    private static func read(_ descriptor: Int32) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: maximumBytes)
        while content.count < 2 * maximumBytes {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            content += chunk[..<count]
        }
        return content
    }
}
