import Coordination
import Domain

extension LedgerSignal {
    /// What became of one transfer of a list: `{"transfer": …}` or `{"fault": …}`.
    public enum TransferResult: Codable, Hashable, Sendable {
        /// It was made.
        case transfer(Transfer)
        /// It was refused.
        case fault(Fault)

        private enum CodingKeys: String, CodingKey {
            case transfer, fault
        }

        /// Reads whichever of the two is there.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let transfer = try container.decodeIfPresent(Transfer.self, forKey: .transfer) {
                self = .transfer(transfer)
            } else {
                self = .fault(try container.decode(Fault.self, forKey: .fault))
            }
        }

        /// Writes the one it is.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .transfer(let transfer): try container.encode(transfer, forKey: .transfer)
            case .fault(let fault): try container.encode(fault, forKey: .fault)
            }
        }
    }
}
