/// A Dockerfile as its stages and instructions.
struct DockerfileReader: Sendable {
    /// One instruction, with continuation lines joined and comments removed.
    struct Instruction: Equatable, Sendable {
        let keyword: String
        let argument: String
    }

    /// The part after one FROM.
    struct Stage: Sendable {
        let image: String
        let name: String?
        var instructions: [Instruction] = []

        /// Returns the arguments of all instructions of a kind.
        func arguments(of keyword: String) -> [String] {
            instructions.filter { $0.keyword == keyword }.map(\.argument)
        }

        /// The variables set by ENV.
        var variables: [String: String] {
            arguments(of: "ENV").flatMap { $0.matches(of: /(\w+)=(\S+)/) }.reduce(into: [:]) {
                $0[String($1.1)] = String($1.2)
            }
        }
    }

    let stages: [Stage]

    init(_ text: String) {
        var stages: [Stage] = []
        var joined = ""
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
            joined += line.hasSuffix("\\") ? line.dropLast() + " " : line
            if line.hasSuffix("\\") { continue }
            let words = joined.split(separator: " ")
            joined = ""
            guard let keyword = words.first else { continue }
            let argument = words.dropFirst().joined(separator: " ")
            if keyword == "FROM" {
                let name = words.count == 4 && words[2] == "AS" ? String(words[3]) : nil
                stages.append(Stage(image: String(words.count > 1 ? words[1] : ""), name: name))
            } else if !stages.isEmpty {
                stages[stages.count - 1].instructions.append(
                    Instruction(keyword: String(keyword), argument: argument))
            }
        }
        self.stages = stages
    }
}
