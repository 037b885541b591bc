import Foundation
import Hosting
import TestSupport
import Testing

/// `make docs`: the manual and the other documents as one static site.
@Suite(.enabled(if: access("/usr/bin/pandoc", X_OK) == 0, "pandoc is not installed"))
struct DocumentSiteTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theSiteIsWholeAndADeadLinkIsFound() async throws {
        let directory = TemporaryDirectory()
        let site = directory.file("docs")
        let made = try await Self.run("/bin/bash", "Shared/Packaging/Scripts/docs.sh", site)
        #expect(made.status == .exited(0), "\(made)")

        let index = directory.read("docs/index.html")
        #expect(index.contains("<html lang=\"en\">") && index.contains("<h1 id=\"the-manual\">"))
        #expect(index.contains("<link rel=\"stylesheet\" href=\"manual.css\">"))
        let files = try #require(FileManager.default.enumerator(atPath: site)).compactMap { $0 as? String }
        // Every document is a page.
        let documents = try #require(
            FileManager.default.enumerator(atPath: Self.package.appendingPathComponent("Shared/Docs").path)
        ).compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
        for document in documents where document != "Manual/README.md" {
            let page = document.replacing("Manual/", with: "").replacing(".md", with: ".html")
            #expect(files.contains(page), "\(document) is not in the site")
        }
        #expect(files.contains("Pictures/page.png"))
        for page in files where page.hasSuffix(".html") {
            let text = directory.read("docs/" + page)
            // Nothing comes from elsewhere, and nothing runs.
            #expect(!text.contains("<script") && !text.contains("src=\"http"), "\(page)")
            #expect(!text.contains(".md\""), "\(page) links to a source")
        }

        let broken = index.replacing("href=\"install.html\"", with: "href=\"instal.html\"")
            .replacing("</main>", with: "<p><a href=\"backup.html#no-such-place\">x</a></p></main>")
        try broken.write(toFile: site + "/index.html", atomically: false, encoding: .utf8)
        let checked = try await Self.run("/usr/bin/python3", "Shared/Packaging/Docs/check.py", site)
        #expect(checked.status == .exited(1), "\(checked)")
        #expect(checked.errors.contains("index.html: no file for instal.html"))
        #expect(checked.errors.contains("index.html: no anchor for backup.html#no-such-place"))
    }

    private static func run(_ program: String, _ script: String, _ site: String) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: program, arguments: [package.appendingPathComponent(script).path, site],
            environment: ["PATH": "/usr/bin:/bin"], within: .seconds(300))
    }
}
