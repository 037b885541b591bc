import CMicroHTTPD
import Glibc

/// One daemon of libmicrohttpd, without a thread and a listening socket of its own. It lives on its server's thread.
///
/// A server has one for new connections, and those with older certificates as long as they have connections.
final class WebDaemon {
    private let library: UnsafePointer<kopilka_mhd>
    private let handle: OpaquePointer
    /// Polls readable when the daemon has something to do.
    let descriptor: Int32
    let isEncrypted: Bool
    /// The connections that it has.
    var connections = 0
    /// The daemon may read it as long as it lives.
    private let certificate: WebCertificate?
    /// The daemon writes to it as long as it lives.
    private let message: UnsafeMutablePointer<kopilka_mhd_message>

    /// Starts a daemon. `MHD_start_daemon`
    ///
    /// - Parameter settings: With the callbacks and their context, which must outlive the daemon.
    /// - Throws: ``WebServerError`` `unavailable`, `badCertificate`, `system`.
    init(_ certificate: WebCertificate?, _ settings: kopilka_mhd_settings) throws(WebServerError) {
        let library = try MicroHTTPDLibrary.functions()
        let message = UnsafeMutablePointer<kopilka_mhd_message>.allocate(capacity: 1)
        message.initialize(to: kopilka_mhd_message())
        var settings = settings
        settings.message = message
        settings.key = certificate?.key
        settings.chain = certificate?.chain
        let started = WebCertificate.priorities.withCString { priorities in
            // Read while the daemon starts: gnutls_priority_init copies it.
            settings.priorities = certificate == nil ? nil : priorities
            return kopilka_mhd_start(library, &settings)
        }
        guard let started else {
            let text = Self.text(message)
            message.deallocate()
            throw WebServerError(
                certificate == nil ? .system : .badCertificate, text.isEmpty ? "The server cannot start." : text)
        }
        self.library = library
        self.message = message
        handle = started
        descriptor = kopilka_mhd_epoll_descriptor(library, started)
        isEncrypted = certificate != nil
        self.certificate = certificate
    }

    /// Stops the daemon: no connection may be suspended. `MHD_stop_daemon`
    deinit {
        kopilka_MHD_stop_daemon(library, handle)
        message.deallocate()
    }

    /// Adds an accepted connection, which is the library's from now on, also on failure. `MHD_add_connection`
    func add(_ descriptor: Int32, _ address: inout sockaddr_storage, _ length: socklen_t) -> Bool {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                kopilka_MHD_add_connection(library, handle, descriptor, $0, length) == kopilka_mhd_yes
            }
        }
    }

    /// Does what there is to do, without waiting. `MHD_run`
    /// - Returns: True when there is more to do at once. `MHD_get_timeout`
    func run() -> Bool {
        kopilka_MHD_run(library, handle)
        var milliseconds: UInt64 = 0
        return kopilka_MHD_get_timeout(library, handle, &milliseconds) == kopilka_mhd_yes && milliseconds == 0
    }

    private static func text(_ message: UnsafeMutablePointer<kopilka_mhd_message>) -> String {
        let text = withUnsafeBytes(of: message.pointee.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return String(text.prefix { $0 != "\n" })
    }
}
