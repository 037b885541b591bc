import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Transport

/// A house with a history of 100,000 rows of one person.
struct WebHouse {
    private static let others = ["history", "scanner", "patterns", "bonds", "subscriptions", "notifications"]
    private static let words = [
        "Coffee", "Кофе с собой", "Taxi to the office", "Продукты", "Аптека", "Rent", "Зарплата", "Cinema", "Books",
    ]
    /// Each makes two rows: its accounts are one person's.
    private static let lists = 7
    private static let transfers = lists * TransferLoad.listSize

    let bank: BankHouse
    /// How many rows the history has without the deposits.
    var rows: Int { 2 * Self.transfers }

    init() async throws {
        bank = try await BankHouse(
            accounts: 3,
            // Hashes are not what is measured here, and one process registers everybody.
            environment: ["KOPILKA_HASH_MEMORY": "8", "KOPILKA_HASH_PASSES": "1", "KOPILKA_REGISTRATIONS": "1000000"])
        for service in Self.others { try await bank.house.start(service) }
        let load = bank.load
        _ = try await onThread {
            let requests = (0..<Self.lists).map { Self.list($0, load) }
            return try LoadClient(path: load.path, connections: 1).run(requests, count: Self.lists, window: 2)
        }
        try await waitForHistory()
    }

    private static func list(_ number: Int, _ load: TransferLoad) -> [UInt8] {
        let items = (0..<TransferLoad.listSize).map { item in
            let salt = number * TransferLoad.listSize + item
            let (from, to) = (load.accounts[salt % 3], load.accounts[(salt + 1) % 3])
            return #"{"from":"\#(from)","to":"\#(to)","amount":{"amount":"0.01","currency":"RUB"},"#
                + #""description":"\#(words[salt % words.count]) \#(salt)"}"#
        }
        return load.request(number, "ledger.transfers", params: #""transfers":[\#(items.joined(separator: ","))]"#)
    }

    private func waitForHistory() async throws {
        let loop = SocketLoop()
        let link = ServiceLink(service: "history", runDirectory: bank.house.runDirectory, loop: loop)
        let all = Int64(3_000_000_000 + Self.transfers)
        try await eventually("history has read the transfers", within: .seconds(120)) { [session = bank.session] in
            let page = try await link.send(HistorySignal.Transactions(), context: SignalContext(session: session))
            return page.totals.first?.income.minorUnits == all
        }
        await link.close()
        await loop.stop()
    }

    func stop() async throws {
        for service in Self.others { try await bank.house.stop(service) }
        try await bank.stop()
    }
}

/// `gateway web` of a house as a process.
final class WebProcess {
    let port: Int
    private let process = Process()

    /// Starts it and waits for its link.
    init(_ house: RunningHouse, _ flags: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: RunningHouse.executable("gateway"))
        process.arguments = ["web", "--listen", "127.0.0.1:0", "--json"] + flags
        let log = house.directory.file("web-log")
        process.environment = house.environment
        let output = Pipe()
        process.standardOutput = output
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        // Behind a proxy, the link has the proxy's name: the port is the process's listening socket.
        guard !line.isEmpty, let port = Self.listeningPort(of: process.processIdentifier) else {
            throw LoadClient.Failure(description: "the page does not serve: \(house.directory.read("web-log"))")
        }
        self.port = port
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Reads the port from proc_pid_net(5), by the inode of the process's socket.
    private static func listeningPort(of process: Int32) -> Int? {
        let directory = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let inodes = Set(
            names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)") }
                .filter { $0.hasPrefix("socket:[") }.map { $0.dropFirst(8).dropLast() })
        let table = (try? String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8)) ?? ""
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            // 0A is TCP_LISTEN.
            guard fields.count > 9, fields[3] == "0A", inodes.contains(fields[9]) else { continue }
            return fields[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
        }
        return nil
    }

    /// Its memory, as the kernel counts it.
    func residentKilobytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// The seconds of a processor that it has used: proc(5).
    func processorSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
