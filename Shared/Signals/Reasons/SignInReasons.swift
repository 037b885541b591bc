import Reasons

extension Reason {
    // Signing in.
    public static let tooManySigningIn = Reason(
        "tooManySigningIn", "Too many people are signing in; try again in a second or two.",
        "Сейчас входит слишком много людей; повторите через пару секунд.")
    public static let tooManySignInsByName = Reason(
        "tooManySignInsByName", "Too many sign-ins with this name at once; try again in a second.",
        "Слишком много одновременных входов под этим именем; повторите через секунду.")
    public static let tooManyFailedSignIns = Reason(
        "tooManyFailedSignIns", "Too many failed sign-ins; try again in {seconds second|seconds}.",
        "Слишком много неудачных входов; повторите через {seconds секунду|секунды|секунд}.")
    public static let loginOrPasswordWrong = Reason(
        "loginOrPasswordWrong", "The login or the password is wrong; check both and try again.",
        "Имя или пароль неверны; проверьте их и повторите.")
    public static let loginPasswordOrCodeWrong = Reason(
        "loginPasswordOrCodeWrong", "The login, the password or the code is wrong; check them and try again.",
        "Имя, пароль или код неверны; проверьте их и повторите.")
    public static let passwordWrong = Reason(
        "passwordWrong", "This password is wrong; check it and try again.",
        "Этот пароль неверен; проверьте его и повторите.")
    public static let passwordNotCheckedInTime = Reason(
        "passwordNotCheckedInTime", "The password was not checked in time; try again.",
        "Пароль не успели проверить; повторите.")
    public static let sessionNotContinued = Reason(
        "sessionNotContinued", "The session cannot be continued; sign in again.",
        "Сеанс нельзя продолжить; войдите снова.")
    public static let noSuchSession = Reason(
        "noSuchSession", "You have no such session.", "Такого сеанса у вас нет.")
    public static let accountGone = Reason(
        "accountGone", "The user of this session no longer exists; sign in again.",
        "Пользователя этого сеанса больше нет; войдите снова.")
    public static let accountBeingChanged = Reason(
        "accountBeingChanged", "The user is being changed right now; try again.",
        "Данные пользователя сейчас меняются; повторите.")
    public static let accountChanged = Reason(
        "accountChanged", "The user was changed in the meantime; sign in again.",
        "Данные пользователя тем временем изменились; войдите снова.")
    public static let nobodyByName = Reason(
        "nobodyByName", "There is no user with this name.", "Пользователя с таким именем нет.")

    // Registering and leaving.
    public static let tooManyRegistrations = Reason(
        "tooManyRegistrations", "Too many people are registering; try again in {minutes minute|minutes}.",
        "Сейчас регистрируется слишком много людей; повторите через {minutes минуту|минуты|минут}.")
    public static let notAUsername = rule(
        "notAUsername", "must have 3 to 32 characters: a-z, 0-9, dot, hyphen and underscore",
        "от 3 до 32 знаков: a-z, 0-9, точка, дефис и подчёркивание")
    public static let usernameTaken = Reason(
        "usernameTaken", "This user name is taken; choose another.", "Это имя занято; выберите другое.")
    public static let usernameStays = Reason(
        "usernameStays", "Your user name is {username} and cannot be changed.",
        "Ваше имя пользователя — {username}, оно не меняется.")
    public static let notAnEmail = Reason(
        "notAnEmail", "This is not an email address such as anna@example.org.",
        "Это не адрес почты; он выглядит так: anna@example.org.")
    public static let emailTaken = Reason(
        "emailTaken", "An account with this email already exists; sign in instead.",
        "Пользователь с этим адресом уже есть; войдите.")
    public static let keyUsedToRegister = Reason(
        "keyUsedToRegister", "This idempotency key was used for another registration; use a new one.",
        "Этот ключ идемпотентности уже использован для другой регистрации; возьмите новый.")
    public static let registeredAndCodesOn = Reason(
        "registeredAndCodesOn",
        "This account already exists, and signing in needs a one-time code. Sign in with a code.",
        "Этот пользователь уже есть, и для входа нужен одноразовый код. Войдите с кодом.")
    public static let mustBeYourName = rule(
        "mustBeYourName", "must be your name, to confirm the deletion", "введите своё имя, чтобы подтвердить удаление")
    public static let mustBeYourEmail = rule(
        "mustBeYourEmail", "must be your email address, to confirm the deletion",
        "введите адрес своей почты, чтобы подтвердить удаление")
    public static let freshTelegramToLeave = Reason(
        "freshTelegramToLeave",
        "Your sign-in is too old: sign in with Telegram again and delete the account within ten minutes.",
        "Вход был слишком давно: войдите через Telegram ещё раз и повторите в течение десяти минут.")

