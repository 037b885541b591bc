import FuzzTargets
import Glibc

/// Runs a target. `make fuzz` links libFuzzer, which then searches for inputs; without it the given files are read.
///
///     fuzz list              the names of the targets, each with its longest input, modules and folders of samples
///     fuzz seeds NAME FOLDER writes the inputs that follow from the sources
///     fuzz NAME FILES        reads files as the target does, to see a finding again
///     fuzz NAME OPTIONS      libFuzzer, with its options and folders
@main
struct FuzzMain {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        // libFuzzer starts this program again with options of its own.
        if getenv(variable) == nil, let first = arguments.first {
            if first == "list" { return list() }
            if first == "seeds", arguments.count == 3 { return try writeSeeds(of: arguments[1], to: arguments[2]) }
            setenv(variable, first, 1)
            arguments.removeFirst()
        }
        guard let target else {
            print("fuzz list | seeds NAME FOLDER | NAME FILES")
            exit(64)
        }
        if let run = Driver.linked { exit(run(arguments)) }
        for path in arguments { try target.check(try read(path)) }
    }

    private static func list() {
        for target in FuzzTarget.all {
            let modules = target.modules.joined(separator: ",")
            print(([target.name, String(target.maximumLength), modules] + target.samples).joined(separator: " "))
        }
    }

    private static func writeSeeds(of name: String, to folder: String) throws {
        let seeds = try FuzzTarget.named(name)?.seeds() ?? []
        for (index, seed) in seeds.enumerated() {
            guard let file = fopen("\(folder)/seed-\(index)", "w") else { exit(74) }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else {
            print("\(path) cannot be read")
            exit(66)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }
}

/// The target's name, also for the processes that libFuzzer starts.
private let variable = "FUZZ_TARGET"
private let target = getenv(variable).flatMap { FuzzTarget.named(String(cString: $0)) }

/// libFuzzer's main function: `LLVMFuzzerRunDriver`.
private enum Driver {
    private typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    private typealias Run =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>, Check
        ) -> Int32

    /// Runs it with options; nil where it is not linked.
    static var linked: (([String]) -> Int32)? {
        guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else { return nil }
        // It is a function of this type: FuzzerInterface of LLVM, "Using libFuzzer as a library".
        let run = unsafeBitCast(symbol, to: Run.self)
        return { options in
            let texts = ([CommandLine.arguments[0]] + options).map { strdup($0) } + [nil]
            let values = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count)
            values.initialize(from: texts, count: texts.count)
            var (count, arguments) = (Int32(texts.count - 1), values)
            return run(&count, &arguments) { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                do {
                    try target?.check(input)
                } catch {
                    // libFuzzer takes an end by a signal for a finding, and nothing that is returned.
                    fatalError("\(error)")
                }
                return 0
            }
        }
    }
}
