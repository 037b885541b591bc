import GatewayWords

/// A sign that turns while somebody waits at a terminal; nothing elsewhere.
struct Spinner: Sendable {
    private static let frames = ["|", "/", "-", "\\"]

    let errors: TextStream

    /// Begins to turn where there is a terminal that takes escape sequences.
    func start() -> Task<Void, Never>? {
        guard errors.isTerminal, errors.hasColor else { return nil }
        let errors = errors
        return Task {
            var turn = 0
            while !Task.isCancelled {
                errors.write("\r\(Self.frames[turn % Self.frames.count]) \(Text("waiting", "жду ответа"))")
                turn += 1
                try? await Task.sleep(for: .milliseconds(150))
            }
            // Back to the beginning of the line, and what stood there away.
            errors.write("\r\u{1B}[K")
        }
    }

    /// Takes the sign away.
    func stop(_ turning: Task<Void, Never>?) async {
        turning?.cancel()
        await turning?.value
    }
}
