import Coordination
import Domain
import GatewayWords

/// Asks a user at the terminal for consent.
enum Consent {
    /// Requires the answer yes.
    ///
    /// - Parameter mayAsk: False with `--no-input`.
    /// - Throws: ``UsageError`` when nobody can be asked; ``Fault`` `cancelled` for any answer but yes.
    static func require(_ question: Text, mayAsk: Bool) throws {
        guard mayAsk else {
            throw UsageError(
                Text(
                    "This needs a confirmation, but --no-input forbids questions.",
                    "Нужно согласие, а --no-input запрещает спрашивать."), hint: Text("add --yes", "добавьте --yes"),
                field: "yes")
        }
        guard try isGiven(to: question, ask: { prompt throws(Fault) in try TerminalLine.ask(prompt) }) else {
            throw Fault(.cancelled, "\(Text("Cancelled; nothing was done.", "Отменено; ничего не сделано."))")
        }
    }

    /// True when the answer is yes. An answer that may be a no in another keyboard layout is asked again once.
    ///
    /// - Parameter ask: Asks for a line; nil where there is no terminal.
    static func isGiven(
        to question: Text, in language: Language = .current, ask: (String) throws(Fault) -> String?
    ) throws -> Bool {
        var prompt = question + Text(" [y/N] ", " [д/Н] ")
        for isLast in [false, true] {
            guard let line = try ask(prompt.spoken(in: language)) else {
                throw UsageError(
                    Text(
                        "This needs a confirmation, but there is no terminal to ask at.",
                        "Нужно согласие, а терминала, на котором спросить, нет."),
                    hint: Text("add --yes", "добавьте --yes"), field: "yes")
            }
            switch AnswerLetter.meaning(ofLine: line, in: language) {
            case .yes: return true
            case .perhapsYes where isLast: return true
            case .perhapsYes: prompt = AnswerLetter.askBack + Text(verbatim: " ")
            case .no, nil: return false
            }
        }
        return false
    }
}
