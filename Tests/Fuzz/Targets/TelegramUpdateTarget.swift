import AuthService

extension FuzzTarget {
    /// What auth reads from Telegram and browsers: updates, the data of buttons, the client data of passkeys.
    static let telegramUpdates = FuzzTarget(
        "telegram-updates", maximumLength: 4_096, modules: ["AuthService", "StrictJSON"]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let update = TelegramUpdate(text: text) {
            // The next update is asked for by the id that follows.
            try demand(update.id < .max, "no id follows \(update.id)")
            switch update.content {
            case .press(let press):
                try demand(
                    press.data.count <= 100 && press.queryID.utf8.count <= 128, "a button has data of any length")
                try demand(press.person.name.unicodeScalars.count <= 256, "a person has a name of any length")
            case .start(_, let person):
                try demand(person.name.unicodeScalars.count <= 256, "a person has a name of any length")
            case .other: break
            }
        }
        if let data = TelegramButtonData(text) {
            try demand(data.text.utf8.count <= 64, "a button has longer data than Telegram takes")
            try demand(TelegramButtonData(data.text) == data, "the data of a button are read otherwise")
        }
        if let data = ClientData(bytes) {
            try demand(data.challenge.utf8.count <= ClientData.longest, "a challenge of any length")
        }
    }
}
