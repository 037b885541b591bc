import Domain
import GatewayScenes
import GatewayWords
import Glibc
import Hosting

/// The app as a dialog: it reads each screen out, then waits for a line. For screen readers, terminals that only write,
/// and scripts.
@MainActor package final class PlainFace {
    /// How long a screen may wait for a service before it is read out as it is.
    private static let patience = Duration.seconds(20)

    private let router: SceneRouter
    private let output: TextStream
    private let renderer: PlainRenderer
    private let input: PlainInput
    private var isEnded = false
    private var news = PlainUpdates()
    /// True when an unchanged screen is not read out: the message about a meaningless line is enough.
    private var isQuiet = false
    private var settling: CheckedContinuation<Void, Never>?

    package init(_ router: SceneRouter, output: TextStream, language: Language, input: PlainInput = .standard()) {
        self.router = router
        self.output = output
        self.input = input
        renderer = PlainRenderer(language: language)
    }

    /// Runs until the user leaves or the input ends.
    package func run() async {
        router.onChange = { [weak self] in self?.look() }
        while !isEnded, !router.isFinished {
            await settle()
            guard !router.isFinished, let screen = router.top?.screen() else { break }
            tell(screen)
            if let form = screen.form {
                await fill(form, isSearch: screen.list != nil)
            } else {
                await choose(screen)
            }
        }
        router.onChange = nil
    }

    /// Reads out the changes of the screen.
    private func tell(_ screen: Screen) {
        let lines = news.lines(
            renderer.lines(of: screen, path: router.path), path: router.path.map(renderer.say), chosen: renderer.chosen,
            isAsking: screen.question != nil)
        for line in lines { output.print(line) }
        if lines.isEmpty, !isQuiet {
            output.print(renderer.say(Text("Nothing has changed.", "Ничего не изменилось.")))
        }
        isQuiet = false
    }

    // MARK: Waiting

    /// Waits until the top screen has its data.
    private func settle() async {
        let end = ContinuousClock.now + Self.patience
        let alarm = Task { [weak self] in
            try await Task.sleep(until: end)
            self?.settled()
        }
        defer { alarm.cancel() }
        // When this continues, the next request may already be under way.
        while !router.isFinished, router.top?.screen().isWaiting == true, .now < end {
            await withCheckedContinuation { settling = $0 }
        }
    }

    private func look() {
        if router.isFinished || router.top?.screen().isWaiting != true { settled() }
    }

    private func settled() {
        settling?.resume()
        settling = nil
    }

    // MARK: Lines

    private func line(_ prompt: String, isSecret: Bool = false) async -> String? {
        output.write(prompt)
        let line = await input.next(isSecret: isSecret)
        if isSecret { output.print("") }
        if line == nil { isEnded = true }
        return line
    }

    private func choose(_ screen: Screen) async {
        guard let line = await line("> ") else { return }
        // An empty line reads out the whole screen again.
        guard !line.isEmpty else { return news.forget() }
        if let row = screen.list.flatMap({ PlainPages.row(line, in: $0) }) {
            return router.receive(.scene(.choose(row)))
        }
        if let panes = PlainWord.panes(line, of: screen) {
            for pane in panes { for line in renderer.lines(of: pane, in: screen) { output.print(line) } }
            return await choose(screen)
        }
        // The colon that commands need in a field is permitted here, too.
        let word = line.count > 1 && line.hasPrefix(":") ? String(line.dropFirst()) : line
        guard let inputs = PlainWord.input(word, on: screen, also: router.globalActions, in: renderer.language)
        else {
            output.print(renderer.say(Text("That is none of the choices.", "Такого выбора нет.")))
            isQuiet = true
            return
        }
        for input in inputs {
            if case .scene(.aim) = input { output.print(renderer.say(AnswerLetter.askBack)) }
            router.receive(input)
        }
    }

    /// Asks for each field, then submits the form; the results of a search are read out and selected from.
    private func fill(_ form: Form, isSearch: Bool) async {
        let scene = router.top
        for field in form.fields {
            guard router.top === scene,
                let now = router.top?.screen().form?.fields.first(where: { $0.name == field.name })
            else { return }
            guard let line = await line(prompt(now), isSecret: now.kind == .secret) else { return }
            if line == "." { return router.receive(.back) }
            // Commands also work here. They need a colon, because a field may contain a word that looks like a command.
            if line.hasPrefix(":"), let screen = router.top?.screen(),
                let inputs = PlainWord.input(
                    String(line.dropFirst()), on: screen, also: router.globalActions, in: renderer.language)
            {
                for input in inputs { router.receive(input) }
                return
            }
            router.receive(.scene(.focus(field: field.name)))
            let text = line == Self.emptying && now.canBeEmptied ? "" : line
            if !line.isEmpty { router.receive(.scene(.fill(field: field.name, text))) }
        }
        guard isSearch, router.top === scene, let screen = router.top?.screen() else {
            return router.receive(.scene(.enter))
        }
        for line in renderer.lines(of: screen, path: router.path) { output.print(line) }
        await choose(screen)
    }

    /// The answer that clears a field; an empty answer keeps its value.
    private static let emptying = "-"

    private func prompt(_ field: FormField) -> String {
        var prompt = renderer.say(field.label)
        if case .choice(let choices) = field.kind {
            let names = choices.enumerated().map { "\($0.offset + 1) \(renderer.say($0.element))" }
            prompt += " (" + names.joined(separator: ", ") + ")"
        }
        let now = renderer.say(field.shown)
        if field.canBeEmptied {
            prompt += " [\(now); " + renderer.say(Text("\(Self.emptying) for none", "\(Self.emptying) уберёт")) + "]"
        } else if !now.isEmpty, field.kind != .secret {
            prompt += " [\(now)]"
        }
        return DisplayText.clean(prompt) + ": "
    }
}

/// The source of lines.
package struct PlainInput: Sendable {
    /// Returns the next line without its end; nil at the end of the input.
    let read: @Sendable (_ isSecret: Bool) -> String?

    func next(isSecret: Bool) async -> String? {
        await withCheckedContinuation { continuation in
            BackgroundThread.start(named: "lines") { continuation.resume(returning: read(isSecret)) }
        }
    }

    /// Reads standard input; at a terminal, secrets are typed without echo: tcsetattr(3).
    static func standard() -> PlainInput {
        PlainInput { isSecret in
            var usual = termios()
            let isTerminal = tcgetattr(STDIN_FILENO, &usual) == 0
            if isSecret, isTerminal {
                var silent = usual
                silent.c_lflag &= ~tcflag_t(ECHO)
                tcsetattr(STDIN_FILENO, TCSANOW, &silent)
            }
            defer { if isSecret, isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &usual) } }
            return readLine(strippingNewline: true)
        }
    }
}
