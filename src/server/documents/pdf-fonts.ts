import type { Weight } from './label-model.ts'
import { type EmbeddedFont, embedFont, pageOf } from './pdfkit-internals.ts'
import { runsOf, type ShapedScript } from './shaped-script.ts'
import type { Face, Typeface } from './typeface.ts'

/** A part of a line in one font of the document. */
export interface EncodedPart {
  /** Its name on the page. */
  readonly font: string
  /** Hexadecimal codes with their place beside the line's start, in ems, y upwards. */
  readonly glyphs: readonly { readonly codes: string; readonly x: number; readonly y: number }[]
  /** UTF-16 in hexadecimal, where the glyphs do not stand in the order of the letters; null where they do. */
  readonly said: string | null
}

export type EncodeText = (text: string, weight: Weight) => readonly EncodedPart[]

/** Both weights in this document, their scripts once they are used, and what names them on its current page. */
export function embeddedFonts(doc: PDFKit.PDFDocument, typeface: Typeface): { encode: EncodeText; name(): void } {
  const used = new Map<string, EmbeddedFont>()
  const medium = encoderOf(doc, typeface.medium, { used, name: 'M' })
  const bold = encoderOf(doc, typeface.bold, { used, name: 'B' })
  return {
    encode: (text, weight) => (weight === 'bold' ? bold : medium)(text),
    name() {
      const { fonts } = pageOf(doc)
      for (const [name, font] of used) fonts[name] = font.ref()
    },
  }
}

/** A face in this document; each character passes through pdfkit's shaping once, then it is a look-up. */
function encoderOf(
  doc: PDFKit.PDFDocument,
  face: Face,
  { used, name }: { used: Map<string, EmbeddedFont>; name: string },
): (text: string) => readonly EncodedPart[] {
  const main = embedFont(doc, face.font, `label-${face.weight}`)
  used.set(name, main)
  const codes = new Map<string, string>()

  function codesOf(text: string): string {
    let hex = ''
    for (const character of text) {
      let code = codes.get(character)
      if (code === undefined) {
        code = main.encode(character)[0].join('')
        codes.set(character, code)
      }
      hex += code
    }
    return hex
  }

  function shaped(text: string, script: ShapedScript, from: number): EncodedPart {
    const font = `${name}${script}`
    const embedded = used.get(font) ?? embedFont(doc, face.fontOf(script), `label-${face.weight}-${script}`)
    used.set(font, embedded)
    const [glyphs, positions] = embedded.encode(text)
    let pen = from
    const placed = glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const one = { codes: glyph, x: pen + xOffset / 1_000, y: yOffset / 1_000 }
      pen += xAdvance / 1_000
      return one
    })
    return { font, glyphs: placed, said: `FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}` }
  }

  return (line) => {
    let from = 0
    return runsOf(line).map(({ text, script }) => {
      const x = from
      from += face.width(text)
      if (script !== null) return shaped(text, script, x)
      return { font: name, glyphs: [{ codes: codesOf(text), x, y: 0 }], said: null }
    })
  }
}
