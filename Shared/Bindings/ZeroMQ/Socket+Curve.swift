import CZeroMQ

// Encryption and authentication by CurveZMQ, RFC 26: zmq_curve(7). Call these before bind or connect.

extension Socket {
    /// The number of bytes of a key.
    public static let curveKeyCount = 32
    /// The bytes that CURVE adds to each frame: a name, a nonce, an authenticator and the flags.
    public static let curveFrameOverhead = 33

    /// Makes this the CURVE server of `domain`. Only peers that the process's ZAP handler admits to the domain are
    /// served; without a handler, nobody is. `ZMQ_CURVE_SERVER`, `ZMQ_CURVE_SECRETKEY`, `ZMQ_ZAP_DOMAIN`,
    /// `ZMQ_ZAP_ENFORCE_DOMAIN`
    /// - Throws: ``ZeroMQError``: `invalidArgument` unless the key has 32 bytes and the domain 1 to 255.
    public func serveCurve(secretKey: UnsafeRawBufferPointer, domain: String) throws(ZeroMQError) {
        // libzmq asks no handler about peers of an empty domain.
        guard (1...255).contains(domain.utf8.count) else {
            throw ZeroMQError(
                code: .invalidArgument, function: "zmq_setsockopt", message: "A ZAP domain has 1 to 255 bytes.")
        }
        try set(ZMQ_CURVE_SERVER, Int32(1))
        try set(ZMQ_CURVE_SECRETKEY, key: secretKey)
        try set(ZMQ_ZAP_DOMAIN, bytes: Array(domain.utf8))
        // Otherwise libzmq admits everybody while there is no handler.
        try set(ZMQ_ZAP_ENFORCE_DOMAIN, Int32(1))
    }

    /// Makes this a CURVE client, which talks only to the holder of the secret key of `serverKey`.
    /// `ZMQ_CURVE_SERVERKEY`, `ZMQ_CURVE_PUBLICKEY`, `ZMQ_CURVE_SECRETKEY`
    /// - Throws: ``ZeroMQError``: `invalidArgument` unless each key has 32 bytes.
    public func useCurve(
        secretKey: UnsafeRawBufferPointer, publicKey: [UInt8], serverKey: [UInt8]
    ) throws(ZeroMQError) {
        try set(ZMQ_CURVE_SERVERKEY, key: serverKey)
        try set(ZMQ_CURVE_PUBLICKEY, key: publicKey)
        try set(ZMQ_CURVE_SECRETKEY, key: secretKey)
    }

    private func set(_ option: Int32, key: [UInt8]) throws(ZeroMQError) {
        try key.withUnsafeBufferPointer { key throws(ZeroMQError) in
            try set(option, key: UnsafeRawBufferPointer(key))
        }
    }

    private func set(_ option: Int32, key: UnsafeRawBufferPointer) throws(ZeroMQError) {
        // libzmq would take 40 or 41 bytes for the same key as text.
        guard key.count == Socket.curveKeyCount else {
            throw ZeroMQError(
                code: .invalidArgument, function: "zmq_setsockopt",
                message: "A CURVE key has 32 bytes, not \(key.count).")
        }
        guard zmq_setsockopt(checked, option, key.baseAddress, key.count) == 0 else {
            throw .last("zmq_setsockopt", about: "option \(option)")
        }
    }
}
