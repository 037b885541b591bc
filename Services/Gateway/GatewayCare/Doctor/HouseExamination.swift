import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// Checks directories, the disk, keys, the supervisor and the machine's clock.
struct HouseExamination {
    let house: House

    func findings() -> [Finding] {
        var findings = [directory("run", house.runDirectory.description)]
        if let data = house.dataDirectory?.description {
            findings.append(directory("data", data))
            findings += DiskExamination(data: data).findings() + keys(data)
        } else {
            findings.append(
                Finding(
                    "directory", "data", .bad,
                    Text("there is no HOME to keep data in", "нет HOME, где лежали бы данные"),
                    cure: Text("set KOPILKA_DATA", "задайте KOPILKA_DATA")))
        }
        findings.append(supervisor())
        findings.append(clock())
        return findings
    }

    private func directory(_ name: String, _ path: String) -> Finding {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            return Finding(
                "directory", name, .bad, Text("\(path) is not there", "\(path) не существует"),
                cure: Text("gateway up --detach makes it", "gateway up --detach создаст его"))
        }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            return Finding(
                "directory", name, .bad, Text("\(path) is not a directory of ours", "\(path) — не наш каталог"),
                cure: Text("run as its owner, or choose another", "запустите от имени владельца или выберите другой"))
        }
        guard status.st_mode & 0o077 == 0 else {
            return Finding(
                "directory", name, .bad, Text("\(path) is open to others", "\(path) открыт другим"),
                cure: Text(verbatim: "chmod 700 \(path)"))
        }
        return Finding("directory", name, .good, Text(verbatim: path))
    }

    private func keys(_ data: String) -> [Finding] {
        let keys = HouseFiles(data).keyNames.compactMap { HouseFiles(data).found($0) }
        guard !keys.isEmpty else {
            return [Finding("keys", nil, .skipped, Text("there are none yet", "ещё нет ни одного"))]
        }
        let open = keys.filter { key in
            var status = stat()
            guard lstat(key, &status) == 0 else { return false }
            let others: mode_t = key.hasSuffix(".public") ? 0o022 : 0o077
            return status.st_mode & S_IFMT != S_IFREG || status.st_mode & others != 0 || status.st_uid != geteuid()
        }
        guard open.isEmpty else {
            return [
                Finding(
                    "keys", nil, .bad,
                    Text(
                        "open to others: \(open.joined(separator: ", "))",
                        "открыты другим: \(open.joined(separator: ", "))"),
                    cure: Text(
                        "chmod 600 \(data)/*/*.secret, and make new ones: delete them and restart",
                        "chmod 600 \(data)/*/*.secret и сделайте новые: удалите их и перезапустите службы"))
            ]
        }
        return [
            Finding(
                "keys", nil, .good,
                Text(
                    "\(keys.count, "file", "files"), ours alone",
                    "\(keys.count, "файл", "файла", "файлов"), только наши"))
        ]
    }

    private func supervisor() -> Finding {
        if SystemdHouse.runs(house) { return systemd() }
        guard let pid = house.supervisorPID else {
            return Finding(
                "supervisor", nil, .warning,
                Text("none runs here", "здесь не работает"),
                cure: Text(
                    "gateway up --detach, unless something else keeps the services running",
                    "gateway up --detach, если службы не держит что-то другое"))
        }
        return restarts(house.state(), Text(verbatim: "pid \(pid)"))
    }

    private func systemd() -> Finding {
        guard let state = SystemdHouse.state(of: house), state.services.contains(where: { $0.phase == .ready }) else {
            return Finding(
                "supervisor", nil, .warning,
                Text("systemd runs none of its units", "systemd не держит ни одного своего юнита"),
                cure: Text(verbatim: "sudo systemctl enable --now kopilka.target"))
        }
        return restarts(state, Text(verbatim: "systemd"))
    }

    private func restarts(_ state: SupervisorState?, _ supervisor: Text) -> Finding {
        let restarts = state?.services.reduce(0) { $0 + $1.restarts } ?? 0
        guard restarts == 0 else {
            return Finding(
                "supervisor", nil, .warning,
                Text(
                    "\(supervisor); it has restarted services \(restarts, "time", "times")",
                    "\(supervisor); перезапускал службы \(restarts, "раз", "раза", "раз")"),
                cure: Text("gateway status and gateway logs say why", "gateway status и gateway logs скажут почему"))
        }
        return Finding("supervisor", nil, .good, supervisor)
    }

    private func clock() -> Finding {
        guard let isKeptRight = MachineClock.isKeptRight else {
            return Finding("clock", nil, .skipped, Text("cannot be told", "узнать нельзя"))
        }
        guard isKeptRight else {
            return Finding(
                "clock", nil, .warning,
                Text("nothing synchronises this machine's clock", "часы этой машины не синхронизируются"),
                cure: Text("turn on NTP: timedatectl set-ntp true", "включите NTP: timedatectl set-ntp true"))
        }
        return Finding("clock", nil, .good, Text("kept right", "идут верно"))
    }
}
