// Booking the rows of a bank's statement: what ledger says.

extension ServiceSentences {
    static let imports: KeyValuePairs = [
        "The account has an opening balance of {0} already; import without another.":
            "У счёта уже есть начальный остаток {0$}; загрузите без другого.",
        "Row {0} adds {1} on {2}, but under its reference the books have {3}{4}.":
            "Строка {0} меняет счёт на {1$} ({2}), но под её номером в книгах {3!}{4!}.",
        "something else": "другое",
        " on {0}": " от {0}",
        "Row {0}, {1} on {2}, takes the account {3} further down than it may go; an opening balance of {4}, or an overdraft, would do.":
            "Строка {0} ({1$}, {2}) опускает счёт на {3$} ниже, чем можно; помог бы начальный остаток {4$} или овердрафт.",
        "must be zero or more, and is for the first part only":
            "должно быть не меньше нуля, и только в первой части",
        "must not be less than these rows take": "не может быть меньше, чем списывают эти строки",
        "is for previews only": "годится только для пробы",
        "is more than an account can hold": "столько на счёт не поместится",
        "is more than one row can move": "для одной строки слишком много",
        "must lie between 1900 and tomorrow": "от 1900 года до завтра",
        "must be one that tells the row from others": "нужен такой, что отличает строку от других",
        "The account has no import of this id.": "На этом счёте нет импорта с таким id.",
        "You have no import of this id.": "У вас нет импорта с таким id.",
        "The import was taken back: begin another.": "Этот импорт отменён: начните другой.",
        "The import was taken back.": "Импорт отменён.",
        "Without the import the account falls {0} below what it may: money that the import brought was spent.":
            "Без этого импорта счёт уходит на {0} ниже дозволенного: деньги, которые он принёс, уже потрачены.",
    ]
}
