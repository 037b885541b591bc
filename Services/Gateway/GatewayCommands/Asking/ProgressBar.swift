import Coordination
import GatewayWords
import Synchronization

/// A progress bar on one line of a terminal, which it overwrites; silent without a terminal.
final class ProgressBar: Sendable {
    private static let width = 24

    private let stream: TextStream
    private let isShown = Mutex(false)

    init(_ stream: TextStream) { self.stream = stream }

    /// A reporter that shows its reports in the bar.
    var reporter: ProgressReporter {
        ProgressReporter { share, words, explanation in self.show(share, ReasonText.of(explanation, else: words)) }
    }

    /// Shows a share between 0 and 1 and a few words.
    func show(_ share: Double, _ words: Text) {
        guard stream.isTerminal else { return }
        let filled = Int((Double(Self.width) * min(1, max(0, share))).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        isShown.withLock { isShown in
            isShown = true
            stream.write("\r[\(bar)] \(Int(share * 100)) %  \(DisplayText.clean(words.description))\u{1B}[K")
        }
    }

    /// Clears the line.
    func clear() {
        isShown.withLock { isShown in
            if isShown { stream.write("\r\u{1B}[K") }
            isShown = false
        }
    }
}
