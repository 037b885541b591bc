import Coordination
import Testing

/// W3C Trace Context, section 3.2.
@Suite struct TraceContextTests {
    private let valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test func aValidParentIsReadAndWritten() throws {
        let trace = try #require(TraceContext(traceparent: valid))
        #expect(trace.traceID.description == "0af7651916cd43dd8448eb211c80319c")
        #expect(trace.parentID.description == "b7ad6b7169203331")
        #expect(trace.isSampled)
        #expect(trace.traceparent == valid)
    }

    @Test func aHopKeepsTheTraceAndChangesTheParent() throws {
        let trace = try #require(TraceContext(traceparent: valid))
        let next = trace.nextHop()
        #expect(next.traceID == trace.traceID)
        #expect(next.isSampled)
        #expect(next.parentID != trace.parentID)
        #expect(TraceContext(traceparent: next.traceparent) == next)
    }

    @Test(arguments: [
        "", "00", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
    ])
    func anInvalidParentIsNone(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test func aHigherVersionMayHaveMoreBehindADash() {
        #expect(TraceContext(traceparent: "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more") != nil)
    }

    @Test(arguments: [
        "", "0", "0af7651916cd43dd8448eb211c80319", "0af7651916cd43dd8448eb211c80319c0",
        "0AF7651916CD43DD8448EB211C80319C", "00000000000000000000000000000000", "0af7651916cd43dd8448eb211c80319g",
        "0af7651916cd43dd 448eb211c80319c", "٠af7651916cd43dd8448eb211c80319c",
        String(repeating: "a", count: 1 << 20),
    ])
    func whatIsNoIDIsRefused(text: String) { #expect(TraceID(text) == nil) }

    @Test func anIDIsReadAndWritten() throws {
        let text = "00000000000000000000000000000abc"
        #expect(try #require(TraceID(text)).description == text)
        #expect(TraceContext.new(isSampled: true).isSampled)
        #expect(!TraceContext.new().isSampled)
    }

    @Test func newTracesDifferAndAreValid() {
        let (one, two) = (TraceContext.new(), TraceContext.new())
        #expect(one != two)
        #expect(TraceContext(traceparent: one.traceparent) == one)
    }
}
