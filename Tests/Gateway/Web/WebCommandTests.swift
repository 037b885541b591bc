import Domain
import Foundation
import Hosting
import MicroHTTPD
import StrictJSON
import TestSupport
import Testing

@testable import GatewayCare
@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWeb
@testable import GatewayWords

/// The command line and the settings of the page. Nothing listens here; WebSystemTests run the program.
@Suite struct WebCommandTests {
    private func settings(
        _ flags: [String: String] = [:], isBehindProxy: Bool = false, variables: [String: String] = [:]
    ) throws -> WebSettings {
        var arguments = ParsedArguments()
        for (name, value) in flags { arguments[name] = .text(value) }
        if isBehindProxy { arguments["behind-proxy"] = .toggle(true) }
        return try WebSettings.read(arguments, variables)
    }

    @Test func aWrongSettingIsSaidInTheLanguageOfThePerson() {
        let error = #expect(throws: UsageError.self) {
            try settings(["listen": "here"], variables: ["KOPILKA_WEB_BEHIND_PROXY": "perhaps"])
        }
        #expect(
            error?.message.spoken(in: .russian) == """
                Неверные настройки: --listen — допустимо: адрес и порт, например 127.0.0.1:8417 или [::1]:8417; \
                web-behind-proxy (KOPILKA_WEB_BEHIND_PROXY) — допустимо: true или false.
                """)
    }

    @Test(arguments: [
        (["--listen", "0.0.0.0:8417"], "open to other machines", "listen"),
        (["--listen", "[::]:0"], "open to other machines", "listen"),
        (["--listen", "192.0.2.1:8417", "--host", "bank.example.org"], "open to other machines", "listen"),
        (["--listen", "localhost:8417"], "--listen must be an address", "listen"),
        (["--listen", "127.0.0.1"], "--listen must be an address", "listen"),
        (["--listen", "127.0.0.1:65536"], "--listen must be an address", "listen"),
        (["--host", "https://bank.example.org/"], "--host must be host names", "host"),
        (["--certificate", "a.pem"], "--key is missing", "key"),
        (["--key", "a.pem"], "--certificate is missing", "certificate"),
        (["--certificate", "/nowhere/a", "--key", "/nowhere/b"], "--certificate cannot be read", "certificate"),
        (["--socket", "/tmp/x"], "the name must be given", "host"),
        (["--behind-proxy"], "the name must be given", "host"),
        (["--proxies", "192.0.2.1"], "needs --behind-proxy", "proxies"),
        (["--behind-proxy", "--host", "a.example", "--proxies", "proxy.example"], "--proxies must be IP", "proxies"),
        (["--socket-group", "www-data"], "needs --socket", "socket-group"),
        (
            ["--socket", "/tmp/kop/x", "--host", "a.example", "--socket-group", "no-such-group"], "no group",
            "socket-group"
        ),
    ])
    func whatCannotBeServedIsRefusedBeforeAnythingListens(flags: [String], sentence: String, field: String) async throws
    {
        let fixture = try GatewayFixture()
        let outcome = await fixture.run(["web", "--json"] + flags)
        #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
        let error = try #require(try JSONDocument(text: outcome.errors).root.member("error"))
        #expect(error.member("message")?.string?.contains(sentence) == true, "\(outcome)")
        #expect(error.member("field")?.string == field, "\(outcome)")
        let russian = await fixture.run(["web", "--lang", "ru"] + flags)
        #expect(russian.errors.contains { ("а"..."я").contains($0) }, "\(russian)")
    }

    @Test func aKeyThatIsOpenToOthersIsRefused() async throws {
        let fixture = try GatewayFixture()
        let key = fixture.directory + "/key"
        try "key".write(toFile: key, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let flags = ["--listen", "127.0.0.1:0", "--certificate", key, "--key", key]
        let outcome = await fixture.run(["web"] + flags)
        #expect(outcome.code == 2 && outcome.errors.contains("chmod o-rwx \(key)"), "\(outcome)")
        // Closed to others, it is read, and is no key.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        let unusable = await fixture.run(["web"] + flags)
        #expect(unusable.code == 2 && unusable.errors.contains("cannot be used"), "\(unusable)")
    }

    @Test func flagsComeBeforeVariablesAndVariablesBeforeTheFile() throws {
        let directory = TemporaryDirectory()
        let file = try directory.write(
            #"{"gateway.web-listen":"127.0.0.1:1","gateway.web-host":"file.example","ledger.x":"y","data":"/d"}"#,
            to: "kopilka.json")
        var variables = ["KOPILKA_CONFIG": file]
        #expect(try settings(variables: variables).listen == ListenAddress(address: "127.0.0.1", port: 1))
        variables["KOPILKA_WEB_LISTEN"] = "[::1]:2"
        #expect(try settings(variables: variables).listen == ListenAddress(address: "::1", port: 2))
        let all = try settings(["listen": "127.0.0.2:3", "host": "A.example,b.example:8443"], variables: variables)
        #expect(all.listen == ListenAddress(address: "127.0.0.2", port: 3))
        #expect(all.hosts == ["a.example", "b.example:8443"])
        #expect(try settings().listen.settingText == "127.0.0.1:8417")
        #expect(try settings(variables: variables).hosts == ["file.example"])
    }

    @Test(arguments: ["", ":", "127.0.0.1:", "127.0.0.1:+1", "::1:80", "[127.0.0.1]:80", "[::1]", "1:1", "127.1:80"])
    func anAddressIsWrittenInOneWay(text: String) { #expect(ListenAddress.parse(text) == nil) }

    @Test func namesAndTheLinkFollowFromWhereItListens() throws {
        func site(
            _ settings: WebSettings, _ address: String?, _ port: Int, isEncrypted: Bool = false
        ) throws -> (names: Set<String>, link: String) {
            let peer = try address.map { try #require(WebPeer($0)) }
            let (site, link) = try WebLinks.site(of: settings, address: peer, port: port, isEncrypted: isEncrypted)
            return (site.names, link)
        }
        let own = try site(try settings(), "127.0.0.1", 8417)
        #expect(own.link == "http://localhost:8417/")
        #expect(own.names.isSuperset(of: ["127.0.0.1:8417", "[::1]:8417", "localhost:8417"]))
        let other = try site(try settings(), "127.0.0.2", 80)
        #expect(other.link == "http://127.0.0.2/" && other.names.isSuperset(of: ["127.0.0.2", "127.0.0.2:80"]))
        #expect(try site(try settings(), "::1", 8417).link == "http://[::1]:8417/")

        let named = try site(try settings(["host": "bank.example.org"]), "0.0.0.0", 8443, isEncrypted: true)
        #expect(named.link == "https://bank.example.org:8443/")
        #expect(named.names == ["bank.example.org", "bank.example.org:8443"])
        let usual = try site(try settings(["host": "bank.example.org"]), "::", 443, isEncrypted: true)
        #expect(usual.link == "https://bank.example.org/")
        #expect(throws: UsageError.self) { try site(try settings(), "0.0.0.0", 8443, isEncrypted: true) }

        let proxied = try settings(["host": "bank.example.org"], isBehindProxy: true)
        let behind = try site(proxied, "0.0.0.0", 8417)
        #expect(behind.link == "https://bank.example.org/" && behind.names == ["bank.example.org"])
        // An inherited Unix socket is for a proxy, too.
        #expect(try site(try settings(["host": "bank.example.org"]), nil, 0).names == ["bank.example.org"])
        #expect(throws: UsageError.self) { try site(try settings(), nil, 0) }
    }

    @Test func boundsFollowFromTheDescriptorsOfTheProcess() {
        #expect(WebHost.limits(65_536, isShared: true).connections == 12_000)
        #expect(WebHost.limits(1_024, isShared: true).connections == 768)
        #expect(WebHost.limits(100, isShared: true).connections == 64)
        #expect(WebHost.limits(65_536, isShared: true).connectionsPerPeer == 0)
        #expect(WebHost.limits(65_536, isShared: false).connectionsPerPeer == WebServerLimits().connectionsPerPeer)
    }
}
