import Drawing
import Glibc
import TestSupport

/// `make charts`: draws every kind of chart, light and dark, in every format, and a page that shows them all, to be
/// looked at. The argument names the directory.
@main
struct ContactSheet {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: charts DIRECTORY")
            exit(64)
        }
        let directory = CommandLine.arguments[1]
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            print("\(directory) cannot be made: \(String(cString: strerror(errno)))")
            exit(1)
        }
        var page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Charts of Kopilka</title>
            <style>body { font-family: sans-serif; background: #777 }
            div { display: flex; gap: 1em } img { width: 48% }</style>
            </head><body>

            """
        for (name, chart) in SampleCharts.all {
            page += "<h2>\(name)</h2>\n<div>"
            for theme in Theme.allCases {
                for format in PictureFormat.allCases {
                    let file = "\(name)-\(theme.rawValue).\(format.rawValue)"
                    try write(ChartPicture.bytes(of: chart, as: format, theme: theme), to: "\(directory)/\(file)")
                }
                page += "<a href=\"\(name)-\(theme.rawValue).pdf\"><img src=\"\(name)-\(theme.rawValue).svg\"></a>"
            }
            page += "</div>\n"
        }
        page += "<h2>sizes</h2>\n<div>"
        for name in ["candles", "categories", "shapes", "candle-shapes", "line"] {
            guard let chart = SampleCharts.all.first(where: { $0.name == name })?.chart else { continue }
            for purpose in PicturePurpose.allCases {
                let file = "\(name)-for-\(purpose.rawValue).png"
                try write(ChartPicture.bytes(of: chart, as: .png, size: purpose.size), to: "\(directory)/\(file)")
                page += "<img src=\"\(file)\">"
            }
        }
        page += "</div>\n"
        try write(Array((page + "</body></html>\n").utf8), to: "\(directory)/index.html")
        print("\(directory)/index.html")
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            print("\(path) cannot be written: \(String(cString: strerror(errno)))")
            exit(1)
        }
    }
}
