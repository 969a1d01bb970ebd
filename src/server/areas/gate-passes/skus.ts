import { plainText } from '../../../shared/kernel/codes.ts'
import { unmarked } from '../../../shared/kernel/traced-code.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { faceOfColour } from '../pictures/faces.ts'

const skuColumns = {
  id: col.text,
  nm_sku: col.text,
  color: col.text,
  size: col.text,
  style_id: col.text,
  picture: col.textOrNull,
}

export type FoundSku = Row<typeof skuColumns>

/** A code as it is looked up: without what only a scanner adds, in capitals. */
export const skuCode = (code: string): string => plainText(unmarked(code)).toUpperCase()

/** SKUs by their own code or their EAN, by `skuCode`; unknown ones are missing. One query, however many. */
export async function findSkus(db: Db, codes: readonly string[]): Promise<Map<string, FoundSku>> {
  const asked = [...new Set(codes.map(skuCode))]
  if (asked.length === 0) return new Map()
  const { rows } = await rowsOf({ ...skuColumns, code: col.text })`
    SELECT a.code, k.id::text AS id, k.nm_sku, k.color, k.size, s.code AS style_id,
      ${faceOfColour('k.style_id', 'k.color')} AS picture
    FROM unnest(${asked}::text[]) AS a (code) JOIN sku k ON k.nm_sku = a.code OR k.ean = a.code JOIN style s ON s.id = k.style_id`.execute(
    db,
  )
  return new Map(rows.map(({ code, ...sku }) => [code, sku]))
}
