import Glibc
import Mimalloc
import Testing

@Suite struct AllocatorTests {
    @Test func whatMallocGivesComesFromIt() {
        #expect(Allocator.isInUse)
        #expect(Allocator.version >= 200)
    }

    /// One thread may free memory that another allocated.
    @Test func memoryPassesFromThreadToThread() async {
        let sum = await withTaskGroup(of: [[UInt8]].self) { group in
            for size in 1...200 { group.addTask { (0..<50).map { Array(repeating: UInt8(size), count: size * $0) } } }
            return await group.reduce(0) { $0 + $1.reduce(0) { $0 + $1.reduce(0) { $0 + Int($1) } } }
        }
        #expect(sum == (1...200).reduce(0) { total, size in total + (0..<50).reduce(0) { $0 + size * size * $1 } })
    }
}
