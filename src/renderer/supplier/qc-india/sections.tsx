import type { ComponentType } from 'react'
import { key } from '../../i18n/formats.ts'
import { IndiaBoxes } from './boxes/IndiaBoxes.tsx'
import { Disagreements } from './disagreements/Disagreements.tsx'

/** A part of QC Platform India: a tab of its own, with an address of its own below it (`?part=…`). */
export interface IndiaSection {
  /** As the address has it; the first needs no word there. */
  key: string
  /** English, and the key of its translation. */
  label: string
  /** Draws what stands below the tabs: tabs of its own, a list, drawers. */
  Shows: ComponentType
}

/** The parts of QC Platform India in their order. Another one is a line here. */
export const indiaSections: readonly [IndiaSection, ...IndiaSection[]] = [
  { key: 'boxes', label: key('Boxes'), Shows: IndiaBoxes },
  { key: 'disagreements', label: key('Disagreements'), Shows: Disagreements },
]

/** The address of a part, with what it shows: `sectionPath('boxes', { supplier: 'GZ01' })`. */
export function sectionPath(section: string, words: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(section === indiaSections[0].key ? words : { part: section, ...words }).toString()
  return search === '' ? '/supplier/qc-platform-india' : `/supplier/qc-platform-india?${search}`
}
