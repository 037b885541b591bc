/// Tells the one who sends replies that there are some. Rings are not counted.
struct TelegramBell: Sendable {
    private let rings = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// There are replies.
    func ring() { rings.continuation.yield() }

    /// For the one who sends.
    var stream: AsyncStream<Void> { rings.stream }
}
