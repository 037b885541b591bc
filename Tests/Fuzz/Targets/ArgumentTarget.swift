import Domain
import GatewayCommandLine
import GatewayService
import GatewayWords

extension FuzzTarget {
    /// Arguments of the gateway, one a line: a mistake is explained in both languages, and help is a page.
    static let arguments = FuzzTarget(
        "arguments", maximumLength: 1_024, modules: ["GatewayCommandLine", "GatewayWords"]
    ) { bytes in
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let commands = CommandTable.all
        do throws(UsageError) {
            switch try CommandLineReader(commands).read(words.map(String.init)) {
            case .run: break
            case .help(let words): _ = try HelpText.page(about: words, commands, width: 80)
            }
        } catch {
            for language in Language.allCases {
                let sentence = error.message.spoken(in: language)
                try demand(!sentence.isEmpty, "a mistake is not explained")
                try demand(sentence.utf8.count <= 16_384, "a mistake is explained in \(sentence.utf8.count) bytes")
            }
        }
    }
}
