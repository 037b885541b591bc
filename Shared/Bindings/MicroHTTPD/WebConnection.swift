import CMicroHTTPD

/// A connection, and the request that it carries at the moment. It lives on the thread of its server.
///
/// libmicrohttpd keeps one unbalanced reference to it from `MHD_CONNECTION_NOTIFY_STARTED` until
/// `MHD_CONNECTION_NOTIFY_CLOSED`. Every other callback comes between these two, so the pointer that it gets is valid.
/// The connection's pointer and descriptor are valid in the same time: the library frees both after the second call.
final class WebConnection {
    /// What the other side, or the handler, has to do until ``deadline``.
    enum Phase {
        case header
        case body
        case answer
        case sending
        case streaming
    }

    /// A request on its way.
    final class Exchange {
        /// What is known of the request so far.
        enum Step {
            /// The request line was read.
            case target(String)
            /// The body is being read, up to this number of bytes.
            case body(WebRequestHead, limit: Int)
            /// What comes of the body is dropped; then this is the answer.
            case dropping(WebRequestHead, WebResponse)
            /// A task makes the answer. The connection is suspended.
            case waiting(WebRequestHead, Task<Void, Never>)
            /// The answer is there. The connection is being resumed.
            case ready(WebRequestHead, WebResponse)
            /// A response was queued.
            case answered
            /// The connection ends as soon as the library asks.
            case abandoned
        }

        let number: UInt64
        var step: Step
        var body: [UInt8] = []
        var dropped = 0
        var stream: WebStream?
        /// True while the library has put the connection aside: MHD_suspend_connection.
        var isSuspended = false
        var takesAtLastHeartbeat: Int?

        init(number: UInt64, target: String) {
            self.number = number
            step = .target(target)
        }
    }

    let number: UInt64
    let descriptor: Int32
    let peer: WebPeer
    let isEncrypted: Bool
    /// The daemon that has it.
    let daemonNumber: Int
    /// Set by `MHD_CONNECTION_NOTIFY_STARTED`.
    var handle: OpaquePointer?
    var exchange: Exchange?
    var phase = Phase.header
    var deadline: ContinuousClock.Instant?

    init(number: UInt64, descriptor: Int32, peer: WebPeer, isEncrypted: Bool, daemonNumber: Int) {
        self.number = number
        self.descriptor = descriptor
        self.peer = peer
        self.isEncrypted = isEncrypted
        self.daemonNumber = daemonNumber
    }
}
