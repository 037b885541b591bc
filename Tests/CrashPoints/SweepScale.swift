import Foundation

/// How much of a sweep is tried.
///
/// `KOPILKA_CRASH_POINTS=all` tries everything, a number that many images of each service. `KOPILKA_CRASH_SEED` replays
/// a choice.
public struct SweepScale: Sendable {
    /// The most images that are opened; nil for all.
    public let images: Int?
    /// The seed of every choice.
    public let seed: UInt64

    /// Creates a scale.
    public init(images: Int?, seed: UInt64) {
        self.images = images
        self.seed = seed
    }

    /// The images of each service in an ordinary run of the tests.
    private static let usual = 150

    /// Reads the scale from the environment.
    public static func current() -> SweepScale {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["KOPILKA_CRASH_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        let images = environment["KOPILKA_CRASH_POINTS"]
        return SweepScale(images: images == "all" ? nil : images.flatMap(Int.init) ?? usual, seed: seed)
    }

    /// True when everything is tried.
    public var isWhole: Bool { images == nil }
}
