import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

/// The names of users as payers see them, and the user names by which they are paid.
@Suite struct PeopleTests {
    /// Creates a registration without a user name.
    private static func register(_ name: String) -> AuthSignal.Register {
        AuthSignal.Register(email: "\(name)@example.org", password: AuthHouse.password)
    }

    @Test(arguments: [
        ("Anna Petrova", "Anna P."), ("Анна Сергеевна Петрова", "Анна Сергеевна П."), ("Anna", "Anna"),
        ("  Anna   Petrova ", "Anna P."), ("anna@example.org", "a…@example.org"), ("Zoé É́tienne", "Zoé É́."),
        ("@", "@"), ("", ""),
    ])
    func strangersSeeAPartOfTheName(name: String, shown: String) {
        #expect(ShownName.of(name) == shown)
    }

    @Test(arguments: StoreKind.allCases) func ledgerFindsPeopleByIDAndUserName(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.send(Self.register("anna"))
            _ = try await house.send(AuthSignal.SetUsername(username: "anna.p"), as: anna.session)
            func find(_ ids: [String], _ names: [String]) async throws -> [AuthSignal.Person] {
                try await house.send(
                    AuthSignal.FindPeople(userIds: ids, usernames: names), asService: "ledger"
                ).people
            }
            let person = try #require(try await find([anna.user.id, "nobody"], []).first)
            #expect(person.userId == anna.user.id && person.username == "anna.p")
            #expect(person.shownName == ShownName.of(anna.user.name))
            #expect(try await find([anna.user.id], ["ANNA.P", "b@c"]) == [person], "each once")
            #expect(try await find([], ["nobody"]) == [])
            #expect(try await house.send(AuthSignal.FindPeople(), asService: "ledger").people == [])
        }
    }

    @Test func peopleMayNotAskWhoOthersAre() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let anna = try await house.send(Self.register("anna"))
            let signal = AuthSignal.FindPeople(userIds: [anna.user.id])
            #expect(try await house.fault(of: signal)?.code == .unauthenticated)
            #expect(try await house.fault(of: signal, as: anna.session)?.code == .permissionDenied)
            let many = AuthSignal.FindPeople(usernames: Array(repeating: "x", count: 1_001))
            let fault = await #expect(throws: Fault.self) { try await house.send(many, asService: "ledger") }
            #expect(fault?.code == .invalidArgument && fault?.field == "usernames")
        }
    }

    @Test(arguments: StoreKind.allCases) func aUserNameIsChosenOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.send(Self.register("anna")).session
            func set(_ name: String, _ session: AuthSignal.Session? = anna) async throws -> Fault? {
                try await house.fault(of: AuthSignal.SetUsername(username: name), as: session)
            }
            #expect(try await set("anna", nil)?.code == .unauthenticated)
            #expect(try await set(" ")?.code == .emptyField)
            #expect(try await set("An")?.code == .invalidArgument)
            #expect(try await set("ann") == nil)
            #expect(try await set("ann") == nil, "the same again changes nothing")
            #expect(try await set("other")?.code == .conflict)
            #expect(try await house.send(AuthSignal.Me(), as: anna).user.username == "ann")
            let bob = try await house.send(Self.register("bob")).session
            #expect(try await set("ann", bob)?.code == .usernameTaken)
            #expect(try await set("bob", bob) == nil)
        }
    }
}
