import Reasons

extension Reason {
    // Scheduled transfers, templates and payees: what ledger says.
    public static let noSchedule = Reason(
        "noSchedule", "You have no schedule of this id.", "Такого регулярного перевода у вас нет.")
    public static let scheduleIsOver = Reason(
        "scheduleIsOver", "The schedule is over.", "Этот регулярный перевод уже закончился.")
    public static let onlyGoesWith = rule("onlyGoesWith", "only goes with {other@}", "годится только вместе с {other@}")
    public static let mustBeTodayOrLater = rule(
        "mustBeTodayOrLater", "must be today or later", "не раньше сегодняшнего дня")
    public static let noTemplate = Reason(
        "noTemplate", "You have no template of this name.", "Шаблона с таким названием у вас нет.")
    public static let noPayee = Reason(
        "noPayee", "You have no payee of this name.", "Получателя с таким именем у вас нет.")
    public static let payeeNameTaken = Reason(
        "payeeNameTaken", "Another payee has this name.", "Так уже зовётся другой получатель.")
    public static let accountIsOwn = Reason(
        "accountIsOwn", "This account is your own and has a name already.",
        "Это ваш собственный счёт, имя у него уже есть.")
    public static let mustNotBeginWithAt = rule(
        "mustNotBeginWithAt", "must not begin with @, which stands before user names",
        "не может начинаться с @: этот знак стоит перед именами пользователей")
    public static let nobodyByUsername = Reason(
        "nobodyByUsername", "Nobody can be paid by this user name in this currency.",
        "По этому имени пользователя заплатить в этой валюте нельзя.")
    public static let noUsernameYet = Reason(
        "noUsernameYet", "You have no user name yet: gateway username NAME chooses one.",
        "У вас ещё нет имени пользователя: gateway username ИМЯ выберет его.")
    public static let tooManyLookUps = Reason(
        "tooManyLookUps", "Too many accounts of others were looked up; wait before you try another.",
        "Слишком много чужих счетов было проверено; подождите, прежде чем пробовать ещё.")

    /// The reasons that concern schedules, templates and payees.
    public static let orders: [Reason] = [
        noSchedule, scheduleIsOver, onlyGoesWith, mustBeTodayOrLater, noTemplate, noPayee, payeeNameTaken,
        accountIsOwn, mustNotBeginWithAt, nobodyByUsername, noUsernameYet, tooManyLookUps,
    ]
}
