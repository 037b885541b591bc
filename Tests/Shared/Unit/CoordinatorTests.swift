import Coordination
import Domain
import Synchronization
import Testing

/// The rules of the tree, without any I/O.
@Suite struct CoordinatorTests {
    // MARK: Flows

    @Test func aChildKnowsItsParentWhichHoldsIt() {
        let (root, child) = (Node("root"), Node("child"))
        root.startFlow(child)
        #expect(child.node.parent === root)
        #expect(root.node.children.map { ObjectIdentifier($0) } == [ObjectIdentifier(child)])
        #expect(child.startCount == 1)
    }

    @Test func theParentIsHeldWeakly() {
        let child = Node("child")
        do {
            let root = Node("root")
            root.startFlow(child)
        }
        #expect(child.node.parent == nil)
    }

    @Test func finishingRunsTheCompletionOnceAndLeavesTheTree() {
        let (root, child, count) = (Node("root"), Node("child"), Counter())
        root.startFlow(child) { count.increase() }
        child.finishFlow()
        child.finishFlow()
        #expect(count.value == 1)
        #expect(child.node.parent == nil)
        #expect(root.node.children.isEmpty)
    }

    @Test func childrenFinishBeforeTheirParentTheYoungestFirst() {
        let order = Journal()
        let (root, parent) = (Node("root"), Node("parent"))
        root.startFlow(parent) { order.note("parent") }
        for name in ["first", "second"] {
            let child = Node(name)
            parent.startFlow(child) { order.note(name) }
            child.startFlow(Node("grandchild")) { order.note("below \(name)") }
        }
        parent.finishFlow()
        #expect(order.lines == ["below second", "second", "below first", "first", "parent"])
    }

    @Test func aFinishedFlowMayStartAgain() {
        let (root, child) = (Node("root"), Node("child"))
        root.startFlow(child)
        child.finishFlow()
        root.startFlow(child)
        #expect(child.node.parent === root)
        #expect(child.startCount == 2)
    }

