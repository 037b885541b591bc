import GatewayWords

enum SubscriptionFormTexts {
    static let title = Text("New subscription", "Новая подписка")
    static let service = Text("Service", "Сервис")
    static let serviceNote = Text(
        "A name, or an id of the catalogue such as netflix.", "Название или слово из каталога, например netflix.")
    static let amount = Text("Amount", "Сумма")
    static let amountNote = Text("299 or 299 RUB.", "299 или 299 ₽.")
    static let start = Text("First payment", "Первая оплата")
    static let every = Text("Every", "Раз в")
    static let unit = Text("Unit", "Единица")
    static let payFrom = Text("Pay from", "Платить со счёта")
    static let payNote = Text(
        "What is chosen here is debited on the day, by itself.", "С выбранного счёта деньги спишутся в срок сами.")
    static let nobody = Text("nothing: I pay myself", "ни с какого: плачу сам")
    static let remind = Text("Remind, days before", "Напомнить за, дней")
    static let remindNote = Text("Days apart by commas: 14, 3, 0.", "Дни через запятую: 14, 3, 0.")
    static let trial = Text("Trial until", "Пробный период до")
    static let ends = Text("Ends", "Заканчивается")
    static let category = Text("Category", "Категория")
    static let countRule = Text("A number from 1 to 1000.", "Число от 1 до 1000.")
    static let save = Text("save", "сохранить")

    static func noCurrency(_ typed: String) -> Text {
        Text("In which currency? Write \(typed) RUB.", "В какой валюте? Напишите \(typed) RUB.")
    }
}
