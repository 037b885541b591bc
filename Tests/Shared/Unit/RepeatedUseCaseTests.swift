import Coordination
import Domain
import StrictJSON
import Synchronization
import Testing

/// A use case is asked for the answer that it gave before: first, and again when it refuses.
@Suite struct RepeatedUseCaseTests {
    @Test func withoutAKeyNothingIsLookedUp() async throws {
        let useCase = Booking(lookups: [.stored])
        #expect(try await useCase.send(key: nil) == "booked")
        #expect(useCase.lookupsLeft == 1)
    }

    @Test func aKnownKeyIsAnsweredAsItWas() async throws {
        let useCase = Booking(lookups: [.stored], refuses: true)
        #expect(try await useCase.send(key: "a") == "booked before")
    }

    @Test func aNewKeyIsAnswered() async throws {
        #expect(try await Booking(lookups: [.new]).send(key: "a") == "booked")
    }

    @Test func aRefusalOfWhatWasAnsweredMeanwhileIsThatAnswer() async throws {
        #expect(try await Booking(lookups: [.new, .stored], refuses: true).send(key: "a") == "booked before")
    }

    @Test func aRefusalOfANewKeyStays() async throws {
        let useCase = Booking(lookups: [.new, .new], refuses: true)
        let fault = await #expect(throws: Fault.self) { try await useCase.send(key: "a") }
        #expect(fault?.code == .notFound)
    }

    @Test func aKeyThatWasUsedForSomethingElseMeanwhileIsAConflict() async throws {
        let useCase = Booking(lookups: [.new, .usedForAnother], refuses: true)
        let fault = await #expect(throws: Fault.self) { try await useCase.send(key: "a") }
        #expect(fault?.code == .conflict)
    }
}

private struct Book: Signal {
    typealias Answer = String
    static let method: SignalMethod = "test.book"
    static let summary = "Books."
}

/// A use case that finds its earlier answers in the given order.
private struct Booking: UseCase {
    enum Lookup: Sendable { case new, stored, usedForAnother }

    private final class Lookups: Sendable {
        let left: Mutex<[Lookup]>
        init(_ lookups: [Lookup]) { left = Mutex(lookups) }
    }

    private let lookups: Lookups
    private let refuses: Bool

    init(lookups: [Lookup], refuses: Bool = false) {
        (self.lookups, self.refuses) = (Lookups(lookups), refuses)
    }

    var lookupsLeft: Int { lookups.left.withLock { $0.count } }

    func send(key: String?) async throws -> String {
        let handler = try #require(UseCaseService([.serve(self)]).handler(for: Book.self))
        return try await handler(Book(), SignalContext(idempotencyKey: key))
    }

    func answer(_ signal: Book, context: SignalContext) async throws -> String {
        if refuses { throw Fault(.notFound, "There is nothing to book.") }
        return "booked"
    }

    func answerBefore(_ signal: Book, context: SignalContext) async throws -> String? {
        switch lookups.left.withLock({ $0.removeFirst() }) {
        case .new: nil
        case .stored: "booked before"
        case .usedForAnother: throw Fault(.conflict, "The key was used for something else.")
        }
    }
}
