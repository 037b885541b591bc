import Domain

@testable import AuthService

/// The Telegram data of the store in memory.
struct InMemoryTelegram: Sendable {
    var links: [TelegramLink] = []
    var attempts: [[UInt8]: TelegramAttempt] = [:]
    var updates: [Int64: Instant] = [:]
    var replies: [QueuedTelegramReply] = []
    var lastReply: Int64 = 0
    var proofs: Set<[UInt8]> = []
}

extension InMemoryAuthTransaction {
    private var attempts: some Collection<TelegramAttempt> { content.telegram.attempts.values }

    func telegramLink(telegramID: Int64) -> TelegramLink? {
        content.telegram.links.first { $0.telegramID == telegramID }
    }
    func telegramLink(userID: String) -> TelegramLink? { content.telegram.links.first { $0.userID == userID } }
    func telegramAttempt(secretDigest: [UInt8]) -> TelegramAttempt? { content.telegram.attempts[secretDigest] }
    func telegramAttempt(nonceDigest: [UInt8]) -> TelegramAttempt? { attempts.first { $0.nonceDigest == nonceDigest } }
    func telegramAttempt(buttonKey: String) -> TelegramAttempt? { attempts.first { $0.buttonKey == buttonKey } }
    func telegramBeginnings(after time: Instant) -> [Instant] {
        attempts.map(\.createdAt).filter { $0 > time }.sorted()
    }
    func openTelegramLinkAttempts(of userID: String) -> [TelegramAttempt] {
        attempts.filter { $0.purpose == .link(userID: userID) && $0.state.rawValue < 3 }
    }
    func isHandled(telegramUpdate id: Int64) -> Bool { content.telegram.updates[id] != nil }
    func lastTelegramUpdate() -> (id: Int64, handledAt: Instant)? {
        content.telegram.updates.max { ($0.value, $0.key) < ($1.value, $1.key) }.map {
            (id: $0.key, handledAt: $0.value)
        }
    }
    func telegramReplies(limit: Int) -> [QueuedTelegramReply] { Array(content.telegram.replies.prefix(limit)) }
    func telegramReplyCount(chat: Int64) -> (all: Int, chat: Int) {
        let replies = content.telegram.replies
        return (replies.count, replies.count { $0.reply.chat == chat })
    }
    func isUsed(telegramProof digest: [UInt8]) -> Bool { content.telegram.proofs.contains(digest) }

    func save(_ link: TelegramLink) {
        content.telegram.links.removeAll { $0.telegramID == link.telegramID || $0.userID == link.userID }
        content.telegram.links.append(link)
    }
    func forgetTelegramLink(userID: String) { content.telegram.links.removeAll { $0.userID == userID } }
    func save(_ attempt: TelegramAttempt) { content.telegram.attempts[attempt.secretDigest] = attempt }
    func noteHandled(telegramUpdate id: Int64, at time: Instant) { content.telegram.updates[id] = time }
    func enqueue(_ reply: TelegramReply, at time: Instant) {
        content.telegram.lastReply += 1
        content.telegram.replies.append(
            QueuedTelegramReply(id: content.telegram.lastReply, reply: reply, createdAt: time))
    }
    func forgetTelegramReply(id: Int64) { content.telegram.replies.removeAll { $0.id == id } }
    func noteUsed(telegramProof digest: [UInt8], at time: Instant) { content.telegram.proofs.insert(digest) }
    func sweepTelegram(at now: Instant) {}
}
