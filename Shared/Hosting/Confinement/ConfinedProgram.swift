import CProcess
import Glibc
import Reasons

/// Runs an extra service in place of this process, with files, connections and memory of its own only.
///
/// The program may be written in any language and need not know of it: the kernel keeps the rules over execve(2).
public struct ConfinedProgram: Sendable {
    private let service: ExtraService
    private let settings: CommonSettings

    /// Creates the program of a service.
    public init(_ service: ExtraService, settings: CommonSettings) {
        self.service = service
        self.settings = settings
    }

    /// Becomes the program. It writes to its own directory and to that of its public key, reads the public keys of
    /// others, the settings file, the system's libraries, the directory of its executable and those among its rights,
    /// and connects to no other machine unless it has the right `network`.
    ///
    /// - Parameters:
    ///   - neighbours: The services whose public keys it reads.
    ///   - environment: Its environment, with the sockets that this process inherited.
    /// - Throws: ``HostingError`` `notConfined` where the kernel must confine it and cannot, `system`.
    public func run(neighbours: [String], environment: Environment) throws(HostingError) -> Never {
        try settings.layout.prepare(for: service.name, neighbours: neighbours)
        limitMemory()
        try confine(neighbours, environment)
        let arguments = CStringList([service.executable.description])
        let variables = CStringList(environment.variables.map { "\($0.key)=\($0.value)" })
        let sockets = environment.variables["LISTEN_FDS"].flatMap { Int32($0) } ?? 0
        let failure = withExtendedLifetime((arguments, variables)) {
            kopilka_become(
                service.executable.description, arguments.pointer, variables.pointer, min(sockets, 64), SIGTERM)
        }
        throw HostingError.system("execve \(service.executable)", errno: -failure)
    }

    private func confine(_ neighbours: [String], _ environment: Environment) throws(HostingError) {
        guard settings.confinement != .off else { return }
        let rights = settings.extraRights.names[service.name] ?? []
        let reach = Confinement.Reach(
            isOnline: rights.contains(ExtraRights.network),
            readable: [service.directory] + settingsFile(environment) + rights.filter { $0.hasPrefix("/") })
        let isBornWithSockets = environment.variables["LISTEN_FDS"] != nil
        let confinement = Confinement(
            of: [service.name], reach: reach, layout: settings.layout,
            runDirectory: isBornWithSockets ? nil : settings.runDirectory, environment: environment,
            neighbours: neighbours)
        guard case .open(let reason) = confinement.enforce(isBeforeExecve: true), settings.confinement == .required
        else { return }
        throw HostingError(
            .notConfined, .notConfined, ["service": .text(service.name), "cause": .text(reason)])
    }

    /// The settings file, if there is one: the program reads its settings as this process does.
    private func settingsFile(_ environment: Environment) -> [String] {
        let path = environment.variables["KOPILKA_CONFIG"] ?? environment.defaultConfigurationPath
        return path.map { access($0, F_OK) == 0 ? [$0] : [] } ?? []
    }

    /// Bounds what it allocates: RLIMIT_DATA of setrlimit(2). Its core files would have people's data.
    private func limitMemory() {
        for (resource, most) in [(RLIMIT_DATA, rlim_t(settings.extraMemory) << 20), (RLIMIT_CORE, 0)] {
            let resource = __rlimit_resource_t(resource.rawValue)
            var limit = rlimit()
            guard getrlimit(resource, &limit) == 0 else { continue }
            limit.rlim_max = min(limit.rlim_max, most)
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
        }
    }
}
