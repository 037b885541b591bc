import CCurl

/// The loop of a client's thread: all transfers at once, on one multi handle. It lives on that thread.
final class TransferLoop {
    /// The number of idle connections that are kept.
    private static let mostIdleConnections = 16
    /// The longest sleep; orders and libcurl's own timers end it earlier.
    private static let longestPollMilliseconds: Int32 = 60_000

    private let queue: TransferQueue
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: Transfer] = [:]

    init(_ queue: TransferQueue) {
        self.queue = queue
        guard let multi = kopilka_curl_multi_init(CurlLibrary.functions) else {
            preconditionFailure("There is no memory for libcurl.")
        }
        self.multi = multi
        kopilka_curl_multi_set_number(CurlLibrary.functions, multi, CURLMOPT_MAXCONNECTS, Self.mostIdleConnections)
        queue.setMulti(multi)
    }

    /// Runs until the queue is closed. `curl_multi_perform`, `curl_multi_poll`
    func run() {
        while true {
            let (orders, isClosed) = queue.take()
            for order in orders { follow(order) }
            if isClosed { break }
            var running: Int32 = 0
            kopilka_curl_perform(CurlLibrary.functions, multi, &running)
            finishWhatIsDone()
            // New orders have already sent their wake-up, which is kept until the next poll.
            kopilka_curl_poll(CurlLibrary.functions, multi, Self.longestPollMilliseconds)
        }
        for transfer in transfers.values {
            kopilka_curl_remove(CurlLibrary.functions, multi, transfer.handle)
            transfer.finish(.failure(TransferQueue.closed))
        }
        transfers = [:]
        queue.setMulti(nil)
        kopilka_curl_multi_cleanup(CurlLibrary.functions, multi)
    }

    private func follow(_ order: TransferQueue.Order) {
        switch order {
        case .begin(let number, let task, let finish):
            let transfer = Transfer(task, number: number, finish: finish)
            guard kopilka_curl_add(CurlLibrary.functions, multi, transfer.handle) == CURLM_OK else {
                return finish(.failure(HTTPError(.broken, "libcurl does not take the request.")))
            }
            transfers[number] = transfer
        case .cancel(let number):
            // Missing when the answer came first.
            guard let transfer = transfers.removeValue(forKey: number) else { return }
            kopilka_curl_remove(CurlLibrary.functions, multi, transfer.handle)
            transfer.finish(.failure(HTTPError(.cancelled, "The request was taken back.")))
        }
    }

    /// `curl_multi_info_read`
    private func finishWhatIsDone() {
        var left: Int32 = 0
        while let message = kopilka_curl_next_message(CurlLibrary.functions, multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            // The message belongs to libcurl and is freed with the handle, so it is read first.
            let (handle, result) = (message.pointee.easy_handle, message.pointee.data.result)
            guard let number = transfers.first(where: { $0.value.handle == handle })?.key,
                let transfer = transfers.removeValue(forKey: number)
            else { continue }
            kopilka_curl_remove(CurlLibrary.functions, multi, transfer.handle)
            transfer.finish(transfer.outcome(result))
        }
    }
}
