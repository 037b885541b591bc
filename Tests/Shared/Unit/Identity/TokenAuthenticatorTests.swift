import Coordination
import Domain
import Sodium
import TestSupport
import Testing

@testable import Identity

@Suite struct TokenAuthenticatorTests {
    /// An authenticator, the keys it trusts, and its clock.
    private struct House {
        let keys: TemporaryKeys
        let clock = SteppedClock()
        let authenticator: TokenAuthenticator

        init(_ keys: TemporaryKeys) throws {
            self.keys = keys
            authenticator = TokenAuthenticator(
                service: .auth, keys: try KeyDirectory(dataDirectory: keys.path), clock: clock.wallClock)
        }

        func key(_ service: HouseService) throws -> TokenSigningKey { try keys.directory().signingKey(of: service) }

        func userToken(by signer: HouseService = .auth) throws -> String {
            TokenIssuer(key: try key(signer), clock: clock.wallClock).issue(userID: "u1", sessionID: "s1").token
        }

        func token(claims: String, by signer: HouseService) throws -> String {
            let key = try key(signer)
            return TokenText.sign(
                Array(claims.utf8), with: key, footer: Array(#"{"kid":"\#(key.publicKey.id)"}"#.utf8))
        }

        func claims(
            sub: String = "u1", sid: String? = "s1", aud: String = "kopilka", from: Duration = .zero,
            until: Duration = .seconds(60)
        ) -> String {
            let sid = sid.map { #""sid":"\#($0)","# } ?? ""
            let (from, until) = (clock.now + from, clock.now + until)
            return #"{"sub":"\#(sub)",\#(sid)"aud":"\#(aud)","iat":"\#(from)","nbf":"\#(from)","exp":"\#(until)"}"#
        }

        func isRefused(_ token: String) -> Bool {
            do {
                _ = try authenticator.caller(presenting: token)
                return false
            } catch {
                return error.code == .unauthenticated
            }
        }
    }

    @Test func provesAUserByAuthsSignature() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let issuer = TokenIssuer(key: try house.key(.auth), clock: house.clock.wallClock)
            let (token, expiresAt) = issuer.issue(userID: "u1", sessionID: "s1")
            #expect(expiresAt - house.clock.now == .seconds(900))
            let expected = Caller.user(UserSession(userID: "u1", sessionID: "s1", expiresAt: expiresAt))
            for _ in 0..<3 { #expect(try house.authenticator.caller(presenting: token) == expected) }
        }
    }

    @Test func provesAServiceByItsOwnSignature() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let tokens = ServiceTokens(service: .ledger, key: try house.key(.ledger), clock: house.clock.wallClock)
            let first = tokens.token(for: .auth)
            #expect(try house.authenticator.caller(presenting: first) == .service("ledger"))
            house.clock.advance(by: .seconds(239))
            #expect(tokens.token(for: .auth) == first)
            house.clock.advance(by: .seconds(1))
            #expect(tokens.token(for: .auth) != first)
            #expect(try house.authenticator.caller(presenting: tokens.token(for: .auth)) == .service("ledger"))
        }
    }

