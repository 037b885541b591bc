import Signals

/// Names of statuses for people. In English they are the words of flags and JSON.
package enum StatusText {
    package static func of(_ status: LedgerSignal.AccountStatus) -> Text {
        switch status {
        case .active: Text("active", "действует")
        case .frozen: Text("frozen", "заморожен")
        case .closed: Text("closed", "закрыт")
        }
    }

    package static func of(_ status: LedgerSignal.TransferStatus) -> Text {
        switch status {
        case .posted: Text("posted", "проведён")
        case .pending: Text("pending", "ждёт")
        case .voided: Text("voided", "отменён")
        case .expired: Text("expired", "истёк")
        }
    }

    package static func of(_ status: LedgerSignal.ScheduleStatus) -> Text {
        switch status {
        case .active: Text("active", "действует")
        case .paused: Text("paused", "на паузе")
        case .ended: Text("ended", "закончился")
        case .cancelled: Text("cancelled", "отменён")
        }
    }

    package static func of(_ status: LedgerSignal.MandateStatus) -> Text {
        switch status {
        case .active: Text("active", "действует")
        case .revoked: Text("revoked", "отозвано")
        }
    }

    package static func of(_ group: HistorySignal.SummaryGroup) -> Text {
        switch group {
        case .day: Text("day", "день")
        case .month: Text("month", "месяц")
        case .category: Text("category", "категория")
        case .account: Text("account", "счёт")
        }
    }

    package static func of(_ period: LedgerSignal.MandatePeriod) -> Text {
        switch period {
        case .day: Text("day", "день")
        case .week: Text("week", "неделя")
        case .month: Text("month", "месяц")
        case .year: Text("year", "год")
        }
    }

    static func of(_ type: HistorySignal.TransactionType) -> Text {
        switch type {
        case .income: Text("income", "приход")
        case .expense: Text("expense", "расход")
        }
    }

    package static func of(_ type: HistorySignal.TypeFilter) -> Text {
        switch type {
        case .all: Text("all", "всё")
        case .income: of(HistorySignal.TransactionType.income)
        case .expense: of(HistorySignal.TransactionType.expense)
        }
    }

    package static func of(_ status: SubscriptionsSignal.Status) -> Text {
        switch status {
        case .active: Text("active", "действует")
        case .trial: Text("trial", "пробный период")
        case .pastDue: Text("past due", "просрочена")
        case .paused: Text("paused", "приостановлена")
        case .ended: Text("ended", "закончилась")
        }
    }

    package static func of(_ status: SubscriptionsSignal.PaymentStatus) -> Text {
        switch status {
        case .pending: Text("pending", "ждёт")
        case .paid: Text("paid", "оплачена")
        case .pastDue: Text("past due", "просрочена")
        case .skipped: Text("skipped", "пропущена")
        }
    }

    package static func of(_ method: SubscriptionsSignal.PaymentMethod) -> Text {
        switch method {
        case .recorded: Text("recorded", "записана")
        case .debited: Text("debited", "списана")
        case .byHand: Text("by hand", "вручную")
        }
    }

    package static func of(_ kind: BondsSignal.PaymentKind) -> Text {
        switch kind {
        case .coupon: Text("coupon", "купон")
        case .principal: Text("principal", "номинал")
        }
    }

    package static func of(_ kind: BondsSignal.ChartKind) -> Text {
        switch kind {
        case .price: Text("price", "цена")
        case .yield: Text("yield", "доходность")
        }
    }

    package static func of(_ kind: ScannerSignal.Kind) -> Text {
        switch kind {
        case .candle: Text("candle", "свечи")
        case .chart: Text("chart", "график")
        }
    }

    package static func of(_ type: LedgerSignal.FeatureType) -> Text {
        switch type {
        case .balance: Text("balance", "остаток")
        case .transfer: Text("transfer", "перевод")
        case .history: Text("history", "история")
        case .deposit: Text("deposit", "пополнение")
        case .withdraw: Text("withdrawal", "списание")
        case .hold: Text("hold", "резерв")
        case .rename: Text("new name", "новое имя")
        case .overdraft: Text("overdraft", "овердрафт")
        case .freeze: Text("freeze", "заморозка")
        case .unfreeze: Text("unfreeze", "разморозка")
        case .close: Text("closing", "закрытие")
        }
    }

    package static func of(_ category: NotificationsSignal.Category) -> Text {
        switch category {
        case .moneyIn: Text("money in", "поступление")
        case .moneyOut: Text("money out", "списание")
        case .imports: Text("import", "импорт")
        case .payments: Text("payments", "платежи")
        case .prices: Text("prices", "цены")
        case .forecast: Text("forecast", "прогноз")
        case .patterns: Text("patterns", "паттерны")
        case .coupons: Text("coupons", "купоны")
        case .channels: Text("channels", "каналы")
        case .security: Text("security", "безопасность")
        }
    }
}
