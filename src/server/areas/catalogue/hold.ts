import { z } from 'zod'
import { judgesOf, supplyChains } from '../../../shared/areas/catalogue/rights.ts'
import { catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { forbidden, notFound, stale } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'

const columns = {
  id: col.text,
  code: col.text,
  supply_chain: z.enum(supplyChains),
  status: z.enum(catalogueStatuses),
  came_from: z.enum(catalogueStatuses).nullable(),
  style_id: col.textOrNull,
  version: col.number,
  changed_by: col.textOrNull,
  status_since: col.instant,
}

/** A style in the catalogue whose row this transaction holds. */
export type HeldStyle = Row<typeof columns>

/** Holds styles by their codes, in the order of their ids. Throws not_found for one of another vendor, or nobody's. */
export async function holdCatalogue(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  codes: readonly string[],
  field?: string,
): Promise<HeldStyle[]> {
  const { rows } = await rowsOf(columns)`
    SELECT c.id, c.code, c.supply_chain, c.status, c.came_from, c.style_id, c.version, c.status_since,
      (SELECT u.name FROM catalogue_move m JOIN app_user u ON u.id = m.moved_by WHERE m.catalogue_id = c.id
        ORDER BY m.seq DESC LIMIT 1) AS changed_by
    FROM catalogue_style c WHERE c.code = ANY(${codes}::text[]) AND ${ownRows(caller, 'c.vendor_id')}
    ORDER BY c.id FOR UPDATE OF c`.execute(tx)
  const found = new Set(rows.map(({ code }) => code))
  const missing = codes.find((code) => !found.has(code))
  if (missing !== undefined) throw notFound(catalogueWords.notFound, { catalogue_id: missing }, field)
  return rows
}

/** Holds styles to say something of them. Throws forbidden for the first of a supply chain whose styles this caller does not judge. */
export async function holdToJudge(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  codes: readonly string[],
): Promise<HeldStyle[]> {
  const held = await holdCatalogue(tx, context, codes)
  assertJudges(context, held)
  return held
}

/** Throws forbidden as `holdToJudge`. A vendor, which holds its own alone, passes. */
export function assertJudges({ caller }: Pick<CallContext, 'caller'>, held: readonly HeldStyle[]): void {
  if (isBoundToVendor(caller)) return
  const other = held.find(({ supply_chain }) => !isAmong(caller, judgesOf(supply_chain)))
  if (!other) return
  const message = other.supply_chain === 'india' ? catalogueWords.notForIndia : catalogueWords.notForChina
  throw forbidden(message, { catalogue_id: other.code })
}

/** Throws stale where somebody changed it since it was read. */
export function assertVersion({ version, changed_by, status_since }: HeldStyle, read: number | undefined): void {
  if (read !== undefined && read !== version) throw stale(changed_by ?? '', status_since)
}
