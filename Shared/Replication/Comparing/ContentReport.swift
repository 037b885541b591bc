import Domain
import Sodium
import Storage
import StrictJSON

/// What a machine says of its content as of one commit: that of the leader, or how it compares with it.
public struct ContentReport: Sendable, Equatable, Codable {
    /// The number of the commit.
    public let number: Int64
    /// The hash of the chain at this commit, in Base64URL: the same number in another history is another commit.
    public let head: String
    /// When the report was made, by the clock of its machine.
    public let time: Instant
    /// How the digest was made: ``ContentDigest/form``.
    public let form: Int
    /// The content.
    public let digest: ContentDigest
    /// The tables that differ from the leader's, empty when none does; nil in the report of the leader.
    public let differing: [String]?

    /// True when the machine led.
    public var isLeaders: Bool { differing == nil }

    init(_ head: CommitHead, _ digest: ContentDigest, differing: [String]?, time: Instant) {
        number = head.number
        self.head = Base64URL.encode(head.hash)
        self.time = time
        form = ContentDigest.form
        self.digest = digest
        self.differing = differing
    }
}

/// Seals the reports of a service as ``CommitSeal`` seals its commits: only machines of the house can make one, and one
/// does not pass for that of another machine, service or house.
struct ContentSeal: Sendable {
    let house: String
    let service: String
    let key: SecretBytes

    init(_ access: LogAccess) {
        house = access.house
        service = access.service
        key = access.key
    }

    func seal(_ report: ContentReport, of host: String) throws -> [UInt8] {
        try SecretBox.seal(try JSONEncoding.encode(report), key: key, context: context(host))
    }

    /// Returns the report of a host; nil when the house did not make it.
    func open(_ box: [UInt8], of host: String) -> ContentReport? {
        guard let opened = try? SecretBox.openData(box, key: key, context: context(host)) else { return nil }
        return try? JSONDocument(opened).root.decode(ContentReport.self)
    }

    private func context(_ host: String) -> [UInt8] {
        // A zero ends each name, which has none itself.
        ["comparison", house, service, host].flatMap { Array($0.utf8) + [0] }
    }
}
