import Foundation
import Hosting
import TestSupport
import ZeroMQ

/// The baseline of a round trip: a bare ROUTER in a process of its own that sends back what it gets.
enum EchoServer {
    static func run(path: String) throws {
        let socket = try Socket(.router, in: Context(), options: .server)
        try socket.bind("ipc://\(path)")
        while true {
            guard let peer = try socket.receive(wait: true), let body = try socket.receive(wait: true) else { continue }
            try socket.send(peer, more: true, wait: true)
            try socket.send(body, more: false, wait: true)
        }
    }

    /// Starts one and waits until it answers.
    static func start(in directory: TemporaryDirectory) throws -> (child: ChildProcess, path: String) {
        let path = directory.file("echo.sock")
        let child = try ChildProcess.spawn(
            executable: RunningHouse.executable("benchmarks"), arguments: ["echo-server", path], environment: [:])
        return (child, path)
    }
}

/// Measures a peer by sending it the same bytes over and over.
enum RoundTrip {
    /// One request at a time: how long each took.
    static func serial(_ request: [UInt8], path: String, count: Int) async throws -> [Duration] {
        try await withRawPeer(path: path) { peer in
            func once() throws {
                try peer.socket.send(frames: [request], wait: true)
                _ = try peer.socket.receive(wait: true)
            }
            for _ in 0..<500 { try once() }
            return try (0..<count).map { _ in
                let began = ContinuousClock.now
                try once()
                return .now - began
            }
        }
    }

    /// Many in flight: how many are answered a second.
    static func pipelined(_ request: [UInt8], path: String, window: Int, count: Int) async throws -> Double {
        try await withRawPeer(path: path) { peer in
            for _ in 0..<window { try peer.socket.send(frames: [request], wait: true) }
            for _ in 0..<count / 10 {
                _ = try peer.socket.receive(wait: true)
                try peer.socket.send(frames: [request], wait: true)
            }
            let began = ContinuousClock.now
            for _ in 0..<count {
                _ = try peer.socket.receive(wait: true)
                try peer.socket.send(frames: [request], wait: true)
            }
            let took = ContinuousClock.now - began
            for _ in 0..<window { _ = try peer.socket.receive(wait: true) }
            return Double(count) / (took / .seconds(1))
        }
    }
}
