import TestSupport

/// The legal outcomes of a crash between two changes.
///
/// A disk keeps what was synced. Of what was not it may keep anything, in any order: a write in part, in units of a
/// sector. There are too many to try all, so: nothing, everything, every beginning, the last change without those
/// before it, the last one torn, and a seeded choice of subsets with torn writes in them.
struct CrashOutcomes {
    /// What a disk writes as a whole.
    static let sector = 512
    /// The most beginnings tried at one crash point; more than these only a disk that never syncs has.
    private static let mostBeginnings = 24

    let state: DiskState
    /// The number of the last change before the crash; nil when only whole outcomes are asked for.
    let newest: Int?
    /// How many subsets are chosen.
    let subsets: Int
    var generator: SeededGenerator

    /// Returns the outcomes, the one in which everything arrived first.
    mutating func all() -> [Outcome] {
        let unsynced = state.unsynced
        var outcomes = [state.everything]
        for names in Self.beginnings(of: state.pendingNames, most: 4) {
            for kept in Self.subsets(of: unsynced.suffix(3)) {
                var outcome = state.everything
                outcome.names = names
                for file in unsynced where !kept.contains(file) { outcome.pieces[file] = [] }
                outcomes.append(outcome)
            }
        }
        for file in unsynced {
            let isNewest = newest.map { state.operations[$0].file == file } ?? false
            let variants = variants(of: state.files[file]?.pending ?? [], isNewest: isNewest)
            for others in unsynced.count > 1 ? [true, false] : [true] {
                for pieces in variants {
                    var outcome = state.everything
                    if !others { for other in unsynced where other != file { outcome.pieces[other] = [] } }
                    outcome.pieces[file] = pieces
                    outcomes.append(outcome)
                }
            }
        }
        return outcomes
    }

    /// Returns what may be left of the unsynced changes of a file.
    private mutating func variants(of pending: [Int], isNewest: Bool) -> [[Piece]] {
        let whole = pending.map { Piece(operation: $0, bytes: nil) }
        // Those without the newest change were tried when they were new.
        guard isNewest, let last = whole.last else {
            return Self.beginnings(of: whole, most: Self.mostBeginnings)
        }
        var variants = [whole, [last]]
        for torn in tears(of: last.operation) { variants.append(whole.dropLast() + [torn]) }
        for _ in 0..<min(subsets, pending.count - 1) {
            var subset: [Piece] = []
            for piece in whole.dropLast() where generator.chance(60) {
                let tears = generator.chance(25) ? tears(of: piece.operation) : []
                subset.append(tears.isEmpty ? piece : generator.one(of: tears))
            }
            variants.append(subset + [last])
        }
        return variants
    }

    /// Returns the parts of a write that a crash may leave: its first sectors, or only later ones.
    private func tears(of number: Int) -> [Piece] {
        guard case .write(let offset, let bytes) = state.operations[number].kind else { return [] }
        let boundaries = stride(
            from: (offset / Self.sector + 1) * Self.sector, to: offset + bytes.count, by: Self.sector
        )
        .map { $0 - offset }
        guard let first = boundaries.first, let last = boundaries.last else { return [] }
        let middle = boundaries[boundaries.count / 2]
        return Set([0..<first, 0..<middle, 0..<last, first..<bytes.count, middle..<bytes.count])
            .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
            .map { Piece(operation: number, bytes: $0) }
    }

    /// Returns the beginnings of a list, the empty one first; evenly chosen ones when they are too many.
    private static func beginnings<Element>(of list: [Element], most: Int) -> [[Element]] {
        guard list.count > most else { return (0...list.count).map { Array(list[..<$0]) } }
        return (0...most).map { Array(list[..<($0 * list.count / most)]) }
    }

    private static func subsets(of files: ArraySlice<Int>) -> [Set<Int>] {
        files.reduce([[]]) { subsets, file in subsets + subsets.map { $0.union([file]) } }
    }
}
