/// The part of a paste that has arrived.
package struct PastedText {
    /// Ctrl-C ends a paste whose end was lost.
    static let interrupt: UInt32 = 3
    /// The rest of a longer paste is dropped.
    private static let longest = 65_536

    private var scalars = String.UnicodeScalarView()
    private var count = 0

    package init() {}

    /// The text so far.
    package var text: String { String(scalars) }

    package mutating func append(_ value: UInt32) {
        guard count < Self.longest, let scalar = Unicode.Scalar(value) else { return }
        scalars.append(scalar)
        count += 1
    }
}
