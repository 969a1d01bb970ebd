import { z } from 'zod'
import { type SupplyChain, supplyChains } from '../../../shared/areas/catalogue/rights.ts'
import { uploadFieldFaults } from '../../../shared/areas/catalogue/upload-fields.ts'
import { garmentFaults, garmentWords, inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import { withUsualBetween } from '../../../shared/kernel/sizes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'

const columns = {
  id: col.text,
  code: col.text,
  vendor_id: col.text,
  is_live: col.flag,
  sizes: col.texts,
  supply_chain: z.enum(supplyChains),
}

export interface HeldStyle {
  id: string
  code: string
  vendor_id: string
  /** Orders and QC go by it: its vendor changes it with the company's consent. */
  is_live: boolean
  sizes: readonly string[]
  supply_chain: SupplyChain
}

/** Styles by code, locked, with the sizes of their set from small to large; a vendor finds its own. */
export async function holdStyles(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  codes: readonly string[],
): Promise<ReadonlyMap<string, HeldStyle>> {
  const { rows } = await rowsOf(columns)`
    SELECT c.id::text AS id, c.code, c.vendor_id::text AS vendor_id, c.supply_chain, c.style_id IS NOT NULL AS is_live, ARRAY(SELECT z.size FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL ORDER BY z.position) AS sizes
    FROM catalogue_style c WHERE c.code = ANY(${codes}::text[]) AND ${ownRows(caller, 'c.vendor_id')}
    ORDER BY c.id FOR NO KEY UPDATE OF c`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

/** One of them. Throws not_found. */
export async function holdStyle(tx: Tx, context: Pick<CallContext, 'caller'>, code: string): Promise<HeldStyle> {
  const style = (await holdStyles(tx, context, [code])).get(code)
  if (!style) throw notFound(garmentWords.notFound, { code })
  return style
}

/** The style's own sizes; without a size set, those that the rows name, with the usual ones between them. */
export function sizesOf(style: Pick<HeldStyle, 'sizes'>, named: readonly string[]): readonly string[] {
  return style.sizes.length > 0 ? style.sizes : withUsualBetween(inSizeOrder(named))
}

/** Which style a row is of: the one that it names, else the one that the file was sent for. */
export function codeOf(named: string | null, sentFor: string | undefined): { code: string } | { fault: string } {
  const code = named?.toUpperCase() ?? sentFor
  if (code === undefined) return { fault: garmentFaults.noStyle }
  return sentFor !== undefined && code !== sentFor ? { fault: uploadFieldFaults.otherStyle } : { code }
}
