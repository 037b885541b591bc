import Domain
import Drawing
import GatewayScenes
import GatewayWords
import MicroHTTPD

/// The blocks of a pane as markup.
struct BlockMarkup {
    let scene: SceneMarkup
    /// The name of the pane, for ids.
    let pane: String

    /// Returns a block.
    ///
    /// - Parameter number: Its number in the pane, for ids.
    func html(_ block: Block, number: Int) -> HTML {
        switch block {
        case .gap: .nothing
        case .line(let spans): line(spans)
        case .choices(let line): choices(line)
        case .paragraph(let text, let tone): paragraph(text, tone)
        case .facts(let facts): self.facts(facts)
        case .cards(let cards): self.cards(cards)
        case .bars(let bars): self.bars(bars)
        case .list(let list): ListMarkup(scene: scene, pane: pane).html(list)
        case .form(let form): FormMarkup(scene: scene, pane: pane).fields(of: form)
        case .question(let question): self.question(question)
        case .progress(let share, let text): progress(share, text)
        case .passkey(let request): scene.passkey(request)
        case .picture(let text): QRMarkup.html(text, label: scene.say(PageTexts.code))
        case .chart(let chart): self.chart(chart, number)
        }
    }

    private func line(_ spans: [Span]) -> HTML {
        // A line of one strong piece is a heading.
        if spans.count == 1, spans[0].tone == .strong, !spans[0].isDrawn {
            return .tag(.h3, text: scene.title(spans[0].text))
        }
        return .tag(.p, .classes("line"), content: scene.spans(spans))
    }

    private func choices(_ line: ChoiceLine) -> HTML {
        let groups = line.groups.map { group -> HTML in
            .tag(
                .div, .classes("chips"), .text(.role, "group"),
                content: group.map { choice in
                    var attributes: [HTMLAttribute] = [
                        .classes("chip"), .text(.name, "do"), .text(.value, "perform.\(choice.action.name)"),
                    ]
                    if choice.isChosen { attributes.append(.text(.ariaCurrent, "true")) }
                    return .element(.button, attributes, [.text(scene.title(choice.text))])
                })
        }
        let hasTail = line.tail.contains { !scene.say($0.text).allSatisfy(\.isWhitespace) }
        return .group(
            groups + (hasTail ? [.tag(.p, .classes("line"), content: scene.spans(line.tail))] : []))
    }

    private func paragraph(_ text: Text, _ tone: Tone) -> HTML {
        let lines = scene.say(text).split(separator: "\n", omittingEmptySubsequences: false)
        let content = lines.enumerated().flatMap { number, line -> [HTML] in
            (number == 0 ? [] : [.tag(.br)]) + [.text(String(line))]
        }
        switch tone {
        case .bad: return .tag(.p, .classes("note", "bad"), content: content)
        case .waits: return .tag(.p, .classes("note", "waits"), content: content)
        case .good: return .tag(.p, .classes("say", "good"), .text(.role, "status"), content: content)
        default: return .tag(.p, .classes("say", SceneMarkup.className(of: tone) ?? "plain"), content: content)
        }
    }

    private func facts(_ facts: [Fact]) -> HTML {
        .tag(
            .dl, .classes("facts"),
            content: facts.filter { $0 != .gap }.map { fact in
                .tag(
                    .div,
                    content: [
                        .tag(.dt, text: scene.title(fact.name)), .tag(.dd, content: scene.spans(fact.value)),
                    ])
            })
    }

    private func cards(_ cards: [Card]) -> HTML {
        .tag(
            .div, .classes("stats"),
            content: cards.map { card in
                .tag(
                    .div,
                    content: [
                        .tag(.p, .classes("label"), text: scene.title(card.title)),
                        .tag(.p, .classes("fig"), content: [scene.span(card.value)]),
                    ] + (card.note.map { [.tag(.p, .classes("label"), text: scene.say($0))] } ?? []))
            })
    }

    private func bars(_ bars: [Bar]) -> HTML {
        .tag(
            .div, .classes("bars"),
            content: bars.map { bar in
                let width = max(1, Int((min(1, max(0, bar.share)) * 100).rounded()))
                return .tag(
                    .div,
                    content: [
                        .tag(.span, text: scene.title(bar.name)),
                        .tag(.span, .classes("n"), text: scene.say(bar.value)),
                        .element(
                            .svg,
                            [
                                .text(.viewBox, "0 0 100 6"), .text(.preserveAspectRatio, "none"),
                                .text(.ariaHidden, "true"),
                            ],
                            [
                                .tag(
                                    .rect, .text(.width, String(width)), .text(.height, "6"), .text(.fill, "#0072b2"))
                            ]),
                    ])
            })
    }

    private func question(_ question: Question) -> HTML {
        let id = "question-\(pane)"
        // Answers with an effect come first.
        let answers = question.answers.filter { $0.kind != .no } + question.answers.filter { $0.kind == .no }
        return .tag(
            .section, .classes("sheet"), .text(.role, "group"), .text(.ariaLabelledBy, id),
            content: [
                .tag(.h2, .text(.id, id), text: scene.say(question.text)),
                .tag(
                    .div, .classes("acts"),
                    content: answers.map { answer in
                        let look = answer.kind == .yes ? "go" : answer.kind == .no ? "plain" : "other"
                        return .tag(
                            .button, .classes("btn", look), .text(.name, "do"),
                            .text(.value, "perform.\(answer.name.name)"), text: scene.title(answer.title))
                    }),
            ])
    }

    private func progress(_ share: Double?, _ text: Text) -> HTML {
        let label = scene.say(text.isEmpty ? PageTexts.working : text)
        let bar: HTML =
            share.map { share in
                .tag(
                    .progress, .text(.max, "100"), .text(.value, String(Int(min(1, max(0, share)) * 100))),
                    .text(.ariaLabel, label))
            } ?? .tag(.progress, .text(.ariaLabel, label))
        return .tag(
            .div, .classes("work"),
            content: [.tag(.p, .text(.role, "status"), text: label), bar])
    }

    /// Returns the name of a chart on its page: that of its pane, and its number there.
    static func chartName(_ pane: String, _ number: Int) -> String { "\(pane)-\(number)" }

    private func chart(_ block: ChartBlock, _ number: Int) -> HTML {
        let name = Self.chartName(pane, number)
        var content = [ChartMarkup.figure(block, name: name, language: scene.language)]
        if let segment = block.segment { content.append(ChartMarkup.spanFields(segment, language: scene.language)) }
        let file = WebLink(
            path: scene.action.path,
            query: scene.action.query + [WebForm.Field("chart", name), WebForm.Field("as", "svg")])
        let link: HTML = .element(.a, [.link(.href, file), .flag(.download)], [.text(scene.say(PageTexts.asPicture))])
        content.append(.tag(.p, .classes("again"), content: [link]))
        return .group(content)
    }
}
