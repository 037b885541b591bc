import GatewayWords

/// Describes the end of a process from the supervisor's note. `--json` has the note itself.
enum ProcessEndText {
    /// Returns the text of a note.
    ///
    /// - Parameter note: `exit 70`, `signal 9`, `not started: …`.
    static func of(_ note: String) -> Text {
        let words = note.split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { return sentence(note) }
        switch words[0] {
        case "exit": return exit(number)
        case "signal": return signal(number)
        default: return Text(verbatim: note)
        }
    }

    private static func sentence(_ note: String) -> Text {
        let start = "not started: "
        guard note.hasPrefix(start) else { return Text(verbatim: note) }
        return Text("\(note)", "не запустилась: \(note.dropFirst(start.count))")
    }

    /// Returns the text of an exit code.
    ///
    /// - Source: `ServiceProcess.ExitCode`, whose numbers are those of sysexits(3).
    private static func exit(_ code: Int) -> Text {
        switch code {
        case 0: Text("stopped (exit 0)", "остановилась (код 0)")
        case 64: Text("wrong settings (exit 64)", "неверные настройки (код 64)")
        case 69: Text("made way for another machine (exit 69)", "уступила другой машине (код 69)")
        case 70: Text("failed; its log says why (exit 70)", "сбой, подробности в журнале (код 70)")
        case 75: Text("ran already (exit 75)", "уже работала (код 75)")
        default: Text("exit \(code)", "код \(code)")
        }
    }

    /// Returns the text of a Unix signal.
    ///
    /// - Source: signal(7), the numbers of x86 and ARM.
    private static func signal(_ number: Int) -> Text {
        switch number {
        case 2: Text("interrupted (signal 2)", "прервана (сигнал 2)")
        case 4, 5: Text("stopped itself at a fault (signal \(number))", "остановила себя при ошибке (сигнал \(number))")
        case 6: Text("gave up (signal 6)", "прекратила работу (сигнал 6)")
        case 7: Text("lost a page of memory (signal 7)", "потеряла страницу памяти (сигнал 7)")
        case 9: Text("killed (signal 9)", "убита (сигнал 9)")
        case 11: Text("crashed (signal 11)", "обращение к чужой памяти (сигнал 11)")
        case 15: Text("asked to stop (signal 15)", "остановлена (сигнал 15)")
        default: Text("signal \(number)", "сигнал \(number)")
        }
    }
}
