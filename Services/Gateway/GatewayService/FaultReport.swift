import Coordination
import Domain
import GatewayCommandLine
import GatewayCommands
import GatewayWords
import Hosting
import Reasons
import Signals
import StrictJSON

/// The report of a failure: a sentence and a hint for people, one line of JSON for programs.
struct FaultReport: Sendable, Error {
    /// The exit code of the gateway.
    let exitCode: GatewayExitCode
    private let fault: Fault
    /// The gateway's own sentence, in both languages.
    private var own: Text?
    private let hint: Text?
    /// The flag that fills the fault's field, if the command has one.
    private let flag: String?
    /// The flag that fills the parent of the fault's field.
    private let nearFlag: String?
    private let flags: [FlagShape]
    /// True when the user wrote the request itself, in the terms of the protocol.
    private let isCall: Bool
    /// The kind of thing that was not found.
    private var missing: NamedThing?
    /// The trace of the request, if a service may have spans of it.
    private let trace: TraceID?

    /// Creates the report of any error.
    ///
    /// - Parameters:
    ///   - command: The command that failed.
    ///   - hasKey: True if the user gave an idempotency key.
    ///   - trace: The trace of the run, if it has called a service.
    init(_ error: any Error, of command: (any Command)? = nil, hasKey: Bool = false, trace: TraceID? = nil) {
        let field = (error as? Fault)?.field
        let whole = field.flatMap { $0.split { $0 == "." || $0 == "[" }.first.map(String.init) }
        let flags = command?.flags ?? []
        self.flags = flags
        isCall = command?.words == ["call"]
        flag = flags.first { flag in flag.field == field || field.map { flag.makes.contains($0) } ?? false }?.name
        nearFlag = flags.first { $0.field == whole }?.name
        switch error {
        case let fault as Fault:
            let advice = FaultAdvice.forFault(fault)
            (self.fault, exitCode) = (fault, advice.exitCode)
            if fault.code == .unauthenticated, case .text(let profile)? = fault.details["profile"] {
                hint = Text(verbatim: "gateway login --profile \(profile)")
            } else if fault.code == .confirmationRequired, case .text(let challenge)? = fault.details["challenge"] {
                hint = Text(verbatim: "gateway confirm \(challenge)")
            } else if fault.code == .confirmationRequired, fault.details["password"] == .flag(true) {
                hint = OneTimeCode.passwordHint
            } else if fault.code == .confirmationRequired, fault.details["enrolled"] == .flag(false),
                fault.details["signIn"] == .flag(true)
            {
                hint = Text(verbatim: "gateway login")
            } else if fault.code == .notFound, let command {
                missing = NamedThing.named(by: field, in: command.words)
                hint = missing?.hint
            } else if let own = command?.hint(for: fault) {
                hint = own
            } else if field == "params", let command {
                // The request lacks something that other flags provide.
                hint = Text(verbatim: "gateway help \(command.name)")
            } else if fault.code == .limitExceeded, fault.details["which"] != nil {
                hint = Text(
                    "gateway limits show ACCOUNT tells what is left",
                    "gateway limits show ACCOUNT покажет, что осталось")
            } else if fault.code == .conflict, !hasKey {
                hint = nil
            } else if fault.code == .invalidCredentials, field != nil {
                // The user is signed in, so the hint is about neither the login nor another user.
                hint = Text("gateway password reset makes a new one", "gateway password reset задаст новый")
            } else {
                hint = advice.hint
            }
        case let error as UsageError:
            let code = error.isUnknownName ? FaultCode.notFound : FaultCode("usage")
            fault = Fault(code, error.message.spoken(in: .english), field: error.field)
            (exitCode, hint, own) = (error.isUnknownName ? .notFound : .usage, error.hint, error.message)
        case let error as HostingError:
            fault = Fault(error.code == .alreadyRunning ? .conflict : .unavailable, "\(error)")
            (exitCode, hint) = (error.code == .alreadyRunning ? .noAnswer : .failed, nil)
            own = SystemErrorText.of(error)
        case is CancellationError:
            (fault, exitCode, hint) = (Fault(.cancelled, "Cancelled."), .cancelled, nil)
            own = Text("Cancelled.", "Отменено.")
        default:
            let said = Text("The gateway failed: \(error).", "Шлюз не справился: \(error).")
            (fault, exitCode, hint) = (Fault(.internalFault, said.spoken(in: .english)), .failed, nil)
            own = said
        }
        // A refusal by the gateway itself has no trace at any service, and an unreachable service keeps none.
        self.trace = error is UsageError || exitCode == .serviceDown ? nil : trace
    }

