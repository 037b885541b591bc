import GatewaySession
import GatewayWords
import Hosting

/// Checks that only the services can have made the sockets that people and programs send their requests to.
struct SocketExamination {
    let house: House

    func findings() -> [Finding] {
        let run = house.runDirectory.description
        var endpoints = house.allServices.flatMap { [$0, "\($0).events"] }
        endpoints.removeAll { DirectoryList.isMissing(ListeningSocket.path(of: $0, runDirectory: run)) }
        // The findings about the services say that nothing is there, and those about directories who may write to them.
        guard !endpoints.isEmpty, (try? PrivateDirectory.check(run)) != nil else { return [] }
        let wrong = endpoints.compactMap { endpoint -> Finding? in
            do throws(HostingError) {
                try ListeningSocket.checkOwner(of: endpoint, runDirectory: run)
                return nil
            } catch {
                return Finding(
                    "socket", endpoint, .bad, SystemErrorText.of(error),
                    cure: Text(
                        "remove what lies there, then gateway restart", "уберите то, что там лежит, и gateway restart"))
            }
        }
        guard wrong.isEmpty else { return wrong }
        return [
            Finding(
                "sockets", nil, .good,
                Text("\(endpoints.count), ours alone", "\(endpoints.count), только наши"))
        ]
    }
}
