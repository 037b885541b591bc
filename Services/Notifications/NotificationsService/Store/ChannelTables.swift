import Signals
import Storage

/// The table of channels, those that are ending included.
enum ChannelTable: Table {
    enum Columns: Int, ColumnList {
        case id, userId, kind, name, address, state, reason, createdUs, pausedUs, chat, linkDigest, linkExpiresUs,
            secret,
            oldSecret, oldSecretUntilUs, isFailing, farewell, isRemoved
    }

    static let name = "channels"
    static let key = [Columns.id]
    static let constant: [Columns] = [.userId, .kind, .createdUs]

    static func write(_ channel: Channel, to row: inout NewRow<Columns>) {
        row.set(.id, channel.id)
        row.set(.userId, channel.userID)
        row.set(.kind, channel.kind)
        row.set(.name, channel.name)
        row.set(.address, channel.address)
        row.set(.state, channel.state)
        row.set(.reason, channel.reason)
        row.set(.createdUs, channel.createdAt)
        row.set(.pausedUs, channel.pausedUntil)
        row.set(.chat, channel.chat)
        row.set(.linkDigest, channel.linkDigest)
        row.set(.linkExpiresUs, channel.linkExpiresAt)
        row.set(.secret, channel.secret)
        row.set(.oldSecret, channel.oldSecret)
        row.set(.oldSecretUntilUs, channel.oldSecretUntil)
        row.set(.isFailing, channel.isFailing)
        row.set(.farewell, channel.farewell)
        row.set(.isRemoved, channel.isRemoved)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Channel {
        var channel = try Channel(
            id: row[.id], userID: row[.userId], kind: row[.kind], name: row[.name], address: row[.address],
            state: row[.state], createdAt: row[.createdUs])
        channel.reason = try row[.reason]
        channel.pausedUntil = try row[.pausedUs]
        channel.chat = try row[.chat]
        channel.linkDigest = try row[.linkDigest]
        channel.linkExpiresAt = try row[.linkExpiresUs]
        channel.secret = try row[.secret]
        channel.oldSecret = try row[.oldSecret]
        channel.oldSecretUntil = try row[.oldSecretUntilUs]
        channel.isFailing = try row[.isFailing]
        channel.farewell = try row[.farewell]
        channel.isRemoved = try row[.isRemoved]
        return channel
    }
}

/// The table of messages.
enum DeliveryTable: Table {
    enum Columns: Int, ColumnList {
        case id, userId, channel, form, state, dueUs, attempts, round, createdUs, lastUs, answer, messageId, choice,
            mayBeRepeat, number
    }

    static let name = "deliveries"
    static let key = [Columns.id]
    static let constant: [Columns] = [.userId, .channel, .form, .createdUs, .number]

    static func write(_ delivery: Delivery, to row: inout NewRow<Columns>) {
        row.set(.id, delivery.id)
        row.set(.userId, delivery.userID)
        row.set(.channel, delivery.channelID)
        row.set(.form, delivery.form)
        row.set(.state, delivery.state)
        row.set(.dueUs, delivery.dueAt)
        row.set(.attempts, delivery.attempts)
        row.set(.round, delivery.round)
        row.set(.createdUs, delivery.createdAt)
        row.set(.lastUs, delivery.lastAt)
        row.set(.answer, delivery.answer)
        row.set(.messageId, delivery.messageID)
        row.set(.choice, delivery.choice)
        row.set(.mayBeRepeat, delivery.mayBeRepeat)
        row.set(.number, nil as Int64?)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Delivery {
        try Delivery(
            id: row[.id], userID: row[.userId], channelID: row[.channel], form: row[.form], state: row[.state],
            dueAt: row[.dueUs], attempts: row[.attempts], round: row[.round], createdAt: row[.createdUs],
            lastAt: row[.lastUs], answer: row[.answer], messageID: row[.messageId], choice: row[.choice],
            mayBeRepeat: row[.mayBeRepeat])
    }
}

/// The table of the bot's jobs.
enum BotJobTable: Table {
    enum Columns: Int, ColumnList {
        case number, kind, chat, text, queryId, messageId, delivery, action, createdUs
    }

    static let name = "bot_jobs"
    static let key = [Columns.number]

    static func write(_ job: BotJob, to row: inout NewRow<Columns>) {
        row.set(.number, nil as Int64?)
        row.set(.kind, job.kind)
        row.set(.chat, job.chat)
        row.set(.text, job.text)
        row.set(.queryId, job.queryID)
        row.set(.messageId, job.messageID)
        row.set(.delivery, job.deliveryID)
        row.set(.action, job.action)
        row.set(.createdUs, job.createdAt)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> BotJob {
        try BotJob(
            number: row[.number], kind: row[.kind], chat: row[.chat], text: row[.text], queryID: row[.queryId],
            messageID: row[.messageId], deliveryID: row[.delivery], action: row[.action], createdAt: row[.createdUs])
    }
}

extension NotificationsSignal.ChannelKind: SQLiteConvertible {}
extension NotificationsSignal.ChannelState: SQLiteConvertible {}
extension Delivery.Form: SQLiteConvertible {}
extension Delivery.State: SQLiteConvertible {}
extension BotJob.Kind: SQLiteConvertible {}
extension ButtonData.Action: SQLiteConvertible {}