    // Passwords.
    public static let passwordTooShort = Reason(
        "passwordTooShort", "The password must have at least {least character|characters}.",
        "Пароль должен быть не короче {least символа|символов|символов}.")
    public static let passwordTooCommon = Reason(
        "passwordTooCommon", "This password is too common or is your name; choose another.",
        "Такой пароль слишком распространён, или это ваше имя; выберите другой.")
    public static let passwordChanged = Reason(
        "passwordChanged", "The password was changed in the meantime; sign in again.",
        "Пароль тем временем сменили; войдите снова.")
    public static let hasPassword = Reason(
        "hasPassword", "You already have a password; change it with the current one.",
        "Пароль у вас уже есть; смените его, указав текущий.")
    public static let keyUsedForPassword = Reason(
        "keyUsedForPassword", "This idempotency key was used to set another password; use a new one.",
        "Этот ключ идемпотентности уже использован для другого пароля; возьмите новый.")
    public static let freshTelegramForPassword = Reason(
        "freshTelegramForPassword",
        "Your sign-in is too old: sign in with Telegram again and set the password within ten minutes.",
        "Вход был слишком давно: войдите через Telegram ещё раз и задайте пароль в течение десяти минут.")
    public static let loginOrCodeWrong = Reason(
        "loginOrCodeWrong", "The login or the code is wrong, or the code was used or has expired; check both.",
        "Имя или код неверны, либо код уже использован или устарел; проверьте их.")

    // Codes and proofs.
    public static let codeAlsoNeeded = Reason(
        "codeAlsoNeeded", "A code from your authenticator app, or one of your recovery codes, is also needed.",
        "Нужен ещё код из приложения или один из запасных кодов.")
    public static let codeNeeded = Reason(
        "codeNeeded", "A code from your authenticator app is needed. Send the request again with the code.",
        "Нужен код из приложения; повторите запрос с кодом.")
    public static let codeWrong = Reason(
        "codeWrong", "The code is wrong or was already used; wait for the next one.",
        "Код неверен или уже использован; дождитесь следующего.")
    public static let tooManyWrongCodes = Reason(
        "tooManyWrongCodes", "Too many wrong codes; try again in {seconds second|seconds}.",
        "Слишком много неверных кодов; повторите через {seconds секунду|секунды|секунд}.")
    public static let passwordProofNeeded = Reason(
        "passwordProofNeeded",
        "Your password is needed: send the request again with a proof of the password as the code.",
        "Нужен ваш пароль: повторите запрос с подтверждением пароля вместо кода.")
    public static let freshSignInNeeded = Reason(
        "freshSignInNeeded", "Your sign-in is too old for this: sign in again and retry within ten minutes.",
        "Вход был слишком давно: войдите снова и повторите в течение десяти минут.")
    public static let codesOnAlready = Reason(
        "codesOnAlready", "One-time codes are already on. Turn them off to set them up again.",
        "Одноразовые коды уже включены; чтобы настроить их заново, сначала выключите.")
    public static let codesAreTheProof = Reason(
        "codesAreTheProof", "One-time codes are on: confirm with a code from the app, not with the password.",
        "Одноразовые коды включены: подтвердите кодом из приложения, а не паролем.")
    public static let noPasswordToProve = Reason(
        "noPasswordToProve", "You have no password: sign in again instead.", "Пароля у вас нет; войдите снова.")
    public static let codesNotOn = Reason(
        "codesNotOn", "One-time codes are not on.", "Одноразовые коды не включены.")
    public static let codesNotBegun = Reason(
        "codesNotBegun", "There is nothing to confirm, or it took too long; start again: gateway totp on.",
        "Подтверждать нечего или прошло слишком много времени; начните заново: gateway totp on.")

    // What only services may ask.
    public static let onlyServicesThatConfirm = Reason(
        "onlyServicesThatConfirm", "Only services that ask people to confirm something can do this.",
        "Это могут только службы, которые просят людей что-то подтвердить.")
    public static let onlyServicesWithZones = Reason(
        "onlyServicesWithZones", "Only services that kept time zones can do this.",
        "Это могут только службы, которые хранили часовые пояса.")
    public static let onlyServicesTellUses = Reason(
        "onlyServicesTellUses", "Only services can report when sessions were used.",
        "Сообщать об использовании сеансов могут только службы.")
    public static let onlyServicesWithMoney = Reason(
        "onlyServicesWithMoney", "Only services that move money or report it can do this.",
        "Это могут только службы, которые переводят деньги или сообщают о них.")

    /// Why auth refuses a sign-in, a registration, a password or a code.
    public static let signIn: [Reason] = [
        tooManySigningIn, tooManySignInsByName, tooManyFailedSignIns, loginOrPasswordWrong, loginPasswordOrCodeWrong,
        passwordWrong, passwordNotCheckedInTime, sessionNotContinued, noSuchSession, accountGone, accountBeingChanged,
        accountChanged, nobodyByName, tooManyRegistrations, notAUsername, usernameTaken, usernameStays, notAnEmail,
        emailTaken, keyUsedToRegister, registeredAndCodesOn, mustBeYourName, mustBeYourEmail, freshTelegramToLeave,
        passwordTooShort, passwordTooCommon, passwordChanged, hasPassword, keyUsedForPassword,
        freshTelegramForPassword, loginOrCodeWrong, codeAlsoNeeded, codeNeeded, codeWrong, tooManyWrongCodes,
        passwordProofNeeded, freshSignInNeeded, codesOnAlready, codesAreTheProof, noPasswordToProve, codesNotOn,
        codesNotBegun, onlyServicesThatConfirm, onlyServicesWithZones, onlyServicesTellUses, onlyServicesWithMoney,
    ]
}
