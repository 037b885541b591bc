import CMimalloc
import Glibc

/// The memory allocator of a process that links this module: mimalloc replaces malloc, free and the like.
///
/// It suits programs in which one thread frees what another allocated, as with every request that is received and
/// answered on different threads.
/// - Source: Leijen, Zorn, de Moura, "Mimalloc: Free List Sharding in Action", 2019.
public enum Allocator {
    /// The version in the library's own notation: 209 for 2.0.9. `mi_version`
    public static var version: Int { Int(mi_version()) }

    /// True when malloc uses mimalloc. `mi_is_in_heap_region`
    public static var isInUse: Bool {
        guard let memory = malloc(64) else { return false }
        defer { free(memory) }
        return mi_is_in_heap_region(memory)
    }
}
