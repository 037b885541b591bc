import GatewayWords
import Glibc

/// The output of the gateway: results go to one stream, everything else to the other.
package struct Console: Sendable {
    /// Standard output, for results only.
    package let output: TextStream
    /// Standard error: faults, hints, questions, progress.
    package let errors: TextStream
    /// True when the gateway may ask the user questions.
    package let mayAsk: Bool
    /// Shows output longer than the terminal; nil to show it without a pager.
    package var pager: Pager?

    /// Creates a console from given streams, by default without a pager.
    init(output: TextStream, errors: TextStream, mayAsk: Bool, pager: Pager? = nil) {
        self.output = output
        self.errors = errors
        self.mayAsk = mayAsk
        self.pager = pager
    }

    /// Writes a whole result for people, through the pager if it is long.
    package func present(_ text: String) {
        if let pager, pager.isNeeded(for: text), pager.show(text) { return }
        output.write(text)
    }

    /// Writes a line of a result.
    package func print(_ line: String) { output.print(line) }

    /// Writes a line to standard error, without colours. The line may contain texts of others.
    package func tell(_ line: String) { errors.write(document: line + "\n") }

    /// Creates the console of this process.
    ///
    /// - Parameter noColor: The value of `--no-color`.
    package static func standard(variables: [String: String], noColor: Bool, mayAsk: Bool) -> Console {
        func stream(_ descriptor: Int32) -> TextStream {
            let isTerminal = isatty(descriptor) == 1
            return TextStream(
                isTerminal: isTerminal, width: isTerminal ? width(of: descriptor, variables) : nil,
                hasColor: ColorRule.allows(isTerminal: isTerminal, variables: variables, noColor: noColor)
            ) { bytes in Descriptor.write(bytes, to: descriptor) }
        }
        let output = stream(STDOUT_FILENO)
        return Console(
            output: output, errors: stream(STDERR_FILENO), mayAsk: mayAsk,
            pager: output.isTerminal
                ? Pager(isTerminal: true, rows: rows(of: STDOUT_FILENO, variables), variables: variables) : nil)
    }

    private static func rows(of descriptor: Int32, _ variables: [String: String]) -> Int {
        if let said = variables["LINES"].flatMap({ Int($0) }), (2...1000).contains(said) { return said }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row >= 2 else { return 24 }
        return Int(size.ws_row)
    }

    private static func width(of descriptor: Int32, _ variables: [String: String]) -> Int {
        if let said = variables["COLUMNS"].flatMap({ Int($0) }), (20...1000).contains(said) { return said }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
        return Int(size.ws_col)
    }
}

/// Decides whether to use colours.
enum ColorRule {
    /// Checks, in this order, `--no-color`, a non-empty `NO_COLOR`, `FORCE_COLOR`, `TERM=dumb`, and whether the stream
    /// is a terminal.
    ///
    /// - Source: no-color.org, force-color.org, clig.dev.
    static func allows(isTerminal: Bool, variables: [String: String], noColor: Bool) -> Bool {
        func says(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }
        if noColor || says("NO_COLOR") { return false }
        if says("FORCE_COLOR") { return variables["FORCE_COLOR"] != "0" }
        return isTerminal && variables["TERM"] != "dumb"
    }
}

/// Writes directly to a descriptor.
package enum Descriptor {
    /// Writes all bytes: write(2). A closed pipe ends the process, as it ends `cat`. A result that cannot be written,
    /// for example to a full disk, is a failure. Lost output of standard error is ignored: the exit code still tells
    /// the result.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
                if count < 0 {
                    if errno == EINTR { continue }
                    if errno == EPIPE { _exit(141) }
                    if descriptor == STDERR_FILENO { return }
                    let reason = SystemErrorText.of(errno)
                    let said = Text("The result cannot be written: \(reason).", "Результат не записать: \(reason).")
                    write(Array("gateway: \(said)\n".utf8), to: STDERR_FILENO)
                    _exit(GatewayExitCode.failed.rawValue)
                }
                sent += count
            }
        }
    }
}
