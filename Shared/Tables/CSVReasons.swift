import Reasons

extension Reason {
    /// The text is empty.
    public static let csvWithoutHeader = rule(
        "csvWithoutHeader", "is empty, but must begin with the names of columns",
        "пусто, а должны быть названия столбцов")
    /// The number of fields differs from the header's.
    public static let csvFieldCount = rule(
        "csvFieldCount", "has {fields field|fields}, but the header has {wanted}",
        "в ней {fields поле|поля|полей}, а в заголовке {wanted}")
    /// A quotation mark is not closed.
    public static let csvOpenQuote = rule(
        "csvOpenQuote", "has a quotation mark that is not closed", "кавычка не закрыта")
    /// A quotation mark stands within an unquoted field.
    public static let csvStrayQuote = rule(
        "csvStrayQuote", "has a misplaced quotation mark", "кавычка там, где её быть не может")
    /// A field continues after its closing quotation mark.
    public static let csvTextAfterQuote = rule(
        "csvTextAfterQuote", "has text after a closing quotation mark", "после закрывающей кавычки лишний текст")
    /// Too many fields.
    public static let csvTooManyFields = rule(
        "csvTooManyFields", "has more than {most field|fields}", "больше {most поля|полей|полей}")
    /// A field that is too long.
    public static let csvTooLongField = rule(
        "csvTooLongField", "has a field longer than {most byte|bytes}", "поле длиннее {most байта|байтов|байтов}")

    /// The reasons of this module.
    public static let csv: [Reason] = [
        csvWithoutHeader, csvFieldCount, csvOpenQuote, csvStrayQuote, csvTextAfterQuote, csvTooManyFields,
        csvTooLongField,
    ]
}
