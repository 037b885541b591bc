import Coordination
import GatewayWords

/// The Russian summaries of signals; the English ones are part of the signals' types.
enum SignalSummary {
    /// Returns the summary of a signal in both languages.
    static func text(of signal: any Signal.Type) -> Text {
        let english = signal.summary
        return Text("\(english)", "\(russian(of: signal.method.name) ?? english)")
    }

    /// Returns the Russian summary of a method; nil without one.
    static func russian(of method: String) -> String? {
        for table in tables { if let summary = table[method] { return summary } }
        return nil
    }

    /// The summaries by method. They are not merged into one dictionary, because merging five took longer than
    /// searching them.
    static let tables = [people, money, subscriptions, history, market]

    private static let people = [
        "auth.totp.begin": "Начинает включение одноразовых кодов приложения.",
        "auth.changePassword": "Меняет пароль и завершает все остальные сеансы.",
        "auth.totp.confirm": "Включает одноразовые коды первым кодом из приложения.",
        "auth.totp.disable": "Выключает одноразовые коды.",
        "auth.endOtherSessions": "Завершает все сеансы, кроме этого.",
        "auth.endSession": "Завершает один сеанс.",
        "auth.endSessions": "Завершает все сеансы человека.",
        "auth.issueReset": "Делает код, по которому забывший пароль задаст новый.",
        "auth.logout": "Завершает этот сеанс.",
        "auth.me": "Говорит, кто вошёл.",
        "auth.register": "Заводит пользователя и входит.",
        "auth.recoveryCodes.renew": "Делает десять новых запасных кодов вместо прежних.",
        "auth.resetPassword": "Задаёт новый пароль по запасному коду или коду сброса.",
        "auth.sessions": "Перечисляет сеансы.",
        "auth.setPassword": "Даёт адрес и пароль тому, кто вошёл через Telegram и их не имеет.",
        "auth.telegram.status": "Говорит, работает ли вход через Telegram и привязаны ли вы.",
        "auth.telegram.unlink": "Отвязывает ваш Telegram.",
    ]

    private static let money = [
        "ledger.accounts": "Перечисляет счета.",
        "ledger.balance": "Говорит остаток счёта.",
        "ledger.cancelSchedule": "Прекращает регулярный перевод.",
        "ledger.pauseSchedule": "Приостанавливает регулярный перевод; дни, что пройдут тем временем, пропускаются.",
        "ledger.resumeSchedule": "Возобновляет приостановленный регулярный перевод.",
        "ledger.check": "Проверяет, сходятся ли книги.",
        "ledger.close": "Закрывает счёт.",
        "ledger.confirm": "Подтверждает перевод кодом.",
        "ledger.deposit": "Записывает приход.",
        "ledger.exchange": "Меняет деньги одного вашего счёта на валюту другого.",
        "ledger.features": "Говорит, что можно делать со счётом.",
        "ledger.freeze": "Запрещает любое движение по счёту.",
        "ledger.limits": "Говорит лимиты счёта и что осталось на сегодня.",
        "ledger.grantMandate": "Разрешает службе списывать со счёта до некоторой суммы.",
        "ledger.hold": "Откладывает деньги для другого счёта.",
        "ledger.holds": "Перечисляет отложенное.",
        "ledger.imports": "Перечисляет импорты, новые сверху.",
        "ledger.undoImport": "Отменяет импорт целиком.",
        "ledger.importRates": "Записывает курсы из таблицы CSV.",
        "ledger.schedule": "Назначает перевод на будущий день, один или много раз.",
        "ledger.transfer": "Переводит деньги на другой счёт.",
        "ledger.mandates": "Перечисляет службы, которым можно списывать с ваших счетов.",
        "ledger.openAccount": "Открывает счёт.",
        "ledger.post": "Переводит отложенные деньги.",
        "ledger.rates": "Перечисляет ваши курсы валют.",
        "ledger.removeRate": "Забывает курс.",
        "ledger.savePayee": "Сохраняет счёт получателя под именем.",
        "ledger.renamePayee": "Переименовывает получателя.",
        "ledger.removePayee": "Забывает получателя.",
        "ledger.payees": "Перечисляет получателей.",
        "ledger.findPayee": "Говорит, чей это счёт, прежде чем туда уйдут деньги.",
        "ledger.setPayable": "Разрешает или запрещает платить на счёт по имени пользователя.",
        "ledger.payable": "Перечисляет счета, на которые платят по вашему имени пользователя.",
        "auth.setUsername": "Даёт имя пользователя тому, у кого его нет.",
        "ledger.removeTemplate": "Забывает шаблон перевода.",
        "ledger.rename": "Переименовывает счёт.",
        "ledger.reverse": "Возвращает то, что принёс перевод.",
        "ledger.revokeMandate": "Отзывает разрешение.",
        "ledger.saveTemplate": "Сохраняет перевод под именем.",
        "ledger.scheduleRuns": "Говорит, что было при каждом исполнении.",
        "ledger.schedules": "Перечисляет регулярные переводы.",
        "ledger.setLimits": "Ограничивает то, что уходит со счёта.",
        "ledger.setOverdraft": "Говорит, насколько счёт может уйти ниже нуля.",
        "ledger.setRate": "Записывает ваш курс валют.",
        "ledger.showTransfer": "Показывает перевод, каков он сейчас.",
        "ledger.templates": "Перечисляет шаблоны переводов.",
        "ledger.unfreeze": "Снова разрешает движение по замороженному счёту.",
        "ledger.void": "Освобождает отложенные деньги.",
        "ledger.withdraw": "Записывает расход.",
    ]

