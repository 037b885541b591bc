import Cairo

/// The files that browsers load besides pages. They are parts of the program: no file lies beside the executable.
///
/// Package.swift embeds the texts of this folder as bytes. The icons are drawn when the face starts.
package enum WebAssets {
    /// The name of the style sheet.
    package static let styleSheet = "style.css"
    /// The name of the module that pages load.
    package static let module = "module.js"
    /// The name of the service worker. Its address has one segment, so that its scope is the whole face.
    /// - Source: Service Workers, section "Path restriction".
    package static let worker = "worker.js"
    /// The name of the manifest.
    package static let manifest = "manifest.webmanifest"
    /// The name of the icon in tabs of browsers.
    package static let icon = "icon.svg"
    /// The name of the icon on the home screens of iOS, which reads no manifest for it.
    package static let touchIcon = "apple-touch-icon.png"

    /// The files that need no library.
    package static var texts: [StaticAsset] {
        [
            StaticAsset(styleSheet, .styleSheet, PackageResources.style_css),
            StaticAsset(module, .module, PackageResources.module_js),
            StaticAsset(worker, .module, PackageResources.worker_js),
            StaticAsset(manifest, .manifest, PackageResources.manifest_webmanifest),
            StaticAsset(icon, .svg, IconDrawing.svg),
        ]
    }

    /// Returns all files. Draws the icons, which takes some milliseconds.
    ///
    /// - Throws: ``CairoError`` `unavailable` when libcairo is missing.
    package static func all() throws(CairoError) -> [StaticAsset] {
        texts + [
            StaticAsset("icon-192.png", .png, try IconDrawing(pixels: 192, ground: .rounded).png()),
            StaticAsset("icon-512.png", .png, try IconDrawing(pixels: 512, ground: .rounded).png()),
            StaticAsset("icon-maskable-512.png", .png, try IconDrawing(pixels: 512, ground: .bleeding).png()),
            StaticAsset(touchIcon, .png, try IconDrawing(pixels: 180, ground: .bleeding).png()),
        ]
    }
}
