import CMimalloc
import Glibc

/// The memory of a process that links this module: mimalloc stands in for malloc, free and their like.
///
/// It is for programs in which what one thread makes another lets go of, as every request that is read here and written there.
/// - Source: Leijen, Zorn, de Moura, "Mimalloc: Free List Sharding in Action", 2019.
public enum Allocator {
    /// Its version as it writes it itself: 209 for 2.0.9. `mi_version`
    public static var version: Int { Int(mi_version()) }

    /// Whether what malloc gives comes from it. `mi_is_in_heap_region`
    public static var isInUse: Bool {
        guard let memory = malloc(64) else { return false }
        defer { free(memory) }
        return mi_is_in_heap_region(memory)
    }
}
