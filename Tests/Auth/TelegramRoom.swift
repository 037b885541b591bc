import Coordination
import Domain
import Signals
import Synchronization
import TestSupport

@testable import AuthService

/// A bot that is always ready.
struct SteadyTelegramBot: TelegramBotPort {
    let standing = TelegramStanding(state: .ready, name: TelegramStandIn.botName)
}

/// The bot's chats without a network: passes updates to the handler and records the bot's replies.
final class TelegramRoom: Sendable {
    static let anna = TelegramPerson(id: 1001, name: "Anna", language: .english)
    static let boris = TelegramPerson(id: 1002, name: "Boris", language: .russian)

    let house: AuthHouse
    private let lastUpdate = Mutex<Int64>(0)
    private let keyboards = Mutex<[Int64: [TelegramReply.Button]]>([:])

    init(_ house: AuthHouse) { self.house = house }

    /// Registers a user without a password by Telegram, or signs an existing one in.
    func signIn(as person: TelegramPerson = anna) async throws -> AuthSignal.Session {
        let attempt = try await begin()
        try await open(attempt.link, as: person)
        try await press(String(attempt.number), as: person)
        if buttons(of: person).contains(where: { $0.label == "Create a new account" }) {
            try await press("Create a new account", as: person)
        }
        guard let session = try await poll(attempt).session else {
            throw WaitedInVain(description: "the sign-in by Telegram gave no session")
        }
        return session
    }

    /// Begins a sign-in on a device.
    func begin(device: String? = "laptop") async throws -> AuthSignal.TelegramAttempt {
        try await house.send(AuthSignal.StartTelegram(device: device))
    }

    /// Returns the progress of an attempt.
    func poll(_ attempt: AuthSignal.TelegramAttempt, key: String? = nil) async throws -> AuthSignal.TelegramProgress {
        try await house.send(AuthSignal.PollTelegram(attempt: attempt.attempt), key: key)
    }

    /// Presses Start with the payload of a link.
    @discardableResult
    func open(_ link: String, as person: TelegramPerson) async throws -> [TelegramReply] {
        let payload = link.split(separator: "=").last.map(String.init)
        return try await hand(in: .start(payload: payload, person))
    }

    /// Presses the button with this label in the last keyboard.
    @discardableResult
    func press(_ label: String, as person: TelegramPerson) async throws -> [TelegramReply] {
        guard let button = buttons(of: person).first(where: { $0.label == label }) else {
            throw WaitedInVain(description: "there is no button \(label)")
        }
        return try await press(data: button.data, as: person)
    }

    @discardableResult
    func press(data: String, as person: TelegramPerson) async throws -> [TelegramReply] {
        try await hand(
            in: .press(TelegramPress(queryID: "q", person: person, messageID: 7, data: data)))
    }

    /// Returns the last keyboard in a person's chat.
    func buttons(of person: TelegramPerson) -> [TelegramReply.Button] { keyboards.withLock { $0[person.id] ?? [] } }

    /// Returns the labels of wrong numbers in it.
    func wrongNumbers(of person: TelegramPerson, _ attempt: AuthSignal.TelegramAttempt) -> [String] {
        buttons(of: person).map(\.label).filter { Int($0) != nil && $0 != String(attempt.number) }
    }

    /// Handles an update with a new id, or with a given one.
    func hand(in content: TelegramUpdate.Content, as number: Int64? = nil) async throws -> [TelegramReply] {
        let id =
            number
            ?? lastUpdate.withLock { last in
                last += 1
                return last
            }
        try await house.telegram.updates.handle(TelegramUpdate(id: id, content: content))
        return try await takeReplies()
    }

    /// Returns the queued replies and removes them.
    func takeReplies() async throws -> [TelegramReply] {
        let replies = try await house.store.write(deadline: nil) { transaction in
            let waiting = try transaction.telegramReplies(limit: 100)
            for reply in waiting { try transaction.forgetTelegramReply(id: reply.id) }
            return waiting.map(\.reply)
        }
        for reply in replies where reply.kind != .acknowledge {
            keyboards.withLock { $0[reply.chat] = reply.buttons.flatMap { $0 } }
        }
        return replies
    }

    /// Links a Telegram account to the owner of a session.
    func link(_ person: TelegramPerson, to session: AuthSignal.Session) async throws {
        let attempt = try await house.send(AuthSignal.LinkTelegram(password: AuthHouse.password), as: session)
        try await open(attempt.link, as: person)
        try await press(String(attempt.number), as: person)
        let state = try await poll(attempt).state
        guard state == .confirmed else { throw WaitedInVain(description: "linking ended as \(state)") }
    }
}
