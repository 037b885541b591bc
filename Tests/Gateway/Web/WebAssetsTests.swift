import Foundation
import Testing

@testable import GatewayWeb

/// The files that browsers load.
@Suite struct WebAssetsTests {
    private static let texts = Dictionary(
        uniqueKeysWithValues: WebAssets.texts.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })

    @Test func everyFileIsThereOnceAndWithinItsBound() throws {
        // A file that is too long ends the program when it is created.
        let all = try WebAssets.all()
        #expect(Set(all.map(\.name)).count == all.count && Set(all.map(\.tag)).count == all.count)
        #expect(all.allSatisfy { !$0.name.contains("/") && WebLink($0.name).description == "/\($0.name)" })
        for name in [WebAssets.styleSheet, WebAssets.module, WebAssets.worker, WebAssets.manifest, WebAssets.icon] {
            #expect(Self.texts[name] != nil)
        }
        #expect(all.contains { $0.name == WebAssets.touchIcon })
    }

    @Test func everyTextIsUTF8AndRefersToNoOtherSite() {
        for asset in WebAssets.texts {
            #expect(String(validating: asset.bytes, as: UTF8.self) != nil, "\(asset.name)")
            let text = String(decoding: asset.bytes, as: UTF8.self)
                .replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
            for scheme in ["http:", "https:", "url(", "@import", "data:", "src=\"//"] {
                #expect(!text.contains(scheme), "\(asset.name) contains \(scheme)")
            }
        }
    }

    @Test func noModuleMakesMarkupOrCodeOfText() {
        for (name, text) in Self.texts where name.hasSuffix(".js") {
            for way in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", ".style",
            ] {
                #expect(!text.contains(way), "\(name) uses \(way)")
            }
        }
    }

    /// A browser fetches one module, and the worker that it registers.
    @Test func theModuleImportsNothingAndRegistersTheWorker() throws {
        let module = try #require(Self.texts[WebAssets.module])
        #expect(!module.contains("import ") && !module.contains("import("))
        #expect(module.contains("register(\"/\(WebAssets.worker)\")"))
    }

    private struct Manifest: Decodable {
        struct Icon: Decodable {
            let src: String
            let sizes: String
            let type: String
            let purpose: String?
        }
        let name: String
        let display: String
        let icons: [Icon]
        // swift-format-ignore
        let start_url: String
    }

    @Test func theManifestNamesIconsThatAreAsLargeAsItSays() throws {
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data((Self.texts[WebAssets.manifest] ?? "").utf8))
        #expect(manifest.name == "Kopilka" && manifest.start_url == "/" && manifest.display == "standalone")
        let files = Dictionary(uniqueKeysWithValues: try WebAssets.all().map { ("/" + $0.name, $0) })
        for icon in manifest.icons {
            let file = try #require(files[icon.src], "\(icon.src)")
            #expect(file.kind.rawValue == icon.type)
            guard file.kind == .png else { continue }
            // The header of a PNG: PNG specification, section 11.2.2.
            #expect(file.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            let size = [16, 20].map { start in file.bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(icon.sizes == "\(size[0])x\(size[1])")
        }
        #expect(manifest.icons.contains { $0.purpose == "maskable" } && manifest.icons.count >= 4)
    }

    /// The safe zone is a circle of 40 % of the width around the middle: Web Application Manifest.
    @Test(arguments: IconDrawing.Ground.allCases)
    func theMarkStaysWithinItsGround(ground: IconDrawing.Ground) {
        let drawing = IconDrawing(pixels: 500, ground: ground)
        let distances = (drawing.coinOutline + drawing.slotOutline).map { hypot($0.x - 250, $0.y - 250) }
        #expect((distances.max() ?? 500) <= (ground == .bleeding ? 0.4 : 0.45) * 500)
        // Large enough to be seen: two thirds of the room.
        #expect((distances.max() ?? 0) >= 0.36 * 500)
        // The coin falls into the slot: it ends above it.
        let (coin, slot) = (drawing.coinOutline.map(\.y), drawing.slotOutline.map(\.y))
        #expect((coin.max() ?? 500) < (slot.min() ?? 0))
        #expect(drawing.groundOutline.allSatisfy { (-0.001...500.001).contains($0.x) })
    }

    @Test func equalIconsAreDrawnEqually() throws {
        let drawing = IconDrawing(pixels: 64, ground: .rounded)
        #expect(try drawing.png() == drawing.png())
        #expect(try drawing.png() != IconDrawing(pixels: 64, ground: .bleeding).png())
    }
}
