import Coordination
import GatewayWords
import Synchronization

/// How far something is, on one line of a terminal that is written over; nothing where nobody reads along.
final class ProgressBar: Sendable {
    private static let width = 24

    private let stream: TextStream
    private let isShown = Mutex(false)

    init(_ stream: TextStream) { self.stream = stream }

    /// Shows what is reported.
    var reporter: ProgressReporter {
        ProgressReporter { share, words, explanation in self.show(share, ReasonText.of(explanation, else: words)) }
    }

    /// Shows a share of 0 ... 1 and a few words.
    func show(_ share: Double, _ words: Text) {
        guard stream.isTerminal else { return }
        let filled = Int((Double(Self.width) * min(1, max(0, share))).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        isShown.withLock { isShown in
            isShown = true
            stream.write("\r[\(bar)] \(Int(share * 100)) %  \(DisplayText.clean(words.description))\u{1B}[K")
        }
    }

    /// Leaves an empty line behind.
    func clear() {
        isShown.withLock { isShown in
            if isShown { stream.write("\r\u{1B}[K") }
            isShown = false
        }
    }
}
