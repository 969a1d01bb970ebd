import type { SheetPlace } from '../../kit/quantities.tsx'

/** What is typed or pasted into one cell. */
export interface SheetEdit extends SheetPlace {
  readonly text: string
}

/** A decimal as people type it: null where nothing stands, undefined where it is none or below zero. */
export function readDecimal(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\u200B-\u200F\uFEFF]/g, '')
  if (plain === '') return null
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^\d{1,9}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
}
