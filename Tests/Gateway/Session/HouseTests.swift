import Domain
import Foundation
import Hosting
import Testing

@testable import GatewaySession

@Suite struct HouseTests {
    private let fixture: GatewayFixture
    private let house: House

    init() throws {
        fixture = try GatewayFixture()
        house = House(
            runDirectory: try #require(AbsolutePath(fixture.directory)), dataDirectory: nil, variables: [:],
            clock: WallClock { GatewayFixture.now })
    }

    private func writeState(pid: Int32) throws {
        let state = #"{"pid":\#(pid),"services":[{"name":"ledger","phase":"ready","pid":7,"restarts":2}]}"#
        try state.write(toFile: fixture.directory + "/supervisor.json", atomically: true, encoding: .utf8)
    }

    @Test func aSupervisorIsKnownByTheLockItHolds() throws {
        try writeState(pid: getpid())
        #expect(house.supervisorPID == nil)
        let lock = try FileLock.tryAcquire(fixture.directory + "/supervisor.lock")
        let isHeld = lock != nil
        #expect(isHeld)
        #expect(house.supervisorPID == getpid())
        #expect(house.state()?.services.first?.restarts == 2)
    }

    @Test(arguments: ["1\n", "999999999\n", "", "x\n", "-1\n"])
    func aNumberInAFileProvesNothing(_ content: String) throws {
        try writeState(pid: 1)
        try content.write(toFile: fixture.directory + "/supervisor.lock", atomically: true, encoding: .utf8)
        #expect(house.supervisorPID == nil)
        #expect(house.state() == nil)
    }

    @Test func withoutASupervisorThereIsNothingToStop() async {
        let outcome = await fixture.run("down")
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors == "nothing runs here\n")
        #expect(await fixture.run("restart").code == 69)
    }

    @Test func statusTellsOfServicesWithoutASupervisorToo() async {
        fixture.services.answer("ledger.health", json: #"{"status":"draining","version":"1","uptimeSeconds":3}"#)
        let outcome = await fixture.run("status", "--json")
        #expect(outcome.code == 69)
        #expect(outcome.output.hasPrefix(#"{"supervisor":null,"services":[{"name":"auth","health":{"error":{"code":"#))
        #expect(
            outcome.output.contains(
                #"{"name":"ledger","uptimeSeconds":3,"health":{"status":"draining","version":"1","uptimeSeconds":3}}"#))
    }
}
