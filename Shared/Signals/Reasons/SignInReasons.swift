import Reasons

extension Reason {
    // Signing in.
    public static let tooManySigningIn = Reason(
        "tooManySigningIn", "Too many people sign in at this moment; try again in a second or two.",
        "Сейчас входит слишком много людей; повторите через пару секунд.")
    public static let tooManySignInsByName = Reason(
        "tooManySignInsByName", "Too many sign-ins by this name at once; try again in a second.",
        "Под этим именем входят сразу несколько раз; повторите через секунду.")
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
        "sessionNotContinued", "The session cannot be continued; sign in again.", "Сеанс не продолжить; войдите снова.")
    public static let noSuchSession = Reason(
        "noSuchSession", "You have no such session.", "Такого сеанса у вас нет.")
    public static let accountGone = Reason(
        "accountGone", "The account of this session is gone; sign in again.",
        "Пользователя этого сеанса больше нет; войдите снова.")
    public static let accountBeingChanged = Reason(
        "accountBeingChanged", "The account is being changed at this moment; try again.",
        "Пользователя сейчас меняют; повторите.")
    public static let accountChanged = Reason(
        "accountChanged", "The account was changed meanwhile; sign in again.",
        "Пользователь тем временем изменился; войдите снова.")
    public static let nobodyByName = Reason(
        "nobodyByName", "Nobody signs in by this name.", "Под этим именем никто не входит.")

    // Registering and leaving.
    public static let tooManyRegistrations = Reason(
        "tooManyRegistrations",
        "Too many people register at this moment; try again in {minutes minute|minutes}.",
        "Сейчас регистрируется слишком много людей; повторите через {minutes минуту|минуты|минут}.")
    public static let notAUsername = rule(
        "notAUsername", "must be 3 to 32 of a-z, 0-9, point, hyphen and underscore",
        "от 3 до 32 знаков: a-z, 0-9, точка, дефис и подчёркивание")
    public static let usernameTaken = Reason(
        "usernameTaken", "This user name is taken; choose another.", "Это имя занято; выберите другое.")
    public static let usernameStays = Reason(
        "usernameStays", "Your user name is {username} and stays so.",
        "Ваше имя пользователя — {username}, оно не меняется.")
    public static let notAnEmail = Reason(
        "notAnEmail", "This is not an email address such as anna@example.org.",
        "Это не адрес почты; он выглядит так: anna@example.org.")
    public static let emailTaken = Reason(
        "emailTaken", "There is an account with this email already; sign in instead.",
        "С этим адресом уже есть пользователь; войдите.")
    public static let keyUsedToRegister = Reason(
        "keyUsedToRegister", "This idempotency key was used to register something else; use a new one.",
        "С этим ключом идемпотентности регистрировали другое; возьмите новый ключ.")
    public static let registeredAndCodesOn = Reason(
        "registeredAndCodesOn",
        "This account exists already, and signing in to it needs a one-time code by now. Sign in with a code.",
        "Этот пользователь уже есть, и для входа нужен одноразовый код. Войдите с кодом.")
    public static let mustBeYourName = rule(
        "mustBeYourName", "must be your name, to confirm that you leave",
        "введите своё имя, чтобы подтвердить удаление")
    public static let mustBeYourEmail = rule(
        "mustBeYourEmail", "must be your email address, to confirm that you leave",
        "введите адрес своей почты, чтобы подтвердить удаление")
    public static let freshTelegramToLeave = Reason(
        "freshTelegramToLeave", "Your sign-in is too old: sign in by Telegram again and leave within ten minutes.",
        "Вход был слишком давно: войдите через Telegram ещё раз и повторите в течение десяти минут.")

    // Passwords.
    public static let passwordTooShort = Reason(
        "passwordTooShort", "The password must have at least {least character|characters}.",
        "Пароль должен быть не короче {least символа|символов|символов}.")
    public static let passwordTooCommon = Reason(
        "passwordTooCommon", "Too many people use this password, or it is your name; choose another.",
        "Такой пароль слишком распространён, или это ваше имя; выберите другой.")
    public static let passwordChanged = Reason(
        "passwordChanged", "The password was changed meanwhile; sign in again.",
        "Пароль тем временем сменили; войдите снова.")
    public static let hasPassword = Reason(
        "hasPassword", "There is a password already; change it with the current one.",
        "Пароль уже есть; смените его, указав нынешний.")
    public static let keyUsedForPassword = Reason(
        "keyUsedForPassword", "This idempotency key was used to set another password; use a new one.",
        "С этим ключом идемпотентности задавали другой пароль; возьмите новый ключ.")
    public static let freshTelegramForPassword = Reason(
        "freshTelegramForPassword",
        "Your sign-in is too old: sign in by Telegram again and set the password within ten minutes.",
        "Вход был слишком давно: войдите через Telegram ещё раз и задайте пароль в течение десяти минут.")
    public static let loginOrCodeWrong = Reason(
        "loginOrCodeWrong", "The login or the code is wrong, or the code was used or is too old; check both.",
        "Имя или код неверны, либо код уже использован или устарел; проверьте их.")

    // Codes and proofs.
    public static let codeAlsoNeeded = Reason(
        "codeAlsoNeeded", "A code of your authenticator app is needed as well, or one of your recovery codes.",
        "Нужен ещё код из приложения или один из запасных кодов.")
    public static let codeNeeded = Reason(
        "codeNeeded", "This needs a code of your authenticator app. Send it again with the code.",
        "Нужен код из приложения; пошлите то же самое с кодом.")
    public static let codeWrong = Reason(
        "codeWrong", "The code is wrong or was used before; wait for the next one and try that.",
        "Код неверен или уже использован; дождитесь следующего.")
    public static let tooManyWrongCodes = Reason(
        "tooManyWrongCodes", "Too many codes were wrong; try again in {seconds second|seconds}.",
        "Слишком много неверных кодов; повторите через {seconds секунду|секунды|секунд}.")
    public static let passwordProofNeeded = Reason(
        "passwordProofNeeded", "This needs your password: send it again with a proof of the password as the code.",
        "Нужен ваш пароль: пошлите то же самое с подтверждением пароля вместо кода.")
    public static let freshSignInNeeded = Reason(
        "freshSignInNeeded", "Your sign-in is too old for this: sign in again and repeat it within ten minutes.",
        "Вход был слишком давно: войдите снова и повторите в течение десяти минут.")
    public static let codesOnAlready = Reason(
        "codesOnAlready", "One-time codes are on already. Turn them off to set them up again.",
        "Одноразовые коды уже включены; чтобы настроить их заново, сначала выключите.")
    public static let codesAreTheProof = Reason(
        "codesAreTheProof", "One-time codes are on: a code of the app is the proof, not the password.",
        "Одноразовые коды включены: подтверждает код из приложения, а не пароль.")
    public static let noPasswordToProve = Reason(
        "noPasswordToProve", "There is no password to prove: sign in again instead.",
        "Пароля у вас нет; войдите снова.")
    public static let codesNotOn = Reason(
        "codesNotOn", "One-time codes are not on.", "Одноразовые коды не включены.")
    public static let codesNotBegun = Reason(
        "codesNotBegun", "There is nothing to confirm, or it took too long: gateway totp on starts again.",
        "Подтверждать нечего или прошло слишком много времени; начните заново: gateway totp on.")

    // What only services may ask.
    public static let onlyServicesThatConfirm = Reason(
        "onlyServicesThatConfirm", "Only services that have people confirm something can do this.",
        "Это могут только службы, которым нужно подтверждение людей.")
    public static let onlyServicesWithZones = Reason(
        "onlyServicesWithZones", "Only services that kept time zones can do this.",
        "Это могут только службы, которые хранили часовые пояса.")
    public static let onlyServicesTellUses = Reason(
        "onlyServicesTellUses", "Only services report when sessions were used.",
        "О том, когда пользовались сеансами, сообщают только службы.")
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
