import Coordination
import Domain
import Signals
import TestSupport

extension SimulatedPerson {
    /// Other codes are tried as often when one is refused: the clock may have been set while it was on its way.
    static let mostWrongCodes = 3

    /// Changes what the person signs in with, or tries what must not work.
    func useSecrets(_ act: Act, _ number: Int) async {
        switch act {
        case .setUsername(let name): await setUsername("name-\(name)", number)
        case .changePassword: await changePassword(number)
        case .prove: await prove(number)
        case .turnCodesOn: await turnCodesOn(number)
        case .turnCodesOff: await turnCodesOff(number)
        case .renewRecoveryCodes: await renewRecoveryCodes(number)
        case .spendRecoveryCode: await spendRecoveryCode(number)
        case .reuseCode:
            guard let code = factor.usedCode(at: WallClock.system.now()) else { return }
            await signInInVain(password, code, number)
        default: await look(act, number)
        }
    }

    private func setUsername(_ name: String, _ number: Int) async {
        guard let user = await change(AuthSignal.SetUsername(username: name), number: number)?.user else { return }
        if user.username != name || (username ?? name) != name {
            books.note("Act \(number): person \(index), named \(username ?? "nothing"), became \(name): \(user).")
        }
        username = name
        await signInAgain(as: name)
    }

    private func changePassword(_ number: Int) async {
        // With a valid token, so that the session in use is the one that stays.
        guard (await insist(AuthSignal.Me(), key: nil)).answer != nil else { return }
        let (before, old) = (sessions.inUse?.id, password)
        let others = sessions.leaveOthers()
        let signal = AuthSignal.ChangePassword(current: old, new: "lantern-orbit-\(index)-velvet-\(number)")
        // The answer to a repetition depends on the password of that time.
        var answer = await change(signal, number: number, isSame: false)
        if answer == nil, books.now.refusals[number]?.code == .invalidCredentials {
            // An attempt that overtook another one was checked against the new password. Now there is an answer.
            answer = await change(signal, number: number, isSame: false)
        }
        guard answer != nil else {
            return books.note("Act \(number): person \(index) could not change the password.")
        }
        password = signal.new
        if sessions.inUse?.id == before { for place in others { sessions.end(place) } }
        await signInInVain(old, nil, number)
    }

    private func prove(_ number: Int) async {
        let areCodesOn = factor.app != nil
        switch await insist(AuthSignal.Prove(password: password), key: key(of: number)) {
        case .answered where areCodesOn:
            books.note("Act \(number): a password alone is a proof of person \(index), whose codes are on.")
        case .refused(let fault) where !areCodesOn || fault.code != .conflict:
            books.note("Act \(number): person \(index) could not prove to be themselves: \(fault).")
        case .answered, .refused, .unanswered: break
        }
    }

    // MARK: Codes

    private func turnCodesOn(_ number: Int) async {
        guard factor.app == nil else { return }
        let begun = await insist(AuthSignal.BeginTOTP(password: password), key: key(of: number))
        guard let secret = begun.answer?.secret, let app = try? AuthenticatorApp(secret: secret) else {
            return books.note("Act \(number): person \(index) could not begin to use codes: \(begun).")
        }
        let outcome = await insist(with: app, key: nil) { AuthSignal.ConfirmTOTP(code: $0) }
        // The answer may be lost, and with it the recovery codes.
        guard let areOn = await read(AuthSignal.Me())?.totp else { return }
        if areOn { factor.turnOn(app, outcome.answer?.recoveryCodes) }
        if !areOn, outcome.answer != nil {
            books.note("Act \(number): person \(index) turned codes on, and they are off.")
        }
    }

    private func turnCodesOff(_ number: Int) async {
        guard let app = factor.app else { return }
        let password = self.password
        let outcome = await insist(with: app, key: key(of: number)) {
            AuthSignal.DisableTOTP(password: password, code: $0)
        }
        guard let areOn = await read(AuthSignal.Me())?.totp else { return }
        if areOn, outcome.answer != nil {
            books.note("Act \(number): person \(index) turned codes off, and they are on.")
        }
        if !areOn { factor.turnOff() }
    }

    private func renewRecoveryCodes(_ number: Int) async {
        guard let app = factor.app else { return }
        let password = self.password
        let outcome = await insist(with: app, key: nil) {
            AuthSignal.RenewRecoveryCodes(password: password, code: $0)
        }
        factor.renew(outcome.answer?.recoveryCodes)
        if let code = factor.deadCode { await signInInVain(password, code, number) }
    }

    /// Signs in with a recovery code, and tries it once more.
    private func spendRecoveryCode(_ number: Int) async {
        for _ in 0..<Self.mostWrongCodes {
            guard factor.app != nil, let code = factor.takeRecoveryCode() else { return }
            sessions.attempts += 1
            let signal = AuthSignal.Login(login: email, password: password, code: code, device: "paper \(number)")
            // An attempt that was lost may have used it up.
            if let answer = try? await links.send(signal, SignalContext(), within: Self.patience) {
                sessions.begin(answer.session, at: WallClock.system.now())
                factor.used(code)
                return await signInInVain(password, code, number)
            }
            guard (try? await Task.sleep(for: .seconds(60))) != nil else { return }
        }
    }

    /// Signs in with what does not work or does not work any more, until that is refused. Then as it should be, so that
    /// failures do not add up.
    private func signInInVain(_ password: String, _ code: String?, _ number: Int) async {
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < Self.insistence {
            do {
                let signal = AuthSignal.Login(login: email, password: password, code: code)
                let answer = try await links.send(signal, SignalContext(), within: Self.patience)
                return books.note(
                    "Act \(number): person \(index) was signed in as \(answer.session.id) with a password or code "
                        + "that is not valid any more.")
            } catch let fault as Fault where fault.code == .invalidCredentials {
                return await signInAgain()
            } catch let fault as Fault where fault.meansAgain {
                let pause = Duration.milliseconds(max(1000, fault.retryAfterMilliseconds ?? 0))
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            } catch {
                return books.note("Act \(number): a sign-in of person \(index) was refused as \(error).")
            }
        }
    }

    /// Sends a request again and again, each time with another code, until it is answered.
    private func insist<S: Signal>(
        with app: AuthenticatorApp, key: String?, _ signal: (String) -> S
    ) async -> Outcome<S.Answer> {
        let begin = ContinuousClock.now
        var wrong = 0
        while ContinuousClock.now - begin < Self.insistence {
            do {
                let context = SignalContext(idempotencyKey: key, session: try await token())
                let code = app.code(at: try await momentOfNextCode())
                return .answered(try await links.send(signal(code), context, within: Self.patience))
            } catch let fault as Fault {
                if fault.code == .unauthenticated {
                    sessions.doubt()
                } else if fault.code == .wrongCode, wrong < Self.mostWrongCodes {
                    wrong += 1
                } else if !fault.meansAgain {
                    return .refused(fault)
                }
                let pause = Duration.milliseconds(max(1000, fault.retryAfterMilliseconds ?? 0))
                guard (try? await Task.sleep(for: pause)) != nil else { return .unanswered }
            } catch {
                // The simulation ends.
                return .unanswered
            }
        }
        books.note("\(S.method) of person \(index) was never answered.")
        return .unanswered
    }

    /// Returns the moment of a code that was not sent yet, once the clock shows one.
    func momentOfNextCode() async throws -> Instant {
        while true {
            if let moment = factor.takeMoment(at: WallClock.system.now()) { return moment }
            try await Task.sleep(for: .seconds(5))
        }
    }
}
