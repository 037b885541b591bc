import Domain

/// The queries for Telegram.
protocol TelegramReading {
    func telegramLink(telegramID: Int64) throws -> TelegramLink?
    func telegramLink(userID: String) throws -> TelegramLink?
    func telegramAttempt(secretDigest: [UInt8]) throws -> TelegramAttempt?
    func telegramAttempt(nonceDigest: [UInt8]) throws -> TelegramAttempt?
    func telegramAttempt(buttonKey: String) throws -> TelegramAttempt?
    /// Returns the beginnings of attempts after `time`, oldest first.
    func telegramBeginnings(after time: Instant) throws -> [Instant]
    /// Returns the open attempts of a user to link an account.
    func openTelegramLinkAttempts(of userID: String) throws -> [TelegramAttempt]
    /// True when the update was handled before.
    func isHandled(telegramUpdate id: Int64) throws -> Bool
    /// Returns the last handled update and its time; nil before the first.
    func lastTelegramUpdate() throws -> (id: Int64, handledAt: Instant)?
    /// Returns replies from the queue, oldest first.
    func telegramReplies(limit: Int) throws -> [QueuedTelegramReply]
    /// Returns the length of the queue, in total and for one chat.
    func telegramReplyCount(chat: Int64) throws -> (all: Int, chat: Int)
    /// True when the data of a login widget was used before.
    func isUsed(telegramProof digest: [UInt8]) throws -> Bool
}

/// The changes for Telegram.
protocol TelegramWriting: TelegramReading {
    /// Stores a link and replaces earlier links of that Telegram account and that user.
    func save(_ link: TelegramLink) throws
    func forgetTelegramLink(userID: String) throws
    /// Upserts an attempt.
    func save(_ attempt: TelegramAttempt) throws
    func noteHandled(telegramUpdate id: Int64, at time: Instant) throws
    func enqueue(_ reply: TelegramReply, at time: Instant) throws
    func forgetTelegramReply(id: Int64) throws
    func noteUsed(telegramProof digest: [UInt8], at time: Instant) throws
    /// Deletes expired rows.
    func sweepTelegram(at now: Instant) throws
}
