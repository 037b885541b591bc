import Domain
import GatewayWords
import StrictJSON

/// What a walk over the protocol found, for people and programs.
struct ConformanceReport {
    let service: String
    let findings: [RuleFinding]

    /// True when every rule that was tried holds.
    var conforms: Bool { findings.allSatisfy { $0.result != .doesNotHold } }

    /// Returns `{"service","conforms","rules":[{"rule","section","title","result","remark"?}]}`.
    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("service", service)
        writer.member("conforms", conforms)
        writer.key("rules")
        writer.beginArray()
        for finding in findings {
            writer.beginObject()
            writer.member("rule", finding.rule.name)
            writer.member("section", finding.rule.section)
            writer.member("title", finding.rule.title.spoken(in: .english))
            writer.member("result", finding.result.rawValue)
            writer.member("remark", ifPresent: finding.remark?.spoken(in: .english))
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    func page() -> Page {
        var page = Page()
        var table = Table([
            .words(Text("section of PROTOCOL", "раздел PROTOCOL")), .text(Text("rule", "правило")),
            .words(Text("result", "итог")),
        ])
        for finding in findings {
            table.add([StyledText(finding.rule.section), StyledText(finding.rule.title), finding.result.word])
        }
        page.table(table)
        page.line()
        for (result, look) in [(RuleFinding.Result.doesNotHold, StyledText.Look.red), (.notTried, .dim)] {
            for finding in findings where finding.result == result {
                guard let remark = finding.remark else { continue }
                page.line(
                    finding.result.word, StyledText(": ", look), StyledText(finding.rule.title, look))
                page.line(StyledText("  "), StyledText(remark))
            }
        }
        func count(_ result: RuleFinding.Result) -> Int { findings.count { $0.result == result } }
        page.say(
            """
            \(service): \(count(.holds), "rule holds", "rules hold"), \(count(.doesNotHold), "is", "are") \
            broken, \(count(.notTried), "was", "were") not tried
            """,
            """
            \(service): соблюдается \(count(.holds), "правило", "правила", "правил"), нарушено \
            \(count(.doesNotHold)), не проверено \(count(.notTried))
            """, conforms ? .green : .red)
        return page
    }
}
