/// A part of a write that reached the disk.
struct Piece: Hashable, Sendable {
    /// The number of the write or the truncation.
    let operation: Int
    /// The bytes of the write that arrived; nil for all of it.
    let bytes: Range<Int>?
}

/// What may be on a disk after a crash: of each file what was synced and these pieces, under these names.
struct Outcome: Sendable {
    /// The changes of names that reached the disk, by number.
    var names: [Int] = []
    /// The pieces of each file in their order. Of a file that is not here nothing unsynced arrived.
    var pieces: [Int: [Piece]] = [:]
}

/// Names an outcome so that equal contents have equal names, whenever the crash is.
struct ImageName: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let name: String
        let file: Int
        /// All changes of the file up to this number are in it.
        let through: Int
        /// Further pieces, after a gap.
        let pieces: [Piece]
    }

    let files: [File]
}

/// A disk between two changes: what a crash cannot take any more, and what it can.
struct DiskState {
    /// A file.
    struct File {
        /// The bytes that are on the disk.
        var durable: [UInt8] = []
        /// The last change in ``durable``; -1 for none.
        var through = -1
        /// The changes since, by number.
        var pending: [Int] = []
    }

    let operations: [DiskOperation]
    private(set) var files: [Int: File] = [:]
    /// The names that are on the disk.
    private(set) var names: [String: Int] = [:]
    /// The changes of names since, by number.
    private(set) var pendingNames: [Int] = []

    init(_ operations: [DiskOperation]) { self.operations = operations }

    /// The files of which a crash can take something, in order.
    var unsynced: [Int] { files.filter { !$0.value.pending.isEmpty }.keys.sorted() }

    /// Carries out the change of this number.
    mutating func advance(_ number: Int) {
        let operation = operations[number]
        switch operation.kind {
        case .create:
            files[operation.file] = File()
            pendingNames.append(number)
        case .remove: pendingNames.append(number)
        case .write, .truncate: files[operation.file, default: File()].pending.append(number)
        case .sync:
            guard var file = files.removeValue(forKey: operation.file) else { break }
            for pending in file.pending { operations[pending].apply(to: &file.durable, only: nil) }
            (file.through, file.pending) = (file.pending.last ?? file.through, [])
            files[operation.file] = file
        }
        if operation.isDirectorySynced {
            names = resolve(pendingNames)
            pendingNames = []
        }
    }

    /// The outcome in which everything arrived, as after the end of a process.
    var everything: Outcome {
        Outcome(names: pendingNames, pieces: files.mapValues { $0.pending.map { Piece(operation: $0, bytes: nil) } })
    }

    /// Returns the name of an outcome.
    func name(of outcome: Outcome) -> ImageName {
        ImageName(
            files: resolve(outcome.names).sorted { $0.key < $1.key }.map { name, number in
                let file = files[number] ?? File()
                let pieces = outcome.pieces[number] ?? []
                let whole = zip(pieces, file.pending).prefix { $0.bytes == nil && $0.operation == $1 }.count
                return ImageName.File(
                    name: name, file: number, through: whole == 0 ? file.through : file.pending[whole - 1],
                    pieces: Array(pieces[whole...]))
            })
    }

    /// Returns the content of every file of an outcome.
    func content(of outcome: Outcome) -> [String: [UInt8]] {
        resolve(outcome.names).mapValues { number in
            var bytes = files[number]?.durable ?? []
            for piece in outcome.pieces[number] ?? [] {
                operations[piece.operation].apply(to: &bytes, only: piece.bytes)
            }
            return bytes
        }
    }

    private func resolve(_ changes: [Int]) -> [String: Int] {
        var names = names
        for number in changes {
            let operation = operations[number]
            if case .create = operation.kind {
                names[operation.name] = operation.file
            } else if names[operation.name] == operation.file {
                names[operation.name] = nil
            }
        }
        return names
    }
}

extension DiskOperation {
    /// Changes the bytes of a file; a write only as far as `part` of it arrived.
    fileprivate func apply(to file: inout [UInt8], only part: Range<Int>?) {
        switch kind {
        case .write(let offset, let bytes):
            let range = part ?? 0..<bytes.count
            let end = offset + range.upperBound
            // What lies between the old end and the write reads as zeros.
            if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
            file.withUnsafeMutableBytes { target in
                bytes.withUnsafeBytes { source in
                    UnsafeMutableRawBufferPointer(rebasing: target[(offset + range.lowerBound)..<end])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
                }
            }
        case .truncate(let size):
            if size < file.count {
                file.removeLast(file.count - size)
            } else {
                file += [UInt8](repeating: 0, count: size - file.count)
            }
        case .create, .sync, .remove: break
        }
    }
}
