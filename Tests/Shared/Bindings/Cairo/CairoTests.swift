import Cairo
import Testing

/// The wrapper of libcairo, with the real library.
@Suite struct CairoTests {
    @Test func theLibraryIsThere() throws {
        #expect(try CairoLibrary.version.hasPrefix("1."))
    }

    @Test func aPictureBecomesAPNG() throws {
        let surface = try ImageSurface(width: 3, height: 2)
        let empty = try surface.png()
        try surface.draw { context in
            context.setColour(red: 1, green: 0, blue: 0, opacity: 1)
            context.paint()
        }
        let bytes = try surface.png()
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes != empty)
        #expect(Array(bytes[16..<24]) == [0, 0, 0, 3, 0, 0, 0, 2])
    }

    @Test func aPageBecomesAPDF() throws {
        let surface = try PDFSurface(width: 200, height: 100, title: "Заголовок")
        try surface.draw { context in
            context.setFont(family: "sans-serif", size: 12, isBold: true)
            context.show("Привет", x: 10, y: 50, turnedBy: 1)
            context.beginPath()
            context.move(toX: 0, y: 0)
            context.line(toX: 10, y: 10)
            context.closePath()
            context.setLine(width: 2, dashes: [1, 2])
            context.stroke()
        }
        let text = String(decoding: try surface.finish(), as: UTF8.self)
        #expect(text.hasPrefix("%PDF-") && text.hasSuffix("%%EOF\n") && text.contains("/Title"))
    }

    @Test func sizesAreBounded() {
        for (width, height) in [(0, 5), (5, 0), (-1, 5), (32_768, 5), (5, Int.max)] {
            #expect(throws: CairoError(.invalidSize, "")) { _ = try ImageSurface(width: width, height: height) }
        }
        for (width, height) in [(0.0, 5.0), (5, .nan), (.infinity, 5), (14_401, 5)] {
            #expect(throws: CairoError(.invalidSize, "")) {
                _ = try PDFSurface(width: width, height: height, title: "")
            }
        }
    }

    @Test func whatGoesWrongWhileDrawingIsTold() throws {
        let surface = try ImageSurface(width: 5, height: 5)
        #expect(throws: CairoError(.failed, "")) {
            // A singular matrix.
            try surface.draw { $0.scale(by: 0) }
        }
        #expect(throws: CairoError(.failed, "")) {
            try surface.draw { context in
                context.setLine(width: 1, dashes: [-1])
            }
        }
        _ = try surface.png()
    }

    @Test func textsAreMeasured() throws {
        let context = try Context(ImageSurface(width: 1, height: 1))
        context.setFont(family: "sans-serif", size: 10, isBold: false)
        let (one, two) = (context.width(of: "Ж"), context.width(of: "ЖЖ"))
        #expect(one > 3 && abs(two - 2 * one) < 0.1, "Cyrillic is in the font, and nothing is rounded to pixels")
        context.setFont(family: "sans-serif", size: 20, isBold: false)
        #expect(abs(context.width(of: "Ж") - 2 * one) < 0.1)
        #expect(context.width(of: "") == 0)
    }
}
