import Coordination
import Domain
import Signals

/// The bot's reaction to one update, within its transaction.
struct TelegramConversation {
    /// The most replies in the queue, in total and for one chat. Further replies are dropped: a person who asks faster
    /// than Telegram lets the bot answer gets none.
    static let mostReplies = 1000
    static let mostRepliesOfChat = 10

    /// The number of buttons that Telegram shows in one row.
    private static let buttonsPerRow = 8

    let transaction: any AuthTransaction
    let now: Instant
    let mayRegister: Bool

    // MARK: The link

    /// Handles a press of Start.
    func open(_ payload: String, _ person: TelegramPerson) throws {
        let words = person.language
        guard !payload.isEmpty else { return try reply(.say(words.greeting, to: person.id)) }
        // The link is of another service, which reads the code in auth's events.
        if payload.utf8.count <= 64, payload.hasPrefix(AuthEvent.TelegramStarted.codeMark) {
            return try transaction.record(.telegramStarted(person, code: payload), at: now)
        }
        guard payload.utf8.count <= 64,
            var attempt = try transaction.telegramAttempt(nonceDigest: TelegramAttempt.digest(payload)),
            attempt.isOpen(at: now)
        else { return try reply(.say(words.over, to: person.id)) }
        if let first = attempt.person, first.id != person.id {
            return try reply(.say(words.notYours, to: person.id))
        }
        if attempt.state == .begun {
            attempt.state = .asked
            attempt.person = person
            attempt.choices = TelegramNumbers.choices(with: attempt.number)
            try transaction.save(attempt)
        }
        // A repeated press repeats the question.
        let (text, buttons) = try question(attempt, words)
        try reply(.say(text, to: person.id, buttons))
    }

    private func question(
        _ attempt: TelegramAttempt, _ words: TelegramLanguage
    ) throws -> (text: String, buttons: [[TelegramReply.Button]]) {
        let key = attempt.buttonKey
        func button(_ label: String, _ data: TelegramButtonData) -> TelegramReply.Button {
            TelegramReply.Button(label: label, data: data.text)
        }
        if attempt.state == .matched {
            let name = attempt.person?.name ?? ""
            return (
                words.createQuestion(name: name),
                [[button(words.create, .create(key: key))], [button(words.cancel, .deny(key: key))]]
            )
        }
        var userName: String?
        if case .link(let userID) = attempt.purpose { userName = try transaction.user(id: userID)?.name ?? userID }
        let numbers = attempt.choices.map { button(String($0), .number(key: key, round: attempt.round, $0)) }
        let rows = stride(from: 0, to: numbers.count, by: Self.buttonsPerRow).map { start in
            Array(numbers[start...].prefix(Self.buttonsPerRow))
        }
        return (
            words.question(attempt, userName: userName), rows + [[button(words.notMe, .deny(key: key))]]
        )
    }

    // MARK: The buttons

    /// Handles a pressed button.
    func take(_ press: TelegramPress) throws {
        let words = press.person.language
        if press.data.hasPrefix(AuthEvent.TelegramPressed.dataMark) {
            return try transaction.record(.telegramPressed(press), at: now)
        }
        guard let data = TelegramButtonData(press.data),
            let attempt = try transaction.telegramAttempt(buttonKey: data.key)
        else { return try reply(.acknowledge(press, words.oldButton)) }
        guard attempt.person?.id == press.person.id else { return try reply(.acknowledge(press, words.notYours)) }
        guard attempt.isOpen(at: now) else { return try takeLate(press, attempt) }
        switch data {
        case .number(_, let round, let number):
            guard attempt.state == .asked, round == attempt.round, attempt.choices.contains(number) else {
                return try reply(.acknowledge(press, words.oldButton))
            }
            try number == attempt.number ? takeRight(press, attempt) : takeWrong(press, attempt, number)
        case .deny:
            let text = attempt.state == .matched ? words.cancelled : words.denied
            try finish(attempt, .refused, press, text)
        case .create:
            guard attempt.state == .matched else { return try reply(.acknowledge(press, words.oldButton)) }
            try create(press, attempt)
        }
    }

