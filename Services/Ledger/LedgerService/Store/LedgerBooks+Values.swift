import Coordination
import Storage
import StrictJSON

extension LedgerBooks {
    /// Does `body` once for each key, as ``once(_:_:)``, where what comes of it is kept as a value.
    ///
    /// - Returns: The value, or a refusal that was kept: to be thrown outside of the write, which must not be undone.
    /// - Throws: What `body` throws and is not kept.
    func onceValue<Value: Codable & Sendable>(
        _ request: KeyedRequest?, _ body: () throws -> Value
    ) throws -> Result<Value, Fault> {
        guard let request else { return .success(try attempt(body)) }
        switch try once(request, { .value(try JSONEncoding.encode(body())) }) {
        case .failure(let refusal): return .failure(refusal)
        case .success(.value(let bytes)): return .success(try JSONDocument(bytes).root.decode(Value.self))
        case .success:
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
    }
}
