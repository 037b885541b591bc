import GatewaySession
import GatewayWords

/// Replaces short ids and titles in the arguments of a command with ids, before the command runs.
package struct ReferenceReader {
    private let client: ServiceClient

    package init(client: ServiceClient) {
        self.client = client
    }

    /// Returns the arguments with ids. An unlisted complete id stays unchanged: the service reports it.
    /// - Throws: ``UsageError`` for a text that is ambiguous or names nothing; faults of the service that lists the
    ///   candidates.
    package func read(_ arguments: ParsedArguments, of command: any Command) async throws -> ParsedArguments {
        var arguments = arguments
        for flag in command.flags {
            guard let thing = NamedThing.meant(by: flag.field, in: command.words),
                let text = arguments.text(flag.field)
            else { continue }
            let words = flag.kind == .words ? text.split(separator: ",").map(String.init) : [text]
            guard words.contains(where: { !thing.isWhole($0) }) else { continue }
            let reference = Reference(
                candidates: try await ReferenceList(client: client).candidates(of: thing),
                takesBeginnings: thing.takesBeginnings)
            let ids = try words.map { word throws(UsageError) in
                if thing.isWhole(word) { return word }
                if let id = try reference.id(of: word, field: flag.field) { return id }
                guard thing.takesBeginnings else { return word }
                try reference.refuseBeginning(word, field: flag.field)
                throw reference.refuse(word, hint: thing.hint, field: flag.field)
            }
            arguments[flag.field] = .text(ids.joined(separator: ","))
        }
        return arguments
    }
}
