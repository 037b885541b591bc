// What is wrong with a table of text. Rules stand behind `Строка 5: `.

extension ServiceSentences {
    static let csv: KeyValuePairs = [
        "is empty, where the names of columns must be": "пусто, а должны быть названия столбцов",
        "has {0} fields, the header has {1}": "в ней {0 поле|поля|полей}, а в заголовке {1}",
        "has a quotation mark that is not closed": "кавычка не закрыта",
        "has a quotation mark where none can be": "кавычка там, где её быть не может",
        "goes on after the end of a quotation": "после закрытой кавычки что-то ещё",
        "has more than {0} fields": "больше {0 поля|полей|полей}",
        "has a field of more than {0} bytes": "поле длиннее {0 байта|байтов|байтов}",
    ]
}
