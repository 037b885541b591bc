import Domain
import Signals

/// The texts about sign-ins, passwords, codes and channels.
struct SecurityWords {
    let wording: Wording

    private func say(_ english: String, _ russian: String) -> String { wording.say(english, russian) }

    func title(_ notice: Notice) -> String {
        let name = notice.facts.name ?? ""
        switch notice.kind {
        case .signedIn: return say("New sign-in", "Новый вход")
        case .passwordChanged: return say("Your password was changed", "Пароль изменён")
        case .passwordReset: return say("Your password was reset", "Пароль сброшен")
        case .resetIssued: return say("A code to reset your password was issued", "Выдан код для сброса пароля")
        case .codesOn: return say("One-time codes are on", "Одноразовые коды включены")
        case .codesOff: return say("One-time codes are off", "Одноразовые коды выключены")
        case .recoveryCodesRenewed: return say("There are new recovery codes", "Созданы новые запасные коды")
        case .recoveryCodeUsed: return say("A recovery code was used", "Использован запасной код")
        case .signInsFailed: return say("Failed sign-ins", "Неудачные попытки входа")
        case .passkeyAdded: return say("A passkey was added: \(name)", "Добавлен ключ доступа: \(name)")
        case .passkeyRemoved: return say("A passkey was removed: \(name)", "Удалён ключ доступа: \(name)")
        case .passkeyCopied:
            return say("A passkey may have been copied: \(name)", "Возможно, ключ доступа скопирован: \(name)")
        case .telegramLinked: return say("Telegram was linked: \(name)", "Telegram привязан: \(name)")
        case .telegramUnlinked: return say("Telegram was unlinked: \(name)", "Telegram отвязан: \(name)")
        case .channelAdded: return say("A channel was added: \(name)", "Добавлен канал: \(name)")
        case .channelRemoved: return say("A channel was removed: \(name)", "Удалён канал: \(name)")
        case .channelSwitchedOn: return say("A channel was switched on: \(name)", "Включён канал: \(name)")
        case .channelSwitchedOff: return say("A channel was switched off: \(name)", "Выключен канал: \(name)")
        case .channelSecretChanged: return say("A channel has a new secret: \(name)", "У канала новый секрет: \(name)")
        case .sessionsEnded: return say("Some of your sessions were ended", "Часть ваших сеансов завершена")
        case .newsReduced:
            return say(
                "You get fewer notifications about outgoing money", "Теперь вы получаете меньше уведомлений о списаниях"
            )
        case .channelOff: return say("The channel \(name) is off", "Канал «\(name)» выключен")
        case .channelTest: return say("This is a test", "Это проверка")
        case .deliveryFailed: return say("\(name) does not accept messages", "Канал «\(name)» не принимает сообщения")
        default: return ""
        }
    }

    func content(_ notice: Notice) -> [String] {
        let facts = notice.facts
        switch notice.kind {
        case .signedIn:
            let device = DeviceName.text(facts.name ?? "", in: wording.language == .ru ? .russian : .english)
            return [
                device.isEmpty ? nil : say("Device: \(device).", "Устройство: \(device)."),
                say("At \(moment(notice)).", "Время: \(moment(notice))."),
                say(
                    "If it was not you, change your password and end the session.",
                    "Если это были не вы, смените пароль и завершите сеанс."),
            ].compactMap { $0 }
        case .recoveryCodeUsed:
            let left = wording.words.count(
                facts.count ?? 0, ("recovery code is", "recovery codes are"), ("код", "кода", "кодов"))
            return [say("\(left) left.", "Осталось: \(left)."), warning]
        case .sessionsEnded: return ended(facts, notice)
        case .passkeyAdded:
            return [
                say("At \(moment(notice)).", "Время: \(moment(notice))."),
                say(
                    "If it was not you, change your password, which ends all other sessions, "
                        + "and remove the passkey: gateway passkeys.",
                    "Если это были не вы, смените пароль (это завершит остальные сеансы) "
                        + "и удалите ключ: gateway passkeys."),
            ]
        case .passkeyCopied:
            return [
                say("At \(moment(notice)).", "Время: \(moment(notice))."),
                say(
                    "Its counter went back, and its use was refused. Remove this passkey: gateway passkeys.",
                    "Его счётчик пошёл назад, и ключ не принят. Удалите этот ключ: gateway passkeys."),
            ]
        case .newsReduced:
            return [
                say("At \(moment(notice)).", "Время: \(moment(notice))."),
                say(
                    "If it was not you, change your password, which ends all other sessions, "
                        + "and check your preferences: gateway notify preferences.",
                    "Если это были не вы, смените пароль (это завершит остальные сеансы) "
                        + "и проверьте настройки уведомлений: gateway notify preferences."),
            ]
        case .signInsFailed: return failures(facts, notice)
        case .resetIssued:
            return [
                facts.until.map {
                    let text = wording.words.moment($0, in: wording.zone)
                    return say("It works until \(text).", "Действует до \(text).")
                }, warning,
            ].compactMap { $0 }
        case .channelAdded, .channelRemoved, .channelSwitchedOn, .channelSwitchedOff, .channelSecretChanged:
            return [place(facts), say("At \(moment(notice)).", "Время: \(moment(notice))."), channelsAdvice]
        case .channelOff:
            return [
                facts.isOwnRefusal
                    ? say(
                        "Its address is private or not encrypted, and the operator of this house does not allow it.",
                        "Его адрес частный или без шифрования, и хозяин этого дома его не разрешает.")
                    : wording.why(facts).map { say("The other side said: \($0)", "Ответ другой стороны: \($0)") },
                say(
                    "Nothing is sent there until you switch it on again.",
                    "Сообщения туда не отправляются, пока вы не включите его снова."),
            ].compactMap { $0 }
        case .channelTest:
            return [
                say(
                    "The channel \(facts.name ?? "") delivers notifications of Kopilka.",
                    "Через канал «\(facts.name ?? "")» приходят уведомления Копилки.")
            ]
        case .deliveryFailed:
            return [
                wording.why(facts).map { say("The last answer was: \($0)", "Последний ответ: \($0)") },
                say(
                    "Failed messages can be resent: gateway notify failed.",
                    "Недоставленные сообщения можно отправить снова: gateway notify failed."),
            ].compactMap { $0 }
        default: return [say("At \(moment(notice)).", "Время: \(moment(notice))."), warning]
        }
    }

