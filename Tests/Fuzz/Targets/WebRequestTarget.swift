import GatewayWeb
import MicroHTTPD

extension FuzzTarget {
    /// Requests of browsers: paths, queries and forms that are written again are read as the same.
    static let webRequests = FuzzTarget("web-requests", maximumLength: 4_096, modules: ["GatewayWeb", "MicroHTTPD"]) {
        bytes in
        if let form = WebForm(urlEncoded: bytes) {
            try checkBounds(form)
            let again = form.fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
            try demand(
                WebForm(urlEncoded: again.joined(separator: "&").utf8) == form, "a form is read otherwise than written")
        }
        var input = FuzzInput(bytes)
        let type = input.line()
        if let boundary = MultipartReader.boundary(of: type) {
            try demand((1...70).contains(boundary.utf8.count), "a boundary of any length")
            if let form = MultipartReader(input.bytes, boundary: boundary).read() { try checkBounds(form) }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        try demand(PercentCoding.decodeText(PercentCoding.encode(text)) == text, "a text is decoded otherwise")
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = RoutePath(String(parts[0])) else { return }
        let written = "/" + path.segments.map(PercentCoding.encode).joined(separator: "/")
        try demand(RoutePath(written) == path, "a path is read otherwise than it was written")
        try demand(!path.segments.contains("..") && !path.segments.contains("."), "a path leads elsewhere")
        guard let query = parts.count == 2 ? WebForm(urlEncoded: parts[1].utf8) : WebForm(),
            let scene = WebAddress.scene(at: path.segments, query)
        else { return }
        let link = WebAddress.link(to: scene)
        var fields = WebForm()
        fields.fields = link.query
        try demand(WebAddress.scene(at: link.path, fields) == scene, "the link to a scene leads elsewhere: \(link)")
    }

    private static func checkBounds(_ form: WebForm) throws(FuzzFinding) {
        try demand(form.fields.count + form.files.count <= WebForm.mostParts, "a form of any fields")
        let names = form.fields.map(\.name) + form.files.map(\.field)
        try demand(
            names.allSatisfy { (1...WebForm.longestName).contains($0.utf8.count) }, "a name of any length")
    }
}
