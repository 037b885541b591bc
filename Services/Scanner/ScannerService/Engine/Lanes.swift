/// Operations on several windows side by side. They are written for each width, because generic code compiles to scalar
/// code.
///
/// Each pair takes one instruction, unlike `pointwiseMin` and `pointwiseMax`, which also check for NaN.
extension SIMD4<Double> {
    @inline(__always)
    static func greater(_ one: Self, _ other: Self) -> Self { other.replacing(with: one, where: one .> other) }

    /// Returns the distance of each number from a band; 0 within it.
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

    /// Returns the distance of each number from a band; 0 within it.
    @inline(__always)
    func excess(above upper: Self, below lower: Self) -> Self {
        Self.greater(.zero, Self.greater(self - upper, lower - self))
    }
}