    private static let subscriptions = [
        "subscriptions.accept": "Делает из предложения подписку.",
        "subscriptions.add": "Добавляет то, за что вы платите снова и снова.",
        "subscriptions.calendar": "Отдаёт ваши подписки как календарь.",
        "subscriptions.dates": "Перечисляет дни подписки.",
        "subscriptions.dismiss": "Больше не предлагает этого.",
        "subscriptions.export": "Отдаёт ваши подписки файлом.",
        "subscriptions.forecast": "Говорит, сколько будет на ваших счетах, день за днём.",
        "subscriptions.import": "Добавляет подписки из файла.",
        "subscriptions.list": "Перечисляет подписки, ближайшая оплата сначала.",
        "subscriptions.merge": "Добавляет списания из предложения к подписке.",
        "subscriptions.pause": "Приостанавливает подписку.",
        "subscriptions.pay": "Отмечает, что оплата сделана.",
        "subscriptions.payments": "Перечисляет оплаты ваших подписок.",
        "subscriptions.remove": "Удаляет подписку.",
        "subscriptions.resume": "Возобновляет подписку.",
        "subscriptions.services": "Перечисляет службы, за которые платят.",
        "subscriptions.setSettings": "Меняет ваши настройки подписок.",
        "subscriptions.settings": "Говорит ваши настройки подписок.",
        "subscriptions.show": "Показывает подписку.",
        "subscriptions.skip": "Пропускает оплату.",
        "subscriptions.suggestions": "Находит регулярные списания, похожие на подписки.",
        "subscriptions.totals": "Складывает, сколько стоят ваши подписки.",
        "subscriptions.unpay": "Отменяет отметку, что оплата сделана или пропущена.",
        "subscriptions.update": "Меняет подписку.",
    ]

    private static let history = [
        "history.addRule": "Добавляет правило, которое даёт категории.",
        "history.categories": "Перечисляет категории и число операций в каждой.",
        "history.filters": "Перечисляет сохранённые фильтры.",
        "history.transaction": "Показывает одну операцию.",
        "history.moveRule": "Ставит правило на другое место.",
        "history.rebuild": "Перечитывает все события с первого.",
        "history.removeFilter": "Забывает сохранённый фильтр.",
        "history.removeRule": "Удаляет правило.",
        "history.rules": "Перечисляет правила в том порядке, в каком они применяются.",
        "history.saveFilter": "Сохраняет фильтр под именем.",
        "history.setCategory": "Даёт операции категорию.",
        "history.statement": "Пишет выписку по счёту: CSV, JSON Lines, OFX или QIF.",
        "history.summary": "Складывает операции по дням, месяцам, категориям или счетам.",
        "history.transactions": "Перечисляет операции, новые сначала.",
    ]

    private static let market = [
        "bonds.accrued": "Говорит, сколько процентов накопилось в облигации к дню.",
        "bonds.calendar": "Перечисляет, что и когда заплатят облигации.",
        "bonds.checkISIN": "Проверяет контрольную цифру ISIN.",
        "bonds.curve": "Говорит доходности ваших облигаций, ближайшие к погашению сначала.",
        "bonds.fetch": "Берёт облигацию с Московской биржи: выплаты и котировки.",
        "bonds.figures": "Считает доходность, накопленный доход, дюрацию и выпуклость облигации.",
        "bonds.bond": "Показывает облигацию.",
        "bonds.hold": "Записывает, сколько облигаций у вас есть.",
        "bonds.holdings": "Перечисляет ваши облигации, их стоимость и будущие выплаты.",
        "bonds.importFile": "Принимает файл облигаций: котировки, выплаты или то и другое.",
        "bonds.list": "Перечисляет облигации.",
        "bonds.shares": "Говорит, сколько процентов целого составляет каждая доля.",
        "patterns.watch.add": "Добавляет бумаги в список наблюдения.",
        "patterns.best": "Показывает ваш паттерн с лучшим ожидаемым ростом.",
        "patterns.list": "Перечисляет паттерны ваших бумаг, которые заканчиваются сейчас.",
        "patterns.watch.list": "Перечисляет бумаги, за которыми вы следите.",
        "patterns.refresh": "Ищет паттерны ваших бумаг сейчас.",
        "patterns.watch.remove": "Убирает бумаги из списка наблюдения.",
        "patterns.score": "Говорит, как часто сбывалось то, о чём вам сообщали.",
        "patterns.show": "Показывает паттерн, его совпадения и что было после них.",
        "patterns.stats": "Подводит итог вашим паттернам и работе службы.",
        "scanner.addSplit": "Записывает дробление, по которому пересчитываются старые цены.",
        "scanner.fetch": "Берёт свечи с Московской биржи.",
        "scanner.importCandles": "Принимает свечи бумаги на рынок.",
        "scanner.remove": "Убирает бумагу с рынка.",
        "scanner.removeSplit": "Забывает дробление.",
        "scanner.scan": "Находит, где форма встречалась раньше и что было потом.",
        "scanner.securities": "Перечисляет бумаги рынка.",
        "scanner.simulate": "Придумывает бумагу: случайное блуждание с вложенными паттернами.",
        "scanner.splits": "Перечисляет дробления бумаги.",
    ]
}
