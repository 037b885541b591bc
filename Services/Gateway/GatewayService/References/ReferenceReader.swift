/// Reads what the words of a command mean, before it runs: ids, their beginnings and titles become ids.
struct ReferenceReader {
    let desk: ServiceDesk

    /// The arguments with ids in them. What means nothing that is listed stays as it is: the service says so.
    /// - Throws: ``UsageError`` for what may mean two things; what the service answers that lists them.
    func read(_ arguments: ParsedArguments, of command: any Command) async throws -> ParsedArguments {
        var arguments = arguments
        for flag in command.flags {
            guard let thing = NamedThing.meant(by: flag.field, in: command.words),
                let text = arguments.text(flag.field)
            else { continue }
            let words = flag.kind == .words ? text.split(separator: ",").map(String.init) : [text]
            guard words.contains(where: { !thing.isWhole($0) }) else { continue }
            let reference = Reference(
                candidates: try await ReferenceList(desk: desk).candidates(of: thing),
                takesBeginnings: thing.takesBeginnings)
            let ids = try words.map { word throws(UsageError) in
                if thing.isWhole(word) { return word }
                if let id = try reference.id(of: word, field: flag.field) { return id }
                if thing.takesBeginnings { try reference.refuseBeginning(word, field: flag.field) }
                return word
            }
            arguments[flag.field] = .text(ids.joined(separator: ","))
        }
        return arguments
    }
}
