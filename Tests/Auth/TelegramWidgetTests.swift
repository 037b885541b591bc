import Coordination
import Domain
import Foundation
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

/// Proofs of Telegram's Login Widget.
@Suite struct TelegramWidgetTests {
    private static let token = TelegramStandIn.token

    /// Creates a proof like Telegram: with the SHA-256 key of widgets, or with the key of Mini Apps.
    private static func proof(
        id: Int64 = TelegramRoom.anna.id, at time: Instant, secret: [UInt8] = Digest.sha256(Array(token.utf8))
    ) -> AuthSignal.TelegramWidget {
        let seconds = time.milliseconds / 1000
        let text = "auth_date=\(seconds)\nfirst_name=Anna\nid=\(id)\nphoto_url=https://t.me/i/a.jpg\nusername=anna"
        let hash = Digest.hmacSHA256(Array(text.utf8), key: secret).map { String(format: "%02x", $0) }.joined()
        return AuthSignal.TelegramWidget(
            id: id, firstName: "Anna", username: "anna", photoURL: "https://t.me/i/a.jpg", authDate: seconds, hash: hash
        )
    }

    @Test(arguments: StoreKind.allCases)
    func aProofSignsTheLinkedUserInOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let registered = try await house.registerAnna()
            try await TelegramRoom(house).link(TelegramRoom.anna, to: registered.session)
            let proof = Self.proof(at: house.clock.now)
            #expect(try await house.send(proof).user == registered.user)
            #expect(try await house.fault(of: proof)?.code == .invalidCredentials, "a replay")
            let signedIn = try await house.facts("auth.signedIn", as: AuthEvent.SignedInEvent.self)
            #expect(signedIn.last?.device == "Telegram, login widget")
        }
    }

    @Test func whatTelegramDidNotWriteForThisBotNowIsRefusedInOneWay() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let registered = try await house.registerAnna()
            try await TelegramRoom(house).link(TelegramRoom.anna, to: registered.session)
            let now = house.clock.now
            let right = Self.proof(at: now)
            func spoilt(id: Int64? = nil, name: String?, hash: String? = nil) -> AuthSignal.TelegramWidget {
                AuthSignal.TelegramWidget(
                    id: id ?? right.id, firstName: name, username: right.username, photoURL: right.photoURL,
                    authDate: right.authDate, hash: hash ?? right.hash)
            }
            let miniApp = Digest.hmacSHA256(Array(Self.token.utf8), key: Array("WebAppData".utf8))
            let refused = [
                Self.proof(at: now + .seconds(-300)), Self.proof(at: now + .seconds(61)),
                Self.proof(at: now, secret: miniApp), Self.proof(at: now, secret: Array(Self.token.utf8)),
                Self.proof(at: now, secret: Digest.sha256(Array("987654321:another-bots-token".utf8))),
                spoilt(name: "Bnna"), spoilt(name: nil), spoilt(id: 1002, name: "Anna"),
                spoilt(name: "Anna", hash: ""), spoilt(name: "Anna", hash: String(repeating: "0", count: 64)),
                spoilt(name: "Anna", hash: String(right.hash.dropLast())),
                spoilt(name: "Anna", hash: right.hash + "00"),
            ]
            var faults: Set<Fault> = []
            for proof in refused { faults.insert(try #require(try await house.fault(of: proof), "\(proof)")) }
            #expect(faults.count == 1 && faults.first?.code == .invalidCredentials)
            #expect(try await house.fault(of: right) == nil, "the failures used nothing up")
            #expect(try await house.fault(of: Self.proof(at: now + .seconds(-299))) == nil)
        }
    }

    @Test func whoIsNotLinkedIsTold() async throws {
        try await AuthHouse.with(.inMemory) { house async throws in
            let proof = Self.proof(at: house.clock.now)
            #expect(try await house.fault(of: proof)?.code == .notFound)
        }
    }

    /// Computed with Python's hashlib and hmac, independently of our code.
    @Test func theHashIsThatOfTheDocumentation() {
        let key = TelegramProofKey(token: "123456789:AAFakeTokenForADocumentedVector-00000")
        let fields = ["id": "42", "first_name": "Анна", "auth_date": "1795000000"]
        #expect(key.proves(fields, hash: "c349b392f444c06d43f82b52980db88062d407a847282eb4580aa0ac8e3d10b6"))
        #expect(
            !key.proves(
                fields.filter { $0.key != "id" },
                hash: "c349b392f444c06d43f82b52980db88062d407a847282eb4580aa0ac8e3d10b6"))
    }
}
