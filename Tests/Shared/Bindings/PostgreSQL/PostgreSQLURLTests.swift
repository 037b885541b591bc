import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: PostgreSQLLibrary.obstacle == nil, "libpq is not installed")) struct PostgreSQLURLTests {
    @Test func hostsAreReadAsLibpqReadsThem() throws {
        let url = try PostgreSQLURL("postgresql://anna@db1.example,db2.example:6000,%2Frun%2Fpostgresql/house")
        #expect(url.hosts.map(\.description) == ["db1.example:5432", "db2.example:6000", "/run/postgresql:5432"])
        let common = try PostgreSQLURL("postgresql://db1,db2/house?port=7000&hostaddr=10.0.0.1,10.0.0.2")
        #expect(common.hosts.map(\.port) == [7000, 7000])
        #expect(common.hosts.map(\.address) == ["10.0.0.1", "10.0.0.2"])
        #expect(try PostgreSQLURL("postgresql:///house").hosts.map(\.description) == ["local:5432"])
    }

    @Test(arguments: [
        "", "house", "host=db1 dbname=house", "http://db1/house", "postgresql://db1:0/house",
        "postgresql://db1:70000/house", "postgresql://db1/house?colour=red", "postgresql://a,b,c:1,2/house?port=3,4",
        "postgresql://a,b/house?hostaddr=10.0.0.1", "postgresql://a\0b/house",
    ])
    func anInvalidURLIsRefused(text: String) throws {
        #expect {
            _ = try PostgreSQLURL(text)
        } throws: { error in
            if case PostgreSQLError.badURL = error { true } else { false }
        }
    }

    /// Passwords without %-escapes make libpq see hosts, ports and databases in them, which messages quote.
    @Test(arguments: [
        "postgresql://anna:s3cr3t%zz@db1/house", "postgresql://anna:s3cr3t/tail@db1/house",
        "postgresql://anna:99/s3cr3t@db1/house", "postgresql://anna:x@s3cr3t@db1/house",
        "postgresql://anna:s3cr3t@[db1/house", "postgresql://anna:s3cr3t@db1/house?s3cr3t",
        "postgresql://anna:s3cr3t@db1:port/house", "postgresql://anna:s3cr3t@db1/house?password=s3cr3t&x=s3cr3t",
    ])
    func anErrorOfAURLQuotesNothing(text: String) throws {
        #expect {
            _ = try PostgreSQLURL(text)
        } throws: { error in
            !"\(error)".contains("s3cr3t") && !String(reflecting: error).contains("s3cr3t")
        }
    }

    @Test func aURLNeverRevealsItsPassword() throws {
        struct Holder { let url: PostgreSQLURL }
        let url = try PostgreSQLURL("postgresql://anna:s3cr3t@db1/house?sslpassword=s3cr3t")
        var dumped = ""
        dump(Holder(url: url), to: &dumped)
        for text in ["\(url)", String(reflecting: url), "\(Holder(url: url))", "\([url])", dumped] {
            #expect(!text.contains("s3cr3t"), "\(text)")
        }
        #expect("\(url)" == "PostgreSQL at db1:5432")
    }
}
