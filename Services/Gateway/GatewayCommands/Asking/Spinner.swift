import GatewayWords

/// A turning sign for long waits at a terminal; silent elsewhere.
struct Spinner: Sendable {
    private static let frames = ["|", "/", "-", "\\"]

    let errors: TextStream

    /// Starts the spinner if the terminal supports escape sequences.
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
            // Returns to the beginning of the line and clears it.
            errors.write("\r\u{1B}[K")
        }
    }

    /// Stops and removes the spinner.
    func stop(_ turning: Task<Void, Never>?) async {
        turning?.cancel()
        await turning?.value
    }
}
