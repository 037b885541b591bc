import Coordination
import Domain
import Signals
import TestSupport

extension SimulatedPerson {
    private static let moment = Duration.milliseconds(200)

    /// Registers, however long it takes.
    ///
    /// - Returns: True once the person has a user.
    func register() async -> Bool {
        let signal = AuthSignal.Register(email: email, password: password, device: "first")
        let context = SignalContext(idempotencyKey: "person\(index)-registers")
        let begin = ContinuousClock.now
        var last = "no answer"
        while ContinuousClock.now - begin < Self.insistence {
            sessions.attempts += 1
            do {
                let answer = try await links.send(signal, context, within: Self.patience)
                userID = answer.user.id
                sessions.begin(answer.session, at: WallClock.system.now())
                return true
            } catch let fault as Fault where fault.meansAgain {
                last = "\(fault)"
                guard (try? await Task.sleep(for: Self.moment * 5)) != nil else { return false }
            } catch {
                last = "\(error)"
                break
            }
        }
        books.note("Person \(index) could not register: \(last).")
        return false
    }

    /// Returns a token that is valid now. Renews the session, or signs in where there is none.
    ///
    /// - Throws: `Fault`, retryable ones too: the caller insists.
    func token() async throws -> String {
        if let token = sessions.token(at: WallClock.system.now()) { return token }
        if let session = sessions.inUse {
            // The key stays the same until an answer came: only so a refresh token may be presented twice.
            let context = SignalContext(idempotencyKey: "person\(index)-refresh\(sessions.refreshes)")
            do {
                let answer = try await links.send(
                    AuthSignal.Refresh(refreshToken: session.refreshToken), context, within: Self.patience)
                sessions.refreshes += 1
                if answer.session.id != session.id {
                    books.note("Session \(session.id) of person \(index) was renewed as \(answer.session.id).")
                }
                sessions.renew(answer.session)
                return answer.session.token
            } catch let fault as Fault where fault.code == .unauthenticated {
                books.note("Session \(session.id) of person \(index), which is in use, was not renewed: \(fault).")
                sessions.refreshes += 1
                sessions.leave()
            }
        }
        return try await signIn()
    }

    /// Begins a session. A repetition begins another one, as with any program, and takes another code.
    @discardableResult
    func signIn(as login: String? = nil) async throws -> String {
        var wrong = 0
        while true {
            sessions.attempts += 1
            let moment = try await factor.app == nil ? nil : momentOfNextCode()
            let code = moment.flatMap { factor.app?.code(at: $0) }
            do {
                let answer = try await links.send(
                    AuthSignal.Login(
                        login: login ?? email, password: password, code: code, device: "device \(sessions.attempts)"),
                    SignalContext(idempotencyKey: "person\(index)-login\(sessions.attempts)"), within: Self.patience)
                if answer.user.id != userID {
                    books.note("Person \(index) is user \(userID) and was signed in as \(answer.user.id).")
                }
                sessions.begin(answer.session, at: WallClock.system.now())
                if let moment { factor.usedAt = moment }
                return answer.session.token
            } catch let fault as Fault
                where code != nil && fault.code == .invalidCredentials && wrong < Self.mostWrongCodes
            {
                wrong += 1
            } catch let fault as Fault where !fault.meansAgain {
                books.note("Person \(index) could not sign in with the right password: \(fault).")
                throw fault
            }
        }
    }

    /// Signs in on another device, until it works.
    func signInAgain(as login: String? = nil) async {
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < Self.insistence {
            do {
                try await signIn(as: login)
                return
            } catch let fault as Fault where fault.meansAgain {
                guard (try? await Task.sleep(for: Self.moment * 5)) != nil else { return }
            } catch {
                return
            }
        }
        books.note("Person \(index) could not sign in for half an hour.")
    }

    /// Signs out. The token is refused from then on, so the next act begins a session.
    func signOut() async {
        // With a valid token: one that has expired ends nothing.
        guard (await insist(AuthSignal.Me(), key: nil)).answer != nil, let session = sessions.inUse else { return }
        let begin = ContinuousClock.now
        let place = sessions.leave()
        while ContinuousClock.now - begin < Self.insistence {
            do {
                let context = SignalContext(session: session.token)
                _ = try await links.send(AuthSignal.Logout(), context, within: Self.patience)
                if let place { sessions.end(place) }
                return
            } catch let fault as Fault where fault.meansAgain {
                guard (try? await Task.sleep(for: Self.moment * 5)) != nil else { return }
            } catch let fault as Fault where fault.code == .unauthenticated {
                // An attempt whose answer was lost has ended it, or the token expired on the way.
                return
            } catch {
                books.note("Person \(index) could not sign out: \(error).")
                return
            }
        }
    }

    /// Ends all sessions but the one in use.
    func endOtherSessions(number: Int) async {
        // With a valid token, so that the session in use is the one that stays.
        guard (await insist(AuthSignal.Me(), key: nil)).answer != nil else { return }
        let before = sessions.inUse?.id
        let others = sessions.leaveOthers()
        guard await change(AuthSignal.EndOtherSessions(), number: number) != nil else { return }
        // With the answer to a repetition from a later session nothing is known of that in between.
        if sessions.inUse?.id == before { for place in others { sessions.end(place) } }
    }
}
