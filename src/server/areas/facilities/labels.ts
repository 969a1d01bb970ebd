import { v7 } from 'uuid'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { trimOwn } from '../../http/keep-limits.ts'
import { labelsOfMaker } from '../india-labels/india-labels.ts'
import { printable } from '../labels/barcode-labels.ts'
import { facilityOf, type OwnFacility } from './whose.ts'

type Routes = Handlers<Contract['facilities']>

interface Wanted {
  nm_sku: string
  copies: number
}

/** Labels for sale of SKUs that the facility makes. */
export const getSkuLabels: Routes['getSkuLabels'] = (input, context) =>
  context.command(async (tx) => {
    const own = await facilityOf(tx, context.caller, input.facility)
    const skus = input.items.map(({ nm_sku }) => nm_sku)
    const { rows } = await rowsOf({ nm_sku: col.text })`
      SELECT DISTINCT k.nm_sku FROM facility_job j JOIN facility_line l ON l.job_id = j.id JOIN sku k ON k.id = l.sku_id
      WHERE j.facility_id = ${own.id}::uuid AND k.nm_sku = ANY(${skus}::text[]) AND l.allotted > 0`.execute(tx)
    const known = new Set(rows.map(({ nm_sku }) => nm_sku))
    const at = skus.findIndex((nm_sku) => !known.has(nm_sku))
    if (at >= 0)
      throw notFound(facilityWords.otherLabel, { nm_sku: skus[at] ?? '', facility: own.facility }, `items.${at}.nm_sku`)
    return keep(tx, context, own, input.items)
  })

/** Labels for sale of an order at the facility: one for each piece that is made and not rejected. */
export const getSkuLabelsByStyleActionId: Routes['getSkuLabelsByStyleActionId'] = (
  { style_action_id, facility },
  context,
) =>
  context.command(async (tx) => {
    const own = await facilityOf(tx, context.caller, facility)
    const { rows } = await rowsOf({ nm_sku: col.text, copies: col.number })`
      SELECT k.nm_sku, l.allotted + l.overcut - l.reject AS copies FROM facility_job j JOIN production_order o ON o.id = j.order_id
      JOIN facility_line l ON l.job_id = j.id JOIN sku k ON k.id = l.sku_id
      WHERE j.facility_id = ${own.id}::uuid AND o.number = ${style_action_id} AND l.allotted > 0 ORDER BY l.color, k.size_rank`.execute(
      tx,
    )
    if (rows.length === 0)
      throw notFound(facilityWords.noJob, { facility: own.facility, number: style_action_id }, 'style_action_id')
    return keep(
      tx,
      context,
      own,
      rows.filter(({ copies }) => copies > 0),
    )
  })

/** Keeps labels for a day and names their address. Throws invalid_input naming what an SKU or the site lacks: nothing is printed half. */
async function keep(tx: Tx, context: CallContext, own: OwnFacility, items: readonly Wanted[]) {
  if (items.length === 0) throw invalidInput(facilityWords.noLabels)
  const { rows } = await rowsOf({ site: col.textOrNull })`
    SELECT s.code AS site FROM production_facility f LEFT JOIN site s ON s.id = f.site_id WHERE f.id = ${own.id}::uuid`.execute(
    tx,
  )
  const site = rows[0]?.site
  if (!site) throw invalidInput(facilityWords.noSite, { values: { facility: own.facility } })
  const labels = await labelsOfMaker({ items: [...items], site }, { ...context, db: tx })
  const count = printable(labels)
  const id = v7()
  await tx
    .insertInto('label_file')
    .values({ id, user_id: context.caller.userId, kind: 'india_sku', labels: JSON.stringify(labels) })
    .execute()
  await trimOwn(tx, 'label_file', context.caller.userId)
  await recordEvent(tx, context, {
    entity: 'labels',
    entityId: own.facility,
    event: 'labels.india_sku',
    details: { count, site },
  })
  return reply({ label_url: `/selvedge/labels/${id}` }, facilityWords.labels)
}