    @Test func oneChildWithTwoParentsTraps() async {
        await #expect(processExitsWith: .failure) {
            let (root, other, child) = (Node("root"), Node("other"), Node("child"))
            root.startFlow(child)
            other.startFlow(child)
        }
    }

    @Test func aTreeThatBitesItsTailTraps() async {
        await #expect(processExitsWith: .failure) {
            let (root, child) = (Node("root"), Node("child"))
            root.startFlow(child)
            child.startFlow(root)
        }
    }

    // MARK: Send

    @Test func aSignalFindsItsReceiverAnywhereInTheTree() async throws {
        let tree = Tree()
        #expect(try await tree.left.send(Ask(text: "hello")) == "right answers hello")
        #expect(try await tree.leaf.send(Ask(text: "hello")) == "right answers hello")
        #expect(try await tree.root.send(Ask(text: "hello")) == "right answers hello")
    }

    @Test func aSignalNeverComesBackToItsSender() async {
        let (root, child) = (Node("root"), Node("child", answersAsk: true))
        root.startFlow(child)
        let fault = await #expect(throws: Fault.self) { try await child.send(Ask(text: "hello")) }
        #expect(fault?.code == .methodNotFound)
    }

    @Test func anUnknownSignalIsAFaultNeverSilence() async {
        let tree = Tree()
        for send in [tree.left, tree.root, tree.leaf] {
            let fault = await #expect(throws: Fault.self) { try await send.send(Unknown()) }
            #expect(fault?.code == .methodNotFound)
        }
        await #expect(throws: Fault.self) { _ = try await tree.left.broadcast(Unknown()) }
    }

    @Test func theTimeLimitHoldsAlsoForAReceiverThatDoesNotHeedCancelling() async {
        let (root, stubborn) = (Node("root"), Node("stubborn"))
        let (isOver, end) = AsyncStream.makeStream(of: Void.self)
        stubborn.answer(Ask.self) { _, _ in
            // Ignores cancellation until the test is over: a busy machine may be late with the end of any time limit.
            await Task.detached { for await _ in isOver {} }.value
            return ""
        }
        root.startFlow(stubborn)
        let fault = await #expect(throws: Fault.self) {
            try await root.send(Ask(text: "hello"), within: .milliseconds(20))
        }
        end.finish()
        #expect(fault?.code == .deadlineExceeded)
    }

    @Test func theTimeLimitBecomesTheDeadlineUnlessThereIsAnEarlierOne() async throws {
        let (root, child) = (Node("root"), Node("child"))
        let deadlines = Mutex<[Instant?]>([])
        child.answer(Ask.self) { _, context in
            deadlines.withLock { $0.append(context.deadline) }
            return ""
        }
        root.startFlow(child)
        let (before, soon) = (WallClock.system.now(), WallClock.system.now() + .seconds(300))
        _ = try await root.send(Ask(text: ""))
        _ = try await root.send(Ask(text: ""), within: .seconds(600))
        _ = try await root.send(Ask(text: ""), context: SignalContext(deadline: soon), within: .seconds(600))
        let seen = deadlines.withLock { $0 }
        #expect(seen[0] == nil && seen[2] == soon)
        #expect(try #require(seen[1]) >= before + .seconds(600) && #require(seen[1]) < before + .seconds(900))
    }

    @Test func whatGoesOnwardHasThePersonTheDeadlineAndTheFreshnessAndNoKey() {
        let context = SignalContext(
            caller: .service("a"), deadline: Instant(microseconds: 1), idempotencyKey: "k",
            maximumStaleness: .zero, session: "s", peer: RequestPeer.process(userID: 1, processID: 1),
            note: RequestNote())
        let onward = context.onward()
        #expect(onward.caller == .service("a") && onward.session == "s" && onward.deadline == context.deadline)
        #expect(onward.maximumStaleness == .zero)
        #expect(onward.idempotencyKey == nil && onward.peer == nil && onward.note == nil)
        #expect(context.onward(idempotencyKey: "other").idempotencyKey == "other")
    }

    @Test func theContextArrives() async throws {
        let (root, child) = (Node("root"), Node("child"))
        child.answer(Ask.self) { _, context in context.idempotencyKey ?? "none" }
        root.startFlow(child)
        #expect(try await root.send(Ask(text: ""), context: SignalContext(idempotencyKey: "k1")) == "k1")
    }

    // MARK: Broadcast

    @Test func aBroadcastVisitsEachCoordinatorOnce() async throws {
        let tree = Tree(allAnswer: true)
        let answers = try await tree.leaf.broadcast(Ask(text: "all"))
        let texts = try answers.map { try $0.get() }.sorted()
        #expect(texts == ["left answers all", "right answers all", "root answers all"])
        #expect([tree.root, tree.left, tree.right, tree.leaf].map(\.editCount) == [1, 1, 1, 0])
    }

    @Test func aBroadcastCollectsErrorsBesideAnswers() async throws {
        let tree = Tree(allAnswer: true)
        tree.left.answer(Ask.self) { _, _ in throw Fault(.conflict, "no") }
        let answers = try await tree.right.broadcast(Ask(text: "all"))
        let faults = answers.filter { if case .failure = $0 { true } else { false } }
        #expect(answers.count == 3)
        #expect(faults.count == 1)
    }

    // MARK: Options

    @Test func anIsolatedCoordinatorPassesSignalsToSharedChildrenAndItsParentOnly() async throws {
        let root = Node("root", answersAsk: true)
        let isolated = Node("isolated", options: .isolated)
        let shared = Node("shared", options: .shared, answersAsk: true)
        let plain = Node("plain", answersAsk: true)
        let beyond = Node("beyond", answersAsk: true)
        root.startFlow(isolated)
        isolated.startFlow(shared)
        isolated.startFlow(plain)
        shared.startFlow(beyond)
        let fromInside = try await isolated.broadcast(Ask(text: "x")).map { try $0.get() }.sorted()
        #expect(fromInside == ["beyond answers x", "root answers x", "shared answers x"])
        let fromAbove = try await root.broadcast(Ask(text: "x")).map { try $0.get() }.sorted()
        #expect(fromAbove == ["beyond answers x", "shared answers x"])
        let fromPlain = try await plain.broadcast(Ask(text: "x")).map { try $0.get() }.sorted()
        #expect(fromPlain == ["beyond answers x", "root answers x", "shared answers x"])
    }

    // MARK: Edit

    @Test func contextsAreEditedOnTheWayOneAfterAnother() async throws {
        let (root, middle) = (Node("root"), Node("middle", suffix: "+middle"))
        let end = Node("end", suffix: "+end", answersAsk: true)
        root.startFlow(middle)
        middle.startFlow(end)
        #expect(try await root.send(Ask(text: "text")) == "end answers text+middle+end")
        #expect(try await middle.send(Ask(text: "text")) == "end answers text+end", "a sender does not edit its own")
    }

    @Test func anEditReachesOnlyThoseBeyondIt() async throws {
        let root = Node("root")
        let (editing, other) = (Node("editing", suffix: "!", answersAsk: true), Node("other", answersAsk: true))
        root.startFlow(editing)
        root.startFlow(other)
        let texts = try await root.broadcast(Ask(text: "x")).map { try $0.get() }.sorted()
        #expect(texts == ["editing answers x!", "other answers x"])
    }

    @Test func answeringOneSignalTwiceTraps() async {
        await #expect(processExitsWith: .failure) {
            var handlers = SignalHandlers()
            handlers.answer(Ask.self) { _, _ in "" }
            handlers.answer(Ask.self) { _, _ in "" }
        }
    }
}

