import Domain
import Signals

extension SimulatedPerson {
    /// Does an act and returns once it is answered. What it needs and is not there makes it nothing.
    func perform(_ planned: PlannedAct) async {
        let number = planned.number
        switch planned.act {
        case .openAccount(let slot, let currency): await open(slot, currency, number)
        case .rename(let slot, let name): await rename(slot, "Account \(name)", number)
        case .deposit(let slot, let amount): await deposit(slot, amount, number)
        case .withdraw(let slot, let amount): await withdraw(slot, amount, number)
        case .transfer(let slot, let to, let amount): await transfer(slot, to, amount, number)
        case .overdraw(let slot, let to): await overdraw(slot, to, number)
        case .payList(let slot, let to, let amounts, let atomic): await pay(slot, to, amounts, atomic, number)
        case .hold(let slot, let to, let amount, let minutes): await hold(slot, to, amount, minutes, number)
        case .capture(let hold, let amount): await capture(hold, amount, number)
        case .release(let hold): await release(hold, number)
        case .giveBack(let transfer): await giveBack(transfer, number)
        case .setRate(let from, let to, let rate): await setRate(from, to, rate, number)
        case .exchange(let slot, let to, let amount): await exchange(slot, to, amount, number)
        case .close(let slot, let rest): await close(slot, rest, number)
        case .schedule(let slot, let to, let amount, let ahead, let days, let times):
            await schedule(slot, to, amount, ahead: ahead, everyDays: days, times: times, number)
        case .pauseSchedule(let made): await pauseSchedule(made, number)
        case .resumeSchedule(let made): await resumeSchedule(made, number)
        case .cancelSchedule(let made): await cancelSchedule(made, number)
        case .savePayee(let name, let place): await savePayee("Payee \(name)", place, number)
        case .removePayee(let name): await removePayee("Payee \(name)", number)
        case .subscribe(let slot, let amount, let every, let ahead, let remind):
            await subscribe(slot, amount, every, ahead: ahead, remind: remind, number)
        case .changePrice(let made, let amount): await changePrice(made, amount, ahead: nil, number)
        case .announcePrice(let made, let amount, let ahead): await changePrice(made, amount, ahead: ahead, number)
        case .markPaid(let made): await markPaid(made, number)
        case .skipPayment(let made): await skip(made, number)
        case .pauseSubscription(let made): await pauseSubscription(made, number)
        case .resumeSubscription(let made): await resumeSubscription(made, number)
        case .removeSubscription(let made): await removeSubscription(made, number)
        case .enterBond(let bond): await enterBond(bond, number)
        case .holdBond(let bond, let quantity): await holdBond(bond, quantity, number)
        case .signInAgain: await signInAgain()
        case .signOut: await signOut()
        case .endOtherSessions: await endOtherSessions(number: number)
        case .setZone(let zone): await setZone(zone, number)
        case .repeatAct(let earlier): await repeatAct(earlier)
        case .reuseKey(let earlier): await reuseKey(of: earlier)
        default: await useHistory(planned.act, number)
        }
    }

    /// Returns one of the person's own accounts.
    func own(_ slot: Int) -> BookedAccount? { account(Place(person: index, slot: slot)) }

    /// Returns anybody's account.
    func account(_ place: Place) -> BookedAccount? { books.now.accounts[place] }
}
