import Glibc

extension MetricsSource {
    /// The memory, processor time and descriptors of this process. Services that share a process report the same.
    public static let process = MetricsSource("process") {
        var families: [MetricFamily] = []
        if let pages = residentPages() {
            families.append(
                .gauge(
                    "resident_memory_bytes", unit: "bytes", "The memory of the process that is in RAM.",
                    Double(pages * Int(sysconf(Int32(_SC_PAGESIZE))))))
        }
        var usage = rusage()
        if getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 {
            families.append(
                .gauge(
                    "peak_memory_bytes", unit: "bytes", "The most memory that the process has had in RAM.",
                    // In kibibytes: getrusage(2).
                    Double(usage.ru_maxrss) * 1024))
            families.append(
                .counter(
                    "cpu_seconds", unit: "seconds", "The processor time of the process, in user and kernel mode.",
                    seconds(usage.ru_utime) + seconds(usage.ru_stime)))
        }
        return families
    }

    /// Returns the number of resident pages, the second number of `/proc/self/statm`: proc(5).
    private static func residentPages() -> Int? {
        guard let bytes = try? readFile("/proc/self/statm", limit: 256) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]) : nil
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