// MARK: - The cast

private struct Ask: Signal {
    typealias Answer = String
    static let method: SignalMethod = "test.ask"
    static let summary = "Asks."
    let text: String
}

private struct Unknown: Signal {
    typealias Answer = String
    static let method: SignalMethod = "test.unknown"
    static let summary = "Nobody knows it."
}

/// root ─ left ─ leaf, root ─ right; the right one answers.
private struct Tree {
    let root: Node, left: Node, right: Node, leaf: Node

    init(allAnswer: Bool = false) {
        root = Node("root", answersAsk: allAnswer)
        left = Node("left", answersAsk: allAnswer)
        right = Node("right", answersAsk: true)
        leaf = Node("leaf", answersAsk: allAnswer)
        root.startFlow(left)
        root.startFlow(right)
        left.startFlow(leaf)
    }
}

private final class Node: Coordinator {
    let node: CoordinatorNode
    private let edits = Counter()
    private let state = Mutex((handlers: SignalHandlers(), starts: 0))

    init(_ name: String, options: CoordinatorOptions = [], suffix: String = "", answersAsk: Bool = false) {
        let edits = edits
        node = CoordinatorNode(options: options) { context, _ in
            edits.increase()
            var context = context
            context.idempotencyKey = (context.idempotencyKey ?? "") + suffix
            return context
        }
        if answersAsk { answer(Ask.self) { "\(name) answers \($0.text)\($1.idempotencyKey ?? "")" } }
    }

    var startCount: Int { state.withLock { $0.starts } }
    var editCount: Int { edits.value }

    func start() { state.withLock { $0.starts += 1 } }

    func answer<S: Signal>(_ type: S.Type, with handler: @escaping SignalHandler<S>) {
        var handlers = SignalHandlers()
        handlers.answer(type, with: handler)
        let made = handlers
        state.withLock { $0.handlers = made }
    }

    func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { state.withLock { $0.handlers }[type] }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increase() { count.withLock { $0 += 1 } }
}

private final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    var lines: [String] { entries.withLock { $0 } }
    func note(_ line: String) { entries.withLock { $0.append(line) } }
}