    /// Handles a button of an attempt that is over: it does nothing and is removed if it is still shown.
    private func takeLate(_ press: TelegramPress, _ attempt: TelegramAttempt) throws {
        let words = press.person.language
        switch attempt.state {
        case .begun, .asked, .matched:
            try reply(.acknowledge(press))
            try reply(.rewrite(press, words.over))
        case .confirmed, .delivered, .refused: try reply(.acknowledge(press, words.oldButton))
        }
    }

    private func takeWrong(_ press: TelegramPress, _ attempt: TelegramAttempt, _ number: Int) throws {
        var attempt = attempt
        let words = press.person.language
        attempt.strike(number)
        guard attempt.round < TelegramAttempt.mostWrong else {
            return try finish(attempt, .refused, press, words.tooManyWrong)
        }
        try transaction.save(attempt)
        let (text, buttons) = try question(attempt, words)
        let notice = words.wrong(triesLeft: TelegramAttempt.mostWrong - attempt.round)
        try reply(.acknowledge(press, notice))
        try reply(.rewrite(press, "\(notice)\n\n\(text)", buttons))
    }

    private func takeRight(_ press: TelegramPress, _ attempt: TelegramAttempt) throws {
        let words = press.person.language
        switch attempt.purpose {
        case .link(let userID): try link(userID, press, attempt)
        case .signIn:
            if let link = try transaction.telegramLink(telegramID: press.person.id),
                try transaction.user(id: link.userID) != nil
            {
                try finish(attempt, .confirmed, as: link.userID, press, words.signedIn(device: attempt.device))
            } else if mayRegister {
                var attempt = attempt
                attempt.state = .matched
                attempt.person = press.person
                try transaction.save(attempt)
                let (text, buttons) = try question(attempt, words)
                try reply(.acknowledge(press))
                try reply(.rewrite(press, text, buttons))
            } else {
                try finish(attempt, .refused, press, words.nobodyLinked)
            }
        }
    }

    // MARK: The outcome

    private func link(_ userID: String, _ press: TelegramPress, _ attempt: TelegramAttempt) throws {
        let words = press.person.language
        guard let user = try transaction.user(id: userID) else {
            return try finish(attempt, .refused, press, words.over)
        }
        if let other = try transaction.telegramLink(telegramID: press.person.id), other.userID != userID {
            return try finish(attempt, .refused, press, words.linkedToAnother)
        }
        if let other = try transaction.telegramLink(userID: userID), other.telegramID != press.person.id {
            return try finish(attempt, .refused, press, words.userHasAnother)
        }
        try keepLink(userID, press.person)
        try finish(attempt, .confirmed, as: userID, press, words.linked(userName: user.name))
    }

    /// Creates a user without an address and a password: Telegram is the only way to sign in.
    private func create(_ press: TelegramPress, _ attempt: TelegramAttempt) throws {
        let words = press.person.language
        if let link = try transaction.telegramLink(telegramID: press.person.id) {
            return try finish(attempt, .confirmed, as: link.userID, press, words.signedIn(device: attempt.device))
        }
        let user = User(
            id: Identifier.random(length: 16), email: nil, username: nil, name: press.person.name, passwordHash: "",
            createdAt: now)
        try transaction.add(user)
        try transaction.record(.userRegistered(user), at: now)
        try keepLink(user.id, press.person)
        try finish(attempt, .confirmed, as: user.id, press, words.created(name: user.name))
    }

    private func keepLink(_ userID: String, _ person: TelegramPerson) throws {
        let link = TelegramLink(telegramID: person.id, userID: userID, name: person.name, linkedAt: now)
        try transaction.save(link)
        try transaction.record(.telegramLinked(link), at: now)
    }

    private func finish(
        _ attempt: TelegramAttempt, _ state: TelegramAttempt.State, as userID: String? = nil, _ press: TelegramPress,
        _ text: String
    ) throws {
        var attempt = attempt
        attempt.state = state
        attempt.userID = userID
        try transaction.save(attempt)
        try reply(.acknowledge(press))
        try reply(.rewrite(press, text))
    }

    private func reply(_ reply: TelegramReply) throws {
        let waiting = try transaction.telegramReplyCount(chat: reply.chat)
        guard waiting.all < Self.mostReplies, waiting.chat < Self.mostRepliesOfChat else { return }
        try transaction.enqueue(reply, at: now)
    }
}