    @Test func noServiceSpeaksForUsersOrForAnother() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            #expect(house.isRefused(try house.userToken(by: .ledger)))
            let history = ServiceTokens(service: .history, key: try house.key(.ledger), clock: house.clock.wallClock)
            #expect(house.isRefused(history.token(for: .auth)))
            #expect(
                house.isRefused(
                    try house.token(claims: house.claims(sub: "service:ledger", sid: nil, aud: "auth"), by: .auth)))
            #expect(house.isRefused(try house.token(claims: house.claims(sub: "service:auth", aud: "auth"), by: .auth)))
        }
    }

    @Test func aServicesTokenCountsAtTheReceiverItWasMadeForAlone() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let tokens = ServiceTokens(service: .ledger, key: try house.key(.ledger), clock: house.clock.wallClock)
            for receiver in HouseService.allCases where receiver != .auth {
                #expect(house.isRefused(tokens.token(for: receiver)))
                #expect(tokens.token(for: receiver) == tokens.token(for: receiver))
            }
            #expect(!house.isRefused(tokens.token(for: .auth)))
            // As services created them before tokens had one receiver, and as auth creates them for people only.
            for audience in ["kopilka", "", "elsewhere"] {
                let claims = house.claims(sub: "service:ledger", sid: nil, aud: audience)
                #expect(house.isRefused(try house.token(claims: claims, by: .ledger)))
            }
            #expect(house.isRefused(try house.token(claims: house.claims(aud: "auth"), by: .auth)))
        }
    }

    @Test func theOperatorIsProvedByTheOperatorsKeyAlone() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let key = try keys.directory().operatorKey()
            func token(_ claims: String) -> String {
                TokenText.sign(
                    Array(claims.utf8), with: key, footer: Array(#"{"kid":"\#(key.publicKey.id)"}"#.utf8))
            }
            let tokens = ServiceTokens(signer: .operator, key: key, clock: house.clock.wallClock)
            #expect(try house.authenticator.caller(presenting: tokens.token(for: .auth)) == .operator)
            #expect(house.isRefused(tokens.token(for: .ledger)))
            for claims in [
                house.claims(), house.claims(sub: "service:ledger", sid: nil, aud: "auth"),
                house.claims(sub: "operator", aud: "auth"), house.claims(sub: "operator", sid: nil),
            ] { #expect(house.isRefused(token(claims)), "\(claims)") }
            for service in HouseService.allCases {
                let claims = house.claims(sub: "operator", sid: nil, aud: "auth")
                #expect(house.isRefused(try house.token(claims: claims, by: service)), "\(service)")
            }
        }
    }

    @Test func refusesATokenFromTheMomentItExpires() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let token = try house.userToken()
            house.clock.advance(by: .milliseconds(899_999))
            #expect(!house.isRefused(token))
            house.clock.advance(by: .milliseconds(1))
            #expect(house.isRefused(token))
            #expect(house.isRefused(token))
        }
    }

    @Test func aClockThatIsBehindDoesNotMatter() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let token = { (ahead: Duration) in
                try house.token(claims: house.claims(from: ahead, until: ahead + .seconds(60)), by: .auth)
            }
            #expect(!house.isRefused(try token(.seconds(2_700))))
            #expect(house.isRefused(try token(.seconds(2_701))))
        }
    }

    @Test func refusesTheTokensOfAnEndedSessionAlsoWhenRemembered() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let token = try house.userToken()
            #expect(!house.isRefused(token))
            house.authenticator.revoke(sessionID: "s1", until: house.clock.now + .seconds(900))
            #expect(house.isRefused(token))
            house.clock.advance(by: .seconds(899))
            #expect(house.isRefused(token))
        }
    }

    @Test func forgetsRevocationsThatNoTokenOutlives() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            for index in 0..<5000 {
                house.authenticator.revoke(sessionID: "other\(index)", until: house.clock.now + .seconds(900))
                house.clock.advance(by: .seconds(10))
            }
            house.authenticator.revoke(sessionID: "s1", until: house.clock.now + .seconds(900))
            #expect(house.isRefused(try house.userToken()))
        }
    }

    @Test func refusesClaimsThatAreNotOurs() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            #expect(!house.isRefused(try house.token(claims: house.claims(), by: .auth)))
            let others = [
                house.claims(aud: "elsewhere"), house.claims(sub: ""), house.claims(sid: nil), house.claims(sid: ""),
                house.claims(sub: String(repeating: "u", count: 65)), house.claims(until: .seconds(4000)),
                house.claims(from: .seconds(50), until: .seconds(40)), "{}", "[]", "", "null",
                #"{"sub":"u1","sub":"u2","# + house.claims().dropFirst(),
            ]
            for claims in others {
                #expect(house.isRefused(try house.token(claims: claims, by: .auth)), "\(claims)")
            }
        }
    }

    @Test func refusesAKeyThatNobodyPublished() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let issuer = TokenIssuer(key: TokenSigningKey(), clock: house.clock.wallClock)
            #expect(house.isRefused(issuer.issue(userID: "u1", sessionID: "s1").token))
        }
    }

    /// The new key's id is never presented: verified tokens must still be refused, and so must those of the old key.
    @Test func aReplacedOrRemovedKeyCountsNowhereASecondLater() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let oldKey = try house.key(.auth)
            let (seen, service) = (
                try house.userToken(),
                ServiceTokens(service: .ledger, key: try house.key(.ledger), clock: house.clock.wallClock)
            )
            #expect(!house.isRefused(seen) && !house.isRefused(service.token(for: .auth)))
            try keys.remove("auth/auth.secret")
            let newKey = try house.key(.auth)
            let forged = TokenIssuer(key: oldKey, clock: house.clock.wallClock).issue(userID: "u2", sessionID: "s9")
                .token
            house.clock.advance(by: KeyDirectory.longestAge)
            #expect(house.isRefused(seen) && house.isRefused(forged))
            #expect(!house.isRefused(service.token(for: .auth)), "the keys of others go on")
            #expect(
                !house.isRefused(
                    TokenIssuer(key: newKey, clock: house.clock.wallClock).issue(
                        userID: "u1", sessionID: "s1"
                    ).token))
            try keys.remove("keys/ledger/ledger.public")
            house.clock.advance(by: KeyDirectory.longestAge)
            #expect(house.isRefused(service.token(for: .auth)))
        }
    }

    @Test func refusesTextThatIsNoToken() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            for text in ["", "x", "v4.public.AAAA", String(repeating: "x", count: 100_000)] {
                #expect(house.isRefused(text))
            }
        }
    }

    @Test func remembersABoundedNumberOfTokens() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let issuer = TokenIssuer(key: try house.key(.auth), clock: house.clock.wallClock)
            let first = issuer.issue(userID: "u1", sessionID: "s0").token
            for index in 0..<10_050 {
                #expect(!house.isRefused(issuer.issue(userID: "u1", sessionID: "s\(index)").token))
            }
            #expect(!house.isRefused(first))
        }
    }

    @Test func tellsTheLastUseOfEachSessionOnce() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let issuer = TokenIssuer(key: try house.key(.auth), clock: house.clock.wallClock)
            let first = issuer.issue(userID: "u1", sessionID: "s1").token
            let renewed = issuer.issue(userID: "u1", sessionID: "s1").token
            let other = issuer.issue(userID: "u2", sessionID: "s2").token
            #expect(house.authenticator.takeUses().isEmpty)
            let begun = house.clock.now
            for token in [renewed, first, other, first] {
                house.clock.advance(by: .seconds(10))
                _ = try house.authenticator.caller(presenting: token)
            }
            let expected: Set = [
                SessionUse(sessionID: "s1", lastUsedAt: begun + .seconds(40)),
                SessionUse(sessionID: "s2", lastUsedAt: begun + .seconds(30)),
            ]
            let told = house.authenticator.takeUses()
            #expect(Set(told) == expected && told.count == 2)
            #expect(house.authenticator.takeUses().isEmpty, "once")

            // Uses that could not be passed on are returned again, unless there are newer ones.
            _ = try house.authenticator.caller(presenting: other)
            house.authenticator.keep(told)
            #expect(
                Set(house.authenticator.takeUses()) == [
                    SessionUse(sessionID: "s1", lastUsedAt: begun + .seconds(40)),
                    SessionUse(sessionID: "s2", lastUsedAt: begun + .seconds(40)),
                ])
        }
    }

    @Test func whatIsRefusedIsNoUseAndWhatExpiresIsTold() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let token = try house.userToken()
            _ = try house.authenticator.caller(presenting: token)
            let used = house.clock.now
            house.clock.advance(by: .seconds(900))
            #expect(house.isRefused(token), "expired, and forgotten with it")
            #expect(house.authenticator.takeUses() == [SessionUse(sessionID: "s1", lastUsedAt: used)])
            let revoked = try house.userToken()
            _ = try house.authenticator.caller(presenting: revoked)
            _ = house.authenticator.takeUses()
            house.authenticator.revoke(sessionID: "s1", until: house.clock.now + .seconds(900))
            #expect(house.isRefused(revoked))
            let tokens = ServiceTokens(service: .ledger, key: try house.key(.ledger), clock: house.clock.wallClock)
            _ = try house.authenticator.caller(presenting: tokens.token(for: .auth))
            #expect(house.authenticator.takeUses().isEmpty, "neither what has ended nor a service")
        }
    }

    @Test func keepsUsesOfAsManySessionsAsItRemembersTokens() throws {
        try TemporaryKeys.with { keys in
            let house = try House(keys)
            let most = TokenAuthenticator.mostRemembered
            let now = house.clock.now
            house.authenticator.keep((0..<most + 5).map { SessionUse(sessionID: "s\($0)", lastUsedAt: now) })
            #expect(house.authenticator.takeUses().count == most)
        }
    }
}
