import Coordination
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Sodium

/// The file with the key that opens encrypted backups: the key in the first line, its recipient in the second.
enum BackupKeyFile {
    private static let mark = "kopilka-key-"

    /// Creates a key in a new file that only its owner can read.
    ///
    /// - Parameter data: The data directory, where the key would lie beside what it protects.
    /// - Throws: ``UsageError`` for an existing file, and for one in the data directory.
    static func create(_ path: String, outside data: AbsolutePath?) throws -> BackupRecipient {
        guard let file = AbsolutePath(path), let folder = realPath(of: parent(of: file.description)) else {
            throw UsageError(
                Text("\(path) cannot be written: there is no such directory.", "\(path) не записать: нет каталога."),
                field: "file")
        }
        if let data = data.flatMap({ realPath(of: $0.description) }), folder == data || folder.hasPrefix(data + "/") {
            throw UsageError(
                Text(
                    "A key in the data directory is lost together with the data.",
                    "Ключ в каталоге данных пропадёт вместе с данными."),
                hint: Text(
                    "write it to another disk, such as a memory stick",
                    "запишите его на другой диск, например на флешку"),
                field: "file")
        }
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw UsageError(
                Text(
                    "\(path) is there already; a key is never replaced, because old backups need it.",
                    "\(path) уже есть; ключ не заменяется: он нужен прежним копиям."),
                hint: Text("give another name", "дайте другое имя"), field: "file")
        }
        let keys = MachineKeys()
        let recipient = BackupRecipient(keys)
        let line = keys.secretKey.withBytes { CheckedText.text(of: Array($0), mark: mark) }
        try FileDraft.write(
            Array("\(line)\nrecipient: \(recipient)\n".utf8), to: path, field: "file", name: Text("key", "ключ"),
            replaces: false)
        return recipient
    }

    /// Reads the key of a file.
    ///
    /// - Throws: ``Fault`` when there is none; `HostingError` when others can read it.
    static func read(_ path: String) throws -> MachineKeys {
        guard let line = try PrivateFile.firstLine(of: path) else {
            throw Fault(.notFound, "\(Text("There is no file \(path).", "Файла \(path) нет."))", field: "key")
        }
        guard var bytes = CheckedText.read(line, mark: mark),
            let keys = try? MachineKeys(secretKey: SecretBytes(moving: &bytes))
        else {
            throw Fault(
                .invalidArgument,
                "\(Text("\(path) is not a file of backup key.", "\(path) — не файл от backup key."))", field: "key")
        }
        return keys
    }

    private static func parent(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        return folder.isEmpty ? "/" : folder
    }
}
