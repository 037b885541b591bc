import CMicroHTTPD

extension WebLoop {
    /// Sets the callbacks of a daemon. They run on the loop's thread only, within `MHD_run`, `MHD_add_connection` and
    /// `MHD_stop_daemon`.
    ///
    /// The context is unretained: the loop stops its daemons before it ends. See ``WebConnection`` for the pointers of
    /// connections.
    func setCallbacks(_ settings: inout kopilka_mhd_settings) {
        settings.context = Unmanaged.passUnretained(self).toOpaque()
        settings.on_connection = { context, handle, attachment, event in
            guard let context, let attachment else { return }
            let loop = Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
            if event == kopilka_mhd_started {
                guard let connection = loop.starting else { return }
                loop.starting = nil
                connection.handle = handle
                attachment.pointee = Unmanaged.passRetained(connection).toOpaque()
            } else if let pointer = attachment.pointee {
                attachment.pointee = nil
                let connection = Unmanaged<WebConnection>.fromOpaque(pointer).takeRetainedValue()
                connection.handle = nil
                loop.forget(connection)
            }
        }
        settings.on_target = { context, target, handle in
            guard let context, let handle else { return nil }
            let loop = Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
            guard let pointer = kopilka_mhd_attachment(loop.library, handle) else { return nil }
            let connection = Unmanaged<WebConnection>.fromOpaque(pointer).takeUnretainedValue()
            connection.exchange = WebConnection.Exchange(
                number: loop.newNumber(), target: target.map { String(cString: $0) } ?? "")
            return pointer
        }
        settings.on_access = { context, handle, _, method, version, bytes, count, exchange in
            guard let context, let count, let pointer = exchange?.pointee else { return kopilka_mhd_no }
            let loop = Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
            let connection = Unmanaged<WebConnection>.fromOpaque(pointer).takeUnretainedValue()
            let body = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            // All bytes are used up, whatever becomes of them.
            count.pointee = 0
            let words = (method.map { String(cString: $0) } ?? "", version.map { String(cString: $0) } ?? "")
            return loop.access(connection, method: words.0, version: words.1, body: body)
                ? kopilka_mhd_yes : kopilka_mhd_no
        }
        settings.on_completed = { context, _, exchange, _ in
            guard let context, let pointer = exchange?.pointee else { return }
            exchange?.pointee = nil
            let loop = Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
            loop.complete(Unmanaged<WebConnection>.fromOpaque(pointer).takeUnretainedValue())
        }
    }
}
