import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { conflict, invalidInput } from '../http/errors.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'

const knownSkuColumns = {
  id: col.text,
  nm_sku: col.text,
  vendor_id: col.text,
}

export type KnownSku = Row<typeof knownSkuColumns>

/** SKUs by their codes; codes that nobody knows are left out. */
export async function skusByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, KnownSku>> {
  const { rows } = await rowsOf(knownSkuColumns)`
    SELECT k.id, k.nm_sku, s.vendor_id FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.nm_sku = ANY(${codes}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.nm_sku, row]))
}

/** Pieces of one box that a count may come to: more is a slip of the finger, and would not fit the books. */
export const MOST_COUNTED = 1_000_000

export interface CountedSku {
  nm_sku: string
  counted: number
}

/** What was counted, by sku.id. Any SKU of the box's vendor may have lain in it. Throws for any other, naming it. */
export async function countedBySku(
  tx: Tx,
  box: Pick<QcBoxFacts, 'vendor_id' | 'supplier_name'>,
  lines: readonly CountedSku[],
): Promise<Map<string, number>> {
  const known = await skusByCode(
    tx,
    lines.map((line) => line.nm_sku),
  )
  const counted = new Map<string, number>()
  let pieces = 0
  for (const line of lines) {
    const { nm_sku } = line
    const sku = known.get(nm_sku)
    if (sku === undefined) throw invalidInput('Invalid sku format: {{nm_sku}}', { values: { nm_sku } })
    if (sku.vendor_id !== box.vendor_id)
      throw conflict('SKU {{nm_sku}} is not of {{vendor}}.', { values: { nm_sku, vendor: box.supplier_name } })
    if (counted.has(sku.id)) throw invalidInput(sheetMessages.multipleEntries, { values: { nm_sku } })
    counted.set(sku.id, line.counted)
    pieces += line.counted
  }
  if (pieces > MOST_COUNTED) throw invalidInput(sheetMessages.wrongOrderQuantity)
  return counted
}
