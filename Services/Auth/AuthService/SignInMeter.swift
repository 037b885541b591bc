import Coordination
import Hosting
import Signals
import Synchronization

/// Counts sign-ins since the start of the process, by their way and their outcome. It learns nothing about people.
final class SignInMeter: Sendable {
    /// The way of a sign-in.
    enum Way: String, CaseIterable {
        case password
        case passkey
        /// The login widget of Telegram.
        case widget
    }

    private struct Failure: Hashable {
        let way: Way
        let code: String

        var labels: [MetricLabel] { [MetricLabel("way", way.rawValue), MetricLabel("code", code)] }
    }

    private struct Counts {
        var succeeded: [Way: Int] = [:]
        var failed: [Failure: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// Returns a use case that answers as `useCase` does, and is counted.
    func counting<Counted: UseCase>(_ useCase: Counted, as way: Way) -> MeteredSignIn<Counted> {
        MeteredSignIn(useCase: useCase, meter: self, way: way)
    }

    fileprivate func count(_ way: Way, _ fault: FaultCode?) {
        counts.withLock { counts in
            if let fault {
                counts.failed[Failure(way: way, code: fault.name), default: 0] += 1
            } else {
                counts.succeeded[way, default: 0] += 1
            }
        }
    }

    /// The counts as metrics. The failures that an alert watches are there from the beginning: only a series that grows
    /// from 0 shows its first failures.
    var metrics: MetricsSource {
        MetricsSource("sign-ins") { [self] in
            var counts = counts.withLock { $0 }
            for way in Way.allCases {
                counts.failed[Failure(way: way, code: FaultCode.invalidCredentials.name), default: 0] += 0
            }
            counts.failed[Failure(way: .password, code: FaultCode.tooManyAttempts.name), default: 0] += 0
            let failed = counts.failed.sorted {
                ($0.key.way.rawValue, $0.key.code) < ($1.key.way.rawValue, $1.key.code)
            }
            return [
                MetricFamily(
                    .counter, "sign_ins", "Sign-ins that succeeded, by their way.",
                    Way.allCases.map { way in
                        MetricSample(Double(counts.succeeded[way] ?? 0), [MetricLabel("way", way.rawValue)])
                    }),
                MetricFamily(
                    .counter, "sign_ins_failed", "Sign-ins that were refused, by their way and the code of the fault.",
                    failed.map { failure, count in
                        MetricSample(Double(count), failure.labels)
                    }),
            ]
        }
    }
}

/// A use case that signs people in, counted by a ``SignInMeter``.
struct MeteredSignIn<Counted: UseCase>: UseCase {
    fileprivate let useCase: Counted
    fileprivate let meter: SignInMeter
    fileprivate let way: SignInMeter.Way

    func answer(_ signal: Counted.Request, context: SignalContext) async throws -> Counted.Request.Answer {
        do {
            let answer = try await useCase.answer(signal, context: context)
            meter.count(way, nil)
            return answer
        } catch let fault as Fault {
            meter.count(way, fault.code)
            throw fault
        }
    }
}
