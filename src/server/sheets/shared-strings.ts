import type { Archive } from './open-archive.ts'
import { parseXml } from './parse-xml.ts'

/** The workbook's shared texts: plain or rich, without the phonetic guides that East Asian input adds. */
export async function readSharedStrings(archive: Archive, part: string | null): Promise<string[]> {
  const strings: string[] = []
  if (part === null) return strings
  const collect = richText()
  await parseXml(
    archive.read(part),
    {
      open(element) {
        if (element === 'si') collect.start()
        else collect.open(element)
      },
      close(element) {
        if (element === 'si') strings.push(collect.take())
        else collect.close(element)
      },
      text: collect.text,
    },
    part,
  )
  return strings
}

/** Joins the runs of a rich text and skips its phonetic guides; for shared and inline strings alike. */
export function richText() {
  let text = ''
  let inText = false
  let inGuide = false
  return {
    start() {
      text = ''
      inText = inGuide = false
    },
    open(element: string) {
      if (element === 't') inText = !inGuide
      else if (element === 'rPh') inGuide = true
    },
    close(element: string) {
      if (element === 't') inText = false
      else if (element === 'rPh') inGuide = false
    },
    text(chunk: string) {
      if (inText) text += chunk
    },
    take: () => unescapeOffice(text),
  }
}

/** Office writes characters that XML forbids as `_x000D_`. */
export function unescapeOffice(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
