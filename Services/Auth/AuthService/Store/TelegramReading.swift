import Domain

/// What can be asked about Telegram.
protocol TelegramReading {
    func telegramLink(telegramID: Int64) throws -> TelegramLink?
    func telegramLink(userID: String) throws -> TelegramLink?
    func telegramAttempt(secretDigest: [UInt8]) throws -> TelegramAttempt?
    func telegramAttempt(nonceDigest: [UInt8]) throws -> TelegramAttempt?
    func telegramAttempt(buttonKey: String) throws -> TelegramAttempt?
    /// The beginnings of attempts after `time`, the oldest first.
    func telegramBeginnings(after time: Instant) throws -> [Instant]
    /// Attempts to link that the user has begun and nobody has ended.
    func openTelegramLinkAttempts(of userID: String) throws -> [TelegramAttempt]
    /// Whether the update was handled before.
    func isHandled(telegramUpdate id: Int64) throws -> Bool
    /// The update that was handled last, and when; nil before the first.
    func lastTelegramUpdate() throws -> (id: Int64, handledAt: Instant)?
    /// What the bot is to do, the oldest first.
    func telegramReplies(limit: Int) throws -> [QueuedTelegramReply]
    /// How many wait, in all and for one chat.
    func telegramReplyCount(chat: Int64) throws -> (all: Int, chat: Int)
    /// Whether the data of a login widget was used before.
    func isUsed(telegramProof digest: [UInt8]) throws -> Bool
}

/// What can be done about Telegram.
protocol TelegramWriting: TelegramReading {
    /// Keeps a link; one of that Telegram account or that user that there was before is gone.
    func save(_ link: TelegramLink) throws
    func forgetTelegramLink(userID: String) throws
    /// Keeps an attempt, new or changed.
    func save(_ attempt: TelegramAttempt) throws
    func noteHandled(telegramUpdate id: Int64, at time: Instant) throws
    func enqueue(_ reply: TelegramReply, at time: Instant) throws
    func forgetTelegramReply(id: Int64) throws
    func noteUsed(telegramProof digest: [UInt8], at time: Instant) throws
    /// Forgets what nobody needs any more.
    func sweepTelegram(at now: Instant) throws
}