    /// The report as `{"error":{…}}` with the members `code`, `reason?`, `message`, `field?`, `retryable`,
    /// `retryAfterMs?`, `details?`, `hint?`, `trace?` and `exitCode`.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.member("code", fault.code.name)
        writer.member("reason", ifPresent: fault.reason)
        writer.member("message", fault.message)
        writer.member("field", ifPresent: fault.field)
        writer.member("retryable", fault.isRetryable)
        if let wait = fault.retryAfterMilliseconds { writer.member("retryAfterMs", wait) }
        if !fault.details.isEmpty {
            writer.key("details")
            writer.beginObject()
            for (name, detail) in fault.details.sorted(by: { $0.key < $1.key }) {
                switch detail {
                case .text(let text): writer.member(name, text)
                case .number(let number): writer.member(name, number)
                case .flag(let flag): writer.member(name, flag)
                }
            }
            writer.endObject()
        }
        writer.member("hint", ifPresent: hint?.spoken(in: .english))
        writer.member("trace", ifPresent: trace?.description)
        writer.member("exitCode", exitCode.rawValue)
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// The sentence. A field is named by its flag, which people know.
    private var sentence: Text {
        own
            ?? FaultSentence.of(
                fault, flag: flag, nearFlag: nearFlag,
                flags: Dictionary(flags.map { ($0.field, $0.name) }) { first, _ in first }, speaksOfFields: isCall)
    }

    /// True when the sentence or the hint already contains a detail, so that no line repeats it.
    private func isSaid(_ name: String, _ detail: ReasonDetail) -> Bool {
        // The sentence shows the details of its reason, and those of the cause inside it.
        let reasons = [fault.reason, fault.details["cause"]?.plainText].compactMap { $0 }
        if reasons.contains(where: {
            ReasonCatalogue.house[$0].map { ReasonTemplate($0.english).names.contains(name) } ?? false
        }) {
            return true
        }
        // Details of a line of a file are shown in that line.
        if fault.details.isPartOfGroup(name) { return true }
        if case .text(let text) = detail, ReasonCatalogue.house[text] != nil { return true }
        if name == "missing", fault.code == .termsMissing { return true }
        // The sentence names the element of a list and counts from 1; the detail is for programs and counts from 0.
        if name == "row" || name == "index", fault.field?.contains("[") == true { return true }
        let isTranslated =
            Language.current == .english || fault.reason.map { ReasonCatalogue.house[$0] != nil } ?? false
        let said = (isTranslated ? [fault.message] : []) + (hint.map { [$0.spoken(in: .english)] } ?? [])
        return said.contains { DetailText.isSaid(detail, in: $0) }
    }

    /// The page with the sentence, the details and the hint.
    var page: Page {
        var page = Page()
        page.line(StyledText("gateway: ", .red), StyledText(sentence), StyledText(" [\(fault.code)]", .dim))
        for (name, detail) in fault.details.sorted(by: { $0.key < $1.key }) where !isSaid(name, detail) {
            let line = fault.details.explanation(as: name).map { ReasonText.of($0, else: detail.plainText) }
            page.line(
                StyledText(Text(verbatim: "  ") + DetailText.label(name, detail) + Text(verbatim: ": "), .dim),
                StyledText(line ?? DetailText.value(detail)))
        }
        if let wait = fault.retryAfterMilliseconds, wait >= 1000, exitCode != .serviceDown {
            page.line(
                StyledText("  wait: ", "  подождать: ", .dim),
                StyledText(ValueText.duration(seconds: (wait + 999) / 1000)))
        }
        if let hint { page.line(StyledText("  hint: ", "  подсказка: ", .dim), StyledText(hint)) }
        if let trace, FaultAdvice.ours.contains(fault.code) {
            page.line(
                StyledText(
                    "  details: gateway trace \(trace.description)",
                    "  подробности: gateway trace \(trace.description)", .dim))
        }
        return page
    }
}
