/// Numbers of several windows side by side. Written for each width, not once for all: in generic code Swift goes lane by lane.
///
/// One instruction of the processor for each pair, unlike `pointwiseMin` and `pointwiseMax`, which ask about numbers that are
/// none.
extension SIMD4<Double> {
    @inline(__always)
    static func greater(_ one: Self, _ other: Self) -> Self { other.replacing(with: one, where: one .> other) }

    /// How far the numbers lie outside a band, 0 inside it.
    @inline(__always)
    func excess(above upper: Self, below lower: Self) -> Self {
        Self.greater(.zero, Self.greater(self - upper, lower - self))
    }
}

extension SIMD8<Double> {
    @inline(__always)
    static func greater(_ one: Self, _ other: Self) -> Self { other.replacing(with: one, where: one .> other) }

    @inline(__always)
    static func lesser(_ one: Self, _ other: Self) -> Self { other.replacing(with: one, where: one .< other) }

    /// How far the numbers lie outside a band, 0 inside it.
    @inline(__always)
    func excess(above upper: Self, below lower: Self) -> Self {
        Self.greater(.zero, Self.greater(self - upper, lower - self))
    }
}
