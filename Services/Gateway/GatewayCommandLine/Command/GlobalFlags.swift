import Domain
import GatewayWords

/// The flags of every command.
package enum GlobalFlags {
    /// The flags in the order of the help.
    static let shapes = [
        FlagShape(
            "json", .toggle,
            Text(
                "Print the service's answer as one line of JSON, faults too.",
                "Печатать ответ службы одной строкой JSON, ошибки тоже.")),
        FlagShape(
            "jsonl", .toggle,
            Text(
                "As --json, with lists as lines of JSON, one element each.",
                "Как --json, но списки — строками JSON, по одной на элемент.")),
        FlagShape(
            "no-pager", .toggle,
            Text(
                "Show long results without a pager (PAGER).",
                "Показывать длинное без постраничного просмотра (PAGER).")),
        wide,
        FlagShape(
            "profile", .text,
            Text(
                "Act as the person signed in under this name (KOPILKA_PROFILE).",
                "Действовать от имени того, кто вошёл под этим именем (KOPILKA_PROFILE).")),
        FlagShape(
            "timeout", .duration,
            Text(
                "How long to wait for an answer; 10s by default.",
                "Сколько ждать ответа; по умолчанию 10s.")),
        FlagShape(
            "fresh", .toggle,
            Text(
                "Answer with everything confirmed until now: a machine that follows another catches up first.",
                "Ответить со всем, что подтверждено к этой минуте: ведомая машина сначала догонит ведущую.")),
        FlagShape(
            "run", .text, placeholder: "DIR",
            Text("The directory of the sockets (KOPILKA_RUN).", "Где лежат сокеты (KOPILKA_RUN).")),
        FlagShape(
            "house", .text, placeholder: "ssh://HOST",
            Text(
                "Use the house on another machine, through ssh (KOPILKA_HOUSE).",
                "Работать с домом на другой машине, через ssh (KOPILKA_HOUSE).")),
        FlagShape(
            "no-input", .toggle,
            Text(
                "Never ask; fail and name the missing flag.",
                "Ни о чём не спрашивать: завершиться и назвать недостающий флаг.")),
        Language.flag,
        FlagShape("no-color", .toggle, Text("No colours (NO_COLOR).", "Без цветов (NO_COLOR).")),
        FlagShape("help", .toggle, short: "h", Text("Explain the command.", "Объяснить команду.")),
    ]

    /// Prints tables in full width, as without a terminal.
    static let wide = FlagShape(
        "wide", .toggle,
        Text(
            "Show tables in full, even wider than the terminal.",
            "Показывать таблицы целиком, пусть и шире терминала."))

    /// For commands that change nothing; `--watch` without a value means every two seconds.
    package static let watch = FlagShape(
        "watch", .duration, placeholder: "[TIME]",
        Text(
            "Repeat until Ctrl-C, every two seconds by default.",
            "Спрашивать снова и снова, по умолчанию каждые две секунды, до Ctrl-C."))

    /// For commands that change something.
    package static let idempotencyKey = FlagShape(
        "idempotency-key", .text, placeholder: "KEY",
        Text(
            "Names this attempt: the same key and content take effect once. By default the gateway makes a key.",
            "Имя этой попытки: один и тот же ключ с одним содержанием действует один раз. Шлюз придумывает его сам."))
}
