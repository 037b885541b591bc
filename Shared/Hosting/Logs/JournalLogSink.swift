import Glibc

/// A sink that hands log lines to systemd-journald with their fields, without waiting for it. What it does not take
/// goes to standard error, as a line of JSON.
public final class JournalLogSink: LogSink {
    /// The socket of systemd-journald.
    static let socketPath = "/run/systemd/journal/socket"

    private let address: UnixAddress
    /// Open before the process confines itself, and as long as the process.
    private let socket: OwnedDescriptor
    private let otherwise: DescriptorLogSink

    /// Creates a sink; nil when there is no socket to be had.
    init?(path: String = JournalLogSink.socketPath, otherwise: DescriptorLogSink = DescriptorLogSink()) {
        guard let address = UnixAddress(path), access(path, W_OK) == 0 else { return nil }
        let number = DatagramSocket.open()
        guard number >= 0 else { return nil }
        self.address = address
        self.otherwise = otherwise
        socket = OwnedDescriptor(owning: number)
    }

    public func write(_ record: LogRecord) {
        let entry = JournalEntry(record)
        guard !DatagramSocket.send(entry.bytes, to: address, from: socket.rawValue, waits: false) else { return }
        otherwise.write(record)
    }

    /// Returns the sink of a process: the journal if standard error goes there, otherwise standard error.
    ///
    /// - Parameter variables: `JOURNAL_STREAM` names the device and inode of the stream to the journal:
    ///   systemd.exec(5). A descriptor that was redirected since has others.
    public static func ofProcess(_ variables: [String: String]) -> any LogSink {
        sink(variables["JOURNAL_STREAM"], path: socketPath, otherwise: DescriptorLogSink(), descriptor: STDERR_FILENO)
    }

    static func sink(
        _ stream: String?, path: String, otherwise: DescriptorLogSink, descriptor: Int32
    ) -> any LogSink {
        var information = stat()
        guard let stream, fstat(descriptor, &information) == 0,
            stream == "\(information.st_dev):\(information.st_ino)",
            let journal = JournalLogSink(path: path, otherwise: otherwise)
        else { return otherwise }
        return journal
    }
}
