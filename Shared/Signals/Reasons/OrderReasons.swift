import Reasons

extension Reason {
    // Scheduled transfers, templates and payees: what ledger says.
    public static let noSchedule = Reason(
        "noSchedule", "You have no schedule with this id.", "Такого регулярного перевода у вас нет.")
    public static let scheduleIsOver = Reason(
        "scheduleIsOver", "The schedule has ended.", "Этот регулярный перевод уже закончился.")
    public static let onlyGoesWith = rule(
        "onlyGoesWith", "is only valid with {other@}", "можно указать только вместе с {other@}")
    public static let mustBeTodayOrLater = rule(
        "mustBeTodayOrLater", "must be today or later", "не раньше сегодняшнего дня")
    public static let noTemplate = Reason(
        "noTemplate", "You have no template with this name.", "Шаблона с таким названием у вас нет.")
    public static let noPayee = Reason(
        "noPayee", "You have no payee with this name.", "Получателя с таким именем у вас нет.")
    public static let payeeNameTaken = Reason(
        "payeeNameTaken", "Another payee already has this name.", "Это имя уже есть у другого получателя.")
    public static let accountIsOwn = Reason(
        "accountIsOwn", "This account is your own and already has a name.",
        "Это ваш собственный счёт, имя у него уже есть.")
    public static let mustNotBeginWithAt = rule(
        "mustNotBeginWithAt", "must not begin with @, which marks user names",
        "не может начинаться с @: этот знак ставят перед именами пользователей")
    public static let nobodyByUsername = Reason(
        "nobodyByUsername", "Nobody with this user name can be paid in this currency.",
        "Заплатить по этому имени пользователя в этой валюте нельзя.")
    public static let noUsernameYet = Reason(
        "noUsernameYet", "You have no user name yet; choose one: gateway username NAME.",
        "У вас ещё нет имени пользователя; выберите его: gateway username ИМЯ.")
    public static let tooManyLookUps = Reason(
        "tooManyLookUps", "You looked up too many accounts of other people; wait and try again.",
        "Вы проверили слишком много чужих счетов; подождите и повторите.")

    /// The reasons that concern schedules, templates and payees.
    public static let orders: [Reason] = [
        noSchedule, scheduleIsOver, onlyGoesWith, mustBeTodayOrLater, noTemplate, noPayee, payeeNameTaken,
        accountIsOwn, mustNotBeginWithAt, nobodyByUsername, noUsernameYet, tooManyLookUps,
    ]
}
