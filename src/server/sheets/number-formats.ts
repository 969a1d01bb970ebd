import type { Archive } from './open-archive.ts'
import { parseXml } from './parse-xml.ts'

/** What a cell's number format says about its number: a date, zeros to pad ("000000" → 6), or nothing of note. */
export type NumberFormat = 'date' | { readonly zeros: number } | null

/** Number formats by style index. Empty where the workbook has no styles. */
export async function readNumberFormats(archive: Archive, part: string | null): Promise<NumberFormat[]> {
  if (part === null) return []
  const custom = new Map<string, NumberFormat>()
  const styles: NumberFormat[] = []
  let inCellFormats = false
  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        if (element === 'cellXfs') inCellFormats = true
        else if (element === 'numFmt') custom.set(attributes.numFmtId ?? '', formatOf(attributes.formatCode ?? ''))
        else if (element === 'xf' && inCellFormats) styles.push(formatById(attributes.numFmtId ?? '', custom))
      },
      close(element) {
        if (element === 'cellXfs') inCellFormats = false
      },
    },
    part,
  )
  return styles
}

function formatById(id: string, custom: ReadonlyMap<string, NumberFormat>): NumberFormat {
  const own = custom.get(id)
  if (own !== undefined) return own
  const number = Number(id)
  // The built-in dates: 14-22 everywhere, 27-36 and 50-58 in East Asian versions, 45-47 times.
  const isDate =
    (number >= 14 && number <= 22) ||
    (number >= 27 && number <= 36) ||
    (number >= 45 && number <= 47) ||
    (number >= 50 && number <= 58)
  return isDate ? 'date' : null
}

function formatOf(code: string): NumberFormat {
  if (/^0+$/.test(code)) return { zeros: code.length }
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  return /[ymdhs年月日]/i.test(bare) && !/general/i.test(bare) ? 'date' : null
}

/** A date's serial number as "2026-03-01". */
export function dateText(serial: number, date1904: boolean): string {
  const days = serial + (date1904 ? 1462 : 0)
  const date = new Date(Math.round((days - 25_569) * 86_400_000))
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10)
}
