import { z } from 'zod'
import { type RefusalReason, refusalReasons, type Severity, severities } from '../../kernel/reasons.ts'

/** What inspectors call a defect, how bad it usually is, and which of the reasons of a refusal it is told as. */
export interface KnownDefect {
  /** Stays with the defects that were found by it: "SKIPPED-STITCH". */
  code: string
  name: string
  name_zh: string
  category: DefectCategory
  reason: RefusalReason
  severity: Severity
}

/** English, and the keys of their translations; in the order in which they are shown. */
export const defectCategories = {
  sewing: 'Sewing',
  fabric: 'Fabric',
  colour: 'Shade and colour',
  looks: 'Looks',
  size: 'Measurements',
  safety: 'Safety',
} as const
export type DefectCategory = keyof typeof defectCategories
export const defectCategoryNames = Object.keys(defectCategories) as [DefectCategory, ...DefectCategory[]]

/** Defects that the library holds at most: more than a person finds by eye. */
export const mostKnownDefects = 60

export const defectCode = z.string().regex(/^[A-Z0-9][A-Z0-9-]{0,23}$/)

export const knownDefect = z.object({
  code: defectCode,
  name: z.string().trim().min(1).max(60),
  name_zh: z.string().trim().min(1).max(30),
  category: z.enum(defectCategoryNames),
  reason: z.enum(refusalReasons),
  severity: z.enum(severities),
})

/** What a library begins with; the migration writes it, and a test holds the two together. */
export const firstDefects: readonly KnownDefect[] = [
  known('SKIPPED-STITCH', 'Skipped stitch', '跳针', 'sewing', 'Poor workmanship', 'major'),
  known('BROKEN-STITCH', 'Broken stitch', '断线', 'sewing', 'Poor workmanship', 'major'),
  known('LOOSE-THREAD', 'Loose thread', '线头', 'sewing', 'Poor workmanship', 'minor'),
  known('HOLE', 'Hole', '破洞', 'fabric', 'Fabric damaged', 'major'),
  known('NEEDLE-HOLE', 'Needle hole', '针孔', 'fabric', 'Fabric damaged', 'major'),
  known('SHADE', 'Shade', '色差', 'colour', 'Color variation', 'major'),
  known('OIL-STAIN', 'Oil stain', '油污', 'looks', 'Stain', 'major'),
  known('OUT-OF-SIZE', 'Out of size', '尺寸超差', 'size', 'Size issue', 'major'),
  known('METAL', 'Needle or metal left in', '针/金属残留', 'safety', 'Other', 'critical'),
]

function known(
  code: string,
  name: string,
  name_zh: string,
  category: DefectCategory,
  reason: RefusalReason,
  severity: Severity,
): KnownDefect {
  return { code, name, name_zh, category, reason, severity }
}

/** A new code, made of an English name; `taken` are those that stand. */
export function codeOfDefect(name: string, taken: readonly string[]): string {
  const plain =
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 20) || 'DEFECT'
  for (let more = 1; ; more++) {
    const code = more === 1 ? plain : `${plain}-${more}`
    if (!taken.includes(code)) return code
  }
}

/** English, and the keys of their translations. */
export const defectLibraryMessages = {
  twice: 'Two defects have the same name or code.',
  saved: 'Defect library saved.',
} as const

/** What is wrong with a library as a whole; null where nothing is. */
export function defectLibraryFault(defects: readonly KnownDefect[]): string | null {
  const isTwice = (of: (one: KnownDefect) => string) => new Set(defects.map(of)).size < defects.length
  const plain = (text: string) => text.trim().toLowerCase()
  const twice =
    isTwice(({ code }) => code) || isTwice(({ name }) => plain(name)) || isTwice((one) => plain(one.name_zh))
  return twice ? defectLibraryMessages.twice : null
}