    private func ended(_ facts: NoticeFacts, _ notice: Notice) -> [String] {
        let count = wording.words.count(facts.count ?? 1, ("session", "sessions"), ("сеанс", "сеанса", "сеансов"))
        let device = facts.name ?? ""
        return [
            say("Ended: \(count).", "Завершено: \(count)."),
            device.isEmpty ? nil : say("From the device: \(device).", "С устройства: \(device)."),
            say("At \(moment(notice)).", "Время: \(moment(notice))."), warning,
        ].compactMap { $0 }
    }

    private func failures(_ facts: NoticeFacts, _ notice: Notice) -> [String] {
        let times = wording.words.count(facts.count ?? 0, ("time", "times"), ("раз", "раза", "раз"))
        let means = facts.name.flatMap { AuthEvent.FailedMeans(rawValue: $0) } ?? .password
        let told =
            switch means {
            case .password:
                say("Somebody entered a wrong password \(times).", "Неверный пароль вводили \(times).")
            case .passwordAgain:
                say(
                    "In one of your sessions somebody entered a wrong password \(times).",
                    "В вашем сеансе неверный пароль вводили \(times).")
            case .code: say("Somebody entered a wrong code \(times).", "Неверный код вводили \(times).")
            case .resetCode:
                say(
                    "Somebody tried \(times) to reset your password with a wrong code.",
                    "Пароль пытались сбросить неверным кодом \(times).")
            case .passkey:
                say(
                    "Somebody tried to use one of your passkeys \(times) without having it.",
                    "Одним из ваших ключей доступа пытались воспользоваться \(times), не имея его.")
            }
        let advice =
            switch means {
            case .password, .resetCode:
                say(
                    "If it was not you, nobody got in. A long password that you use nowhere else keeps it so.",
                    "Если это были не вы, войти никому не удалось. "
                        + "Длинный пароль, который вы больше нигде не используете, защитит и впредь.")
            case .passwordAgain:
                say(
                    "If it was not you, end that session: gateway sessions.",
                    "Если это были не вы, завершите этот сеанс: gateway sessions.")
            case .code:
                say(
                    "If it was not you, somebody has your password or one of your sessions: change the password now.",
                    "Если это были не вы, у кого-то есть ваш пароль или сеанс: немедленно смените пароль.")
            case .passkey:
                say(
                    "If it was not you, nobody got in.",
                    "Если это были не вы, войти никому не удалось.")
            }
        return [told, say("The last time: \(moment(notice)).", "Последний раз: \(moment(notice))."), advice]
    }

    private func place(_ facts: NoticeFacts) -> String {
        let kind =
            switch facts.channel {
            case .telegram: "Telegram"
            case .email: say("Email", "Почта")
            case .ntfy: "ntfy"
            case .gotify: "Gotify"
            case .webhook, nil: say("Webhook", "Вебхук")
            }
        return facts.place.map { $0.isEmpty ? "\(kind)." : "\(kind): \($0)." } ?? "\(kind)."
    }

    private var channelsAdvice: String {
        say(
            "If it was not you, change your password, which ends all other sessions, "
                + "and check your channels: gateway notify channels.",
            "Если это были не вы, смените пароль (это завершит остальные сеансы) "
                + "и проверьте каналы: gateway notify channels.")
    }

    private func moment(_ notice: Notice) -> String { wording.words.moment(notice.occurredAt, in: wording.zone) }

    private var warning: String {
        say("If it was not you, change your password now.", "Если это были не вы, немедленно смените пароль.")
    }
}
