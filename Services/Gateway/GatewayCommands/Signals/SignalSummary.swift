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
        "auth.totp.begin": "Начинает настройку одноразовых кодов в приложении.",
        "auth.changePassword": "Меняет пароль и завершает все остальные сеансы.",
        "auth.totp.confirm": "Включает одноразовые коды первым кодом из приложения.",
        "auth.totp.disable": "Выключает одноразовые коды.",
        "auth.endOtherSessions": "Завершает все сеансы, кроме этого.",
        "auth.endSession": "Завершает один сеанс.",
        "auth.endSessions": "Завершает все сеансы пользователя.",
        "auth.passkeys.list": "Перечисляет ваши ключи доступа.",
        "auth.passkeys.remove": "Удаляет ключ доступа и завершает начатые им сеансы.",
        "auth.passkeys.rename": "Переименовывает ключ доступа.",
        "auth.issueReset": "Выдаёт код, по которому можно задать новый пароль вместо забытого.",
        "auth.logout": "Завершает этот сеанс.",
        "auth.me": "Показывает, кто вошёл.",
        "auth.register": "Регистрирует пользователя и входит.",
        "auth.recoveryCodes.renew": "Выдаёт десять новых запасных кодов вместо прежних.",
        "auth.resetPassword": "Задаёт новый пароль по запасному коду или коду сброса.",
        "auth.sessions": "Перечисляет сеансы.",
        "auth.setPassword": "Задаёт адрес почты и пароль тому, кто зарегистрировался через Telegram.",
        "auth.telegram.status": "Показывает, работает ли вход через Telegram и привязан ли он у вас.",
        "auth.telegram.unlink": "Отвязывает ваш Telegram.",
    ]

    private static let money = [
        "ledger.accounts": "Перечисляет счета.",
        "ledger.balance": "Показывает остаток счёта.",
        "ledger.cancelSchedule": "Прекращает регулярный перевод.",
        "ledger.pauseSchedule": "Приостанавливает регулярный перевод; дни до возобновления пропускаются.",
        "ledger.resumeSchedule": "Возобновляет приостановленный регулярный перевод.",
        "ledger.check": "Проверяет, сходятся ли книги.",
        "ledger.close": "Закрывает счёт.",
        "ledger.confirm": "Подтверждает перевод кодом.",
        "ledger.deposit": "Записывает приход.",
        "ledger.exchange": "Меняет деньги одного вашего счёта на валюту другого.",
        "ledger.features": "Показывает, что можно делать со счётом.",
        "ledger.freeze": "Замораживает счёт: движений по нему не будет.",
        "ledger.limits": "Показывает лимиты счёта и что осталось на сегодня.",
        "ledger.grantMandate": "Разрешает службе списывать со счёта не больше указанной суммы.",
        "ledger.hold": "Откладывает деньги для другого счёта.",
        "ledger.holds": "Перечисляет отложенные суммы.",
        "ledger.imports": "Перечисляет импорты, новые сверху.",
        "ledger.undoImport": "Отменяет импорт целиком.",
        "ledger.importRates": "Записывает курсы из таблицы CSV.",
        "ledger.schedule": "Назначает перевод на будущий день, разовый или регулярный.",
        "ledger.transfer": "Переводит деньги на другой счёт.",
        "ledger.mandates": "Перечисляет службы, которые могут списывать с ваших счетов.",
        "ledger.openAccount": "Открывает счёт.",
        "ledger.post": "Переводит отложенные деньги.",
        "ledger.rates": "Перечисляет ваши курсы валют.",
        "ledger.removeRate": "Удаляет курс.",
        "ledger.savePayee": "Сохраняет счёт получателя под именем.",
        "ledger.renamePayee": "Переименовывает получателя.",
        "ledger.removePayee": "Удаляет получателя.",
        "ledger.payees": "Перечисляет получателей.",
        "ledger.findPayee": "Показывает, чей это счёт, прежде чем туда уйдут деньги.",
        "ledger.setPayable": "Разрешает или запрещает платить на счёт по имени пользователя.",
        "ledger.payable": "Перечисляет счета, на которые платят по вашему имени пользователя.",
        "auth.setUsername": "Задаёт имя пользователя, если его ещё нет.",
        "ledger.removeTemplate": "Удаляет шаблон перевода.",
        "ledger.rename": "Переименовывает счёт.",
        "ledger.reverse": "Возвращает деньги по переводу.",
        "ledger.revokeMandate": "Отзывает разрешение.",
        "ledger.saveTemplate": "Сохраняет перевод под именем.",
        "ledger.scheduleRuns": "Показывает, что было при каждом исполнении.",
        "ledger.schedules": "Перечисляет регулярные переводы.",
        "ledger.setLimits": "Задаёт лимиты на расход со счёта.",
        "ledger.setOverdraft": "Задаёт, насколько счёт может уйти ниже нуля.",
        "ledger.setRate": "Записывает ваш курс валют.",
        "ledger.showTransfer": "Показывает текущее состояние перевода.",
        "ledger.templates": "Перечисляет шаблоны переводов.",
        "ledger.unfreeze": "Размораживает счёт.",
        "ledger.void": "Освобождает отложенные деньги.",
        "ledger.withdraw": "Записывает расход.",
    ]

    private static let subscriptions = [
        "subscriptions.accept": "Превращает предложение в подписку.",
        "subscriptions.add": "Добавляет регулярный платёж.",
        "subscriptions.calendar": "Выгружает ваши подписки как календарь.",
        "subscriptions.dates": "Перечисляет дни оплаты подписки.",
        "subscriptions.dismiss": "Отвергает предложение навсегда.",
        "subscriptions.export": "Выгружает ваши подписки в файл.",
        "subscriptions.forecast": "Показывает прогноз остатков на ваших счетах, день за днём.",
        "subscriptions.import": "Загружает подписки из файла.",
        "subscriptions.list": "Перечисляет подписки, ближайшая оплата сначала.",
        "subscriptions.merge": "Добавляет списания из предложения к подписке.",
        "subscriptions.pause": "Приостанавливает подписку.",
        "subscriptions.pay": "Отмечает оплату как сделанную.",
        "subscriptions.payments": "Перечисляет оплаты ваших подписок.",
        "subscriptions.remove": "Удаляет подписку.",
        "subscriptions.resume": "Возобновляет подписку.",
        "subscriptions.services": "Перечисляет службы, за которые платят.",
        "subscriptions.setSettings": "Меняет ваши настройки подписок.",
        "subscriptions.settings": "Показывает ваши настройки подписок.",
        "subscriptions.show": "Показывает подписку.",
        "subscriptions.skip": "Пропускает оплату.",
        "subscriptions.suggestions": "Находит регулярные списания, похожие на подписки.",
        "subscriptions.totals": "Считает, сколько стоят ваши подписки.",
        "subscriptions.unpay": "Отменяет отметку, что оплата сделана или пропущена.",
        "subscriptions.update": "Меняет подписку.",
    ]

    private static let history = [
        "history.addRule": "Добавляет правило, которое назначает категорию.",
        "history.categories": "Перечисляет категории и число операций в каждой.",
        "history.filters": "Перечисляет сохранённые фильтры.",
        "history.forgetStatementLayout": "Забывает разметку файлов CSV.",
        "history.learnStatement": "Запоминает столбцы файлов CSV вашего банка по их заголовку.",
        "history.statementLayouts": "Перечисляет запомненные разметки файлов CSV.",
        "history.journal": "Записывает ваши книги для hledger или Beancount.",
        "history.transaction": "Показывает одну операцию.",
        "history.moveRule": "Переставляет правило на другое место.",
        "history.rebuild": "Пересобирает историю с первого события.",
        "history.removeFilter": "Удаляет сохранённый фильтр.",
        "history.removeRule": "Удаляет правило.",
        "history.report": "Составляет отчёт по периодам: остатки, доходы, движение денег, состояние или расходы.",
        "history.rules": "Перечисляет правила в том порядке, в каком они применяются.",
        "history.saveFilter": "Сохраняет фильтр под именем.",
        "history.setCategory": "Задаёт категорию операции.",
        "history.statement": "Составляет выписку по счёту: CSV, JSON Lines, OFX или QIF.",
        "history.summary": "Подводит итоги операций по дням, месяцам, категориям или счетам.",
        "history.transactions": "Перечисляет операции, новые сначала.",
    ]

    private static let market = [
        "bonds.accrued": "Считает накопленный доход облигации на день.",
        "bonds.calendar": "Перечисляет будущие выплаты по облигациям.",
        "bonds.checkISIN": "Проверяет контрольную цифру ISIN.",
        "bonds.curve": "Показывает доходности ваших облигаций, ближайшие к погашению сначала.",
        "bonds.fetch": "Загружает облигацию с Московской биржи: выплаты и котировки.",
        "bonds.figures": "Считает доходность, накопленный доход, дюрацию и выпуклость облигации.",
        "bonds.bond": "Показывает облигацию.",
        "bonds.hold": "Записывает, сколько облигаций у вас есть.",
        "bonds.holdings": "Перечисляет ваши облигации, их стоимость и будущие выплаты.",
        "bonds.importFile": "Загружает файл облигаций: котировки, выплаты или то и другое.",
        "bonds.list": "Перечисляет облигации.",
        "bonds.shares": "Считает, сколько процентов целого составляет каждая доля.",
        "patterns.watch.add": "Добавляет бумаги в список наблюдения.",
        "patterns.best": "Показывает ваш паттерн с лучшим ожидаемым ростом.",
        "patterns.list": "Перечисляет паттерны ваших бумаг, которые заканчиваются сейчас.",
        "patterns.watch.list": "Перечисляет бумаги, за которыми вы следите.",
        "patterns.refresh": "Ищет паттерны ваших бумаг сейчас.",
        "patterns.watch.remove": "Убирает бумаги из списка наблюдения.",
        "patterns.score": "Показывает, как часто сбывались паттерны, о которых вам сообщали.",
        "patterns.show": "Показывает паттерн, его совпадения и что было после них.",
        "patterns.stats": "Подводит итог вашим паттернам и работе службы.",
        "scanner.addSplit": "Записывает дробление, по которому пересчитываются старые цены.",
        "scanner.fetch": "Загружает свечи с Московской биржи.",
        "scanner.importCandles": "Загружает свечи бумаги.",
        "scanner.remove": "Убирает бумагу с рынка.",
        "scanner.removeSplit": "Удаляет дробление.",
        "scanner.scan": "Находит, где форма встречалась раньше и что было потом.",
        "scanner.securities": "Перечисляет бумаги рынка.",
        "scanner.simulate": "Придумывает бумагу: случайное блуждание с вложенными паттернами.",
        "scanner.splits": "Перечисляет дробления бумаги.",
    ]
}
