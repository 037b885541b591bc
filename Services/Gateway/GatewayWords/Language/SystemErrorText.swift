import Glibc
import Hosting
import Reasons

/// Errors of the operating system in words; the system's own texts are English.
package enum SystemErrorText {
    /// Returns the text of an error of errno(3).
    package static func of(_ number: Int32) -> Text {
        let english = String(cString: strerror(number))
        return Text("\(english)", "\(russian(number) ?? english)")
    }

    /// Returns the text of an error of Hosting, the module that opens files and sockets.
    package static func of(_ error: HostingError) -> Text {
        let said = ReasonText.said(error.refusal.reason, error.refusal.details) ?? Text(verbatim: error.message)
        guard let number = error.systemError, case .text(let call)? = error.refusal.details["call"] else { return said }
        return Text("\(said)", "\(call): \(of(number))")
    }

    private static func russian(_ number: Int32) -> String? {
        switch number {
        case ENOENT: "такого файла нет"
        case EACCES: "нет прав"
        case EPERM: "не разрешено"
        case EISDIR: "это каталог"
        case ENOTDIR: "на пути не каталог"
        case EEXIST: "уже есть"
        case ENOSPC: "на диске нет места"
        case EDQUOT: "квота на диске исчерпана"
        case EROFS: "диск только для чтения"
        case EFBIG: "файл слишком велик"
        case ELOOP: "слишком много символических ссылок"
        case ENAMETOOLONG: "имя слишком длинное"
        case EMFILE, ENFILE: "открыто слишком много файлов"
        case ENOMEM: "не хватает памяти"
        case EIO: "ошибка диска"
        case EBUSY: "занято"
        default: nil
        }
    }
}
