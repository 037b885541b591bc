// Signing in, passwords, codes, Telegram: what auth says.

extension ServiceSentences {
    static let people: KeyValuePairs = [
        // Signing in.
        "Too many people sign in at this moment; try again in a second or two.":
            "Сейчас входит слишком много людей; повторите через пару секунд.",
        "Too many sign-ins by this name at once; try again in a second.":
            "Под этим именем входят сразу несколько раз; повторите через секунду.",
        "Too many failed sign-ins; try again in {0} {1}.":
            "Слишком много неудачных входов; повторите через {0 секунду|секунды|секунд}.",
        "Too many people register at this moment; try again in {0} {1}.":
            "Сейчас регистрируется слишком много людей; повторите через {0 минуту|минуты|минут}.",
        "Too many codes were wrong; try again in {0} {1}.":
            "Слишком много неверных кодов; повторите через {0 секунду|секунды|секунд}.",
        "The login, the password or the code is wrong; check them and try again.":
            "Имя, пароль или код неверны; проверьте их и повторите.",
        "This password is wrong; check it and try again.": "Этот пароль неверен; проверьте его и повторите.",
        "The login or the password is wrong; check both and try again.":
            "Имя или пароль неверны; проверьте их и повторите.",
        "The password was not checked in time; try again.": "Пароль не успели проверить; повторите.",
        "A code of your authenticator app is needed as well, or one of your recovery codes.":
            "Нужен ещё код из приложения или один из запасных кодов.",
        "The session cannot be continued; sign in again.": "Сеанс не продолжить; войдите снова.",
        "You have no such session.": "Такого сеанса у вас нет.",
        "The account of this session is gone; sign in again.":
            "Пользователя этого сеанса больше нет; войдите снова.",
        "The account is being changed at this moment; try again.": "Пользователя сейчас меняют; повторите.",
        "The account was changed meanwhile; sign in again.": "Пользователь тем временем изменился; войдите снова.",

        // Registering.
        "must be 3 to 32 of a-z, 0-9, point, hyphen and underscore":
            "от 3 до 32 знаков: a-z, 0-9, точка, дефис и подчёркивание",
        "This user name is taken; choose another.": "Это имя занято; выберите другое.",
        "This idempotency key was used to register something else; use a new one.":
            "С этим ключом идемпотентности регистрировали другое; возьмите новый ключ.",
        "This idempotency key was used to set another password; use a new one.":
            "С этим ключом идемпотентности задавали другой пароль; возьмите новый ключ.",
        "This account exists already, and signing in to it needs a one-time code by now. Sign in with a code.":
            "Этот пользователь уже есть, и для входа нужен одноразовый код. Войдите с кодом.",
        "This is not an email address such as anna@example.org.":
            "Это не адрес почты; он выглядит так: anna@example.org.",
        "There is an account with this email already; sign in instead.":
            "С этим адресом уже есть пользователь; войдите.",

        // Passwords.
        "The password must have at least {0} characters.":
            "Пароль должен быть не короче {0 символа|символов|символов}.",
        "Too many people use this password, or it is your name; choose another.":
            "Такой пароль слишком распространён, или это ваше имя; выберите другой.",
        "The password was changed meanwhile; sign in again.": "Пароль тем временем сменили; войдите снова.",
        "There is a password already; change it with the one until now.":
            "Пароль уже есть; смените его, указав нынешний.",
        "Sign in by Telegram once more and set the password within ten minutes: an older session does not do.":
            "Войдите через Telegram ещё раз и задайте пароль в течение десяти минут: старый сеанс не годится.",
        "Sign in by Telegram once more and leave within ten minutes: an older session does not do.":
            "Войдите через Telegram ещё раз и повторите в течение десяти минут: старый сеанс не годится.",
        "or resetCode must be given, and not both": "нужно что-то одно: это или resetCode",
        "The login or the code is wrong, or the code was used or is too old; check both.":
            "Имя или код неверны, либо код уже использован или устарел; проверьте их.",
        "Nobody signs in by this name.": "Под этим именем никто не входит.",

        // Codes.
        "One-time codes are on already. Turn them off to set them up again.":
            "Одноразовые коды уже включены; чтобы настроить их заново, сначала выключите.",
        "One-time codes are on: a code of the app is the proof, not the password.":
            "Одноразовые коды включены: подтверждает код из приложения, а не пароль.",
        "There is no password to prove: sign in again instead.":
            "Пароля у вас нет; войдите снова.",
        "One-time codes are not on.": "Одноразовые коды не включены.",
        "There is nothing to confirm, or it took too long: gateway totp on starts again.":
            "Подтверждать нечего или прошло слишком много времени; начните заново: gateway totp on.",
        "The code is wrong or was used before; wait for the next one and try that.":
            "Код неверен или уже использован; дождитесь следующего.",
        "Only services that have people confirm something can do this.":
            "Это могут только службы, которым нужно подтверждение людей.",
        "Only services that kept zones tell them.": "О часовых поясах сообщают только службы, которые их хранили.",
        "Only services tell when sessions were used.": "О том, когда пользовались сеансами, сообщают только службы.",
        "A secret of one-time codes does not open: keys/auth.storage is not the file it was sealed with. Put that back.":
            "Секрет одноразовых кодов не открывается: keys/auth.storage — не тот файл, которым его закрыли. Верните тот.",

        // Leaving.
        "must be {0}, to show that you mean it": "введите {0!}, чтобы было видно, что вы это всерьёз",
        "your name": "своё имя",
        "your email address": "адрес своей почты",

        // Telegram.
        "The Telegram account “{0}” is linked already; unlink it first.":
            "Telegram «{0}» уже привязан; сначала отвяжите его.",
        "Too many sign-ins by Telegram have begun in this minute; try again in a while.":
            "За эту минуту начато слишком много входов через Telegram; повторите чуть позже.",
        "There is no such attempt to sign in by Telegram; begin again.":
            "Такой попытки входа через Telegram нет; начните заново.",
        "Telegram cannot be reached at this moment; try again, or sign in with the password.":
            "Telegram сейчас недоступен; повторите или войдите по паролю.",
        "Signing in by Telegram is not set up: put the token that @BotFather gave you into the file $KOPILKA_DATA/telegram-token (chmod 600) and restart auth.":
            "Вход через Telegram не настроен: положите токен от @BotFather в файл $KOPILKA_DATA/telegram-token (chmod 600) и перезапустите auth.",
        "Signing in by Telegram does not work here.": "Вход через Telegram здесь не работает.",
        "Telegram did not write this for us, or too long ago, or it was used.":
            "Telegram писал это не нам, или слишком давно, или это уже использовано.",
        "No user is linked to this Telegram account; sign in otherwise and link it.":
            "С этим Telegram не связан ни один пользователь; войдите иначе и привяжите его.",
        "This account has no password: without Telegram nobody could sign in to it.":
            "У вас нет пароля: без Telegram вы не смогли бы войти.",
        "No Telegram account is linked to you.": "К вам не привязан Telegram.",
        "No webhook is set up: --telegram-webhook-secret-file names the file with its secret token.":
            "Вебхук не настроен: --telegram-webhook-secret-file называет файл с его секретом.",
        "This is not the secret token of the webhook.": "Это не секрет вебхука.",
        "must be the text of an update as Telegram sends it": "нужен текст обновления, как его шлёт Telegram",
        "Telegram was not reached yet.": "Telegram ещё не ответил.",
        "Telegram does not know the bot's token; put the right one in its file and restart auth.":
            "Telegram не знает токен бота; положите верный в его файл и перезапустите auth.",
        "Telegram did not answer: {0}.": "Telegram не ответил: {0!}.",
        "no answer: {0}": "нет ответа: {0}",
        "too many requests, to be asked again after {0} s": "слишком много запросов, пауза {0} с",
        "the bot's token is not known there ({0})": "токен бота там неизвестен ({0})",
        "another asks for the updates of this bot, or it has a webhook: {0}":
            "обновления этого бота забирает кто-то другой, или у него вебхук: {0}",
        "status {0}": "статус {0}",
        "status {0} with an answer that is not one of the Bot API": "статус {0} и ответ не по Bot API",
        "refused with {0}: {1}": "отказ {0}: {1}",
        "Your user name is {0} and stays so.": "Ваше имя пользователя — {0}, оно не меняется.",
        "Only services that move money or tell of it can do this.":
            "Это могут только службы, которые переводят деньги или сообщают о них.",
    ]
}
