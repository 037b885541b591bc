/// The books of ``JournalTests`` as they must be written.
enum JournalSamples {
    static let hledger = #"""
        decimal-mark .

        commodity 1000. JPY
        commodity 1000.00 RUB

        account assets  ; type:A
        account equity  ; type:E
        account income  ; type:R
        account expenses  ; type:X
        account equity:opening balances
        account equity:conversion
        account assets:main  ; account-id:a1
        account assets:main-2  ; account-id:a2
        account assets:yen  ; account-id:a3
        account income:uncategorized
        account expenses:food

        P 2026-11-04 RUB 1.5 JPY

        2026-10-31 * pay
            ; id:t1, time:2026-10-31T22:30:00Z
            assets:main  1000.00 RUB
            income:uncategorized  -1000.00 RUB

        2026-11-02 * soup, "hot" / fresh
            ; id:t2, time:2026-11-02T09:00:00Z
            assets:main  -30.50 RUB
            expenses:food  30.50 RUB

        2026-11-03 * () (put aside)
            ; id:t3, time:2026-11-03T09:00:00Z
            assets:main  -200.00 RUB
            assets:main-2  200.00 RUB

        2026-11-04 * Exchange at 1.5
            ; id:t4, time:2026-11-04T09:00:00Z, exchange:t5
            assets:main  -60.00 RUB
            assets:yen  90 JPY @@ 60.00 RUB

        2026-11-05 * mistake
            ; id:t6, time:2026-11-05T09:00:00Z, reversed-by:t7, counterparty:b1
            assets:main  -7.77 RUB
            expenses:food  7.77 RUB

        2026-12-05 * mistake
            ; id:t7, time:2026-12-05T09:00:00Z, reverses:t6, counterparty:b1
            assets:main  7.77 RUB
            expenses:food  -7.77 RUB

        2026-12-06 *
            ; id:t8, time:2026-12-06T09:00:00Z
            assets:main-2  -200.00 RUB
            assets:main  200.00 RUB

        2026-12-06 * closing balances
            assets:main  0.00 RUB == 909.50 RUB
            assets:main-2  0.00 RUB == 0.00 RUB
            assets:yen  0 JPY == 90 JPY

        """#

    /// The transactions of December.
    static let december = """

        2026-12-01 * opening balance
            assets:main  701.73 RUB
            equity:opening balances  -701.73 RUB

        2026-12-01 * opening balance
            assets:main-2  200.00 RUB
            equity:opening balances  -200.00 RUB

        2026-12-01 * opening balance
            assets:yen  90 JPY
            equity:opening balances  -90 JPY

        2026-12-05 * mistake
            ; id:t7, time:2026-12-05T09:00:00Z, reverses:t6, counterparty:b1
            assets:main  7.77 RUB
            expenses:food  -7.77 RUB

        2026-12-06 *
            ; id:t8, time:2026-12-06T09:00:00Z
            assets:main-2  -200.00 RUB
            assets:main  200.00 RUB

        2026-12-06 * closing balances
            assets:main  0.00 RUB == 909.50 RUB
            assets:main-2  0.00 RUB == 0.00 RUB
            assets:yen  0 JPY == 90 JPY

        """

    static let beancount = #"""
        option "title" "Kopilka"
        option "inferred_tolerance_default" "*:0.000001"

        1970-01-01 commodity JPY
        1970-01-01 commodity RUB

        2026-10-31 open Assets:Main RUB
          account-id: "a1"
          name: "main"
        2026-10-01 open Assets:Main-2 RUB
          account-id: "a2"
          name: "main"
        2026-11-04 open Assets:Yen JPY
          account-id: "a3"
          name: "yen"
        2026-10-31 open Equity:Opening-Balances
        2026-10-31 open Equity:Conversions
        2026-10-31 open Income:Uncategorized
        2026-10-31 open Expenses:Food
          category: "food"
        2026-12-07 close Assets:Main-2

        2026-11-04 price RUB 1.5 JPY

        2026-10-31 * "pay"
          id: "t1"
          time: "2026-10-31T22:30:00Z"
          Assets:Main  1000.00 RUB
          Income:Uncategorized  -1000.00 RUB

        2026-11-02 * "soup; \"hot\" | fresh"
          id: "t2"
          time: "2026-11-02T09:00:00Z"
          Assets:Main  -30.50 RUB
          Expenses:Food  30.50 RUB

        2026-11-03 * "(put aside)"
          id: "t3"
          time: "2026-11-03T09:00:00Z"
          Assets:Main  -200.00 RUB
          Assets:Main-2  200.00 RUB

        2026-11-04 * "Exchange at 1.5"
          id: "t4"
          time: "2026-11-04T09:00:00Z"
          exchange: "t5"
          Assets:Main  -60.00 RUB
          Assets:Yen  90 JPY @@ 60.00 RUB

        2026-11-05 * "mistake"
          id: "t6"
          time: "2026-11-05T09:00:00Z"
          reversed-by: "t7"
          counterparty: "b1"
          Assets:Main  -7.77 RUB
          Expenses:Food  7.77 RUB

        2026-12-05 * "mistake"
          id: "t7"
          time: "2026-12-05T09:00:00Z"
          reverses: "t6"
          counterparty: "b1"
          Assets:Main  7.77 RUB
          Expenses:Food  -7.77 RUB

        2026-12-06 * ""
          id: "t8"
          time: "2026-12-06T09:00:00Z"
          Assets:Main-2  -200.00 RUB
          Assets:Main  200.00 RUB

        2026-12-07 balance Assets:Main  909.50 ~ 0 RUB
        2026-12-07 balance Assets:Main-2  0.00 ~ 0 RUB
        2026-11-05 balance Assets:Yen  90 ~ 0 JPY

        """#
}
