import { sql } from 'kysely'
import { z } from 'zod'
import { financialYear, placeOfSupply } from '../../../shared/areas/gate-passes/documents.ts'
import { isCardValid } from '../../../shared/areas/production/due.ts'
import { type JobCardContent, jobCardContent } from '../../../shared/areas/production/job-card.ts'
import { orderStates } from '../../../shared/areas/production/order-states.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { nextInSeries } from '../invoices/create-invoice.ts'
import { clothOf } from '../materials/cloth-needs.ts'
import { markersOf } from './cad.ts'
import { allocationOf } from './facilities.ts'
import { type KnownOrder, linesOf, orderRows } from './orders.ts'

export interface JobCard {
  number: number
  /** Why it is not to be worked by; null while it is valid. */
  voided: 'replaced' | 'taken_back' | null
  content: JobCardContent
}

const rollColumns = {
  material_id: col.text,
  name: col.text,
  name_zh: col.text,
  unit: col.text,
  rolls: jobCardContent.shape.materials.element.shape.rolls,
}

const SERIES = 'JC'

/** Takes the next number of the financial year's series; whoever comes next waits until this card is written. */
async function nextCardNo(tx: Tx): Promise<string> {
  const year = financialYear(dayIn(indiaZone, new Date()))
  const serial = await nextInSeries(tx, `${SERIES} ${year}`)
  return `${SERIES}/${year}/${String(serial).padStart(6, '0')}`
}

/** Everything that a job card of an order says as things stand. */
export async function cardContent(tx: Tx, order: KnownOrder): Promise<JobCardContent> {
  const [row] = await orderRows(tx, [order.id])
  if (row === undefined) throw new Error('an order was lost')
  const { facilities, shares } = await allocationOf(tx, order.id)
  const [marker] = await markersOf(tx, order.id)
  const needs = (await clothOf(tx, [order.id])).get(order.id) ?? []
  const { rows: materials } = await rowsOf(rollColumns)`
    SELECT m.code AS material_id, m.name, m.name_zh, m.unit, coalesce((SELECT jsonb_agg(jsonb_build_object('roll', f.number, 'lot', l.lot, 'shade', l.shade,
        'place', p.code, 'quantity', r.quantity / 100.0) ORDER BY f.number)
      FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id JOIN fabric_lot l ON l.id = f.lot_id JOIN place p ON p.id = f.place_id
      WHERE r.document_id = ${order.id}::uuid AND f.material_id = m.id), '[]') AS rolls
    FROM material m WHERE m.code = ANY(${needs.map(({ material_id }) => material_id)}::text[]) ORDER BY m.code`.execute(
    tx,
  )
  const { rows: facts } = await rowsOf({ remark: col.text, hs_code: col.text })`
    SELECT o.remark, coalesce(u.hs_code, c.hs_code, '') AS hs_code FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id
    LEFT JOIN style_customs u ON u.style_id = coalesce(o.style_id, c.style_id) WHERE o.id = ${order.id}::uuid`.execute(
    tx,
  )
  const { rows: numbers } = await rowsOf({ facility: col.text, gstin: col.text, is_own: col.flag })`
    SELECT f.code AS facility, coalesce(f.gstin, s.gstin, '') AS gstin, f.is_own FROM production_facility f LEFT JOIN site s ON s.id = f.site_id
    WHERE f.code = ANY(${facilities.map(({ facility }) => facility)}::text[])`.execute(tx)
  const { name: company, gstin } = await readCompany(tx)
  const lines = await linesOf(tx, order.id)
  const { rows: colors } = await rowsOf({ nm_sku: col.text, color_zh: col.text })`
    SELECT nm_sku, color_zh FROM sku WHERE nm_sku = ANY(${lines.flatMap(({ nm_sku }) => nm_sku ?? [])}::text[])`.execute(
    tx,
  )
  // The company's number is that of its own facilities only.
  const gstinOf = (code: string) => {
    const of = numbers.find(({ facility }) => facility === code)
    return of?.gstin || (of?.is_own ? gstin : '')
  }
  return {
    order: order.number,
    card_no: await nextCardNo(tx),
    company: { name: company, gstin },
    hs_code: facts[0]?.hs_code ?? '',
    style_id: row.style_id ?? row.catalogue_id ?? '',
    name: row.name,
    name_zh: row.name_zh,
    category: row.category,
    picture: row.picture,
    due_on: row.due_on,
    remark: facts[0]?.remark ?? '',
    lines: lines.map(({ color, size, nm_sku, pieces }) => ({
      color,
      size,
      nm_sku: nm_sku ?? '',
      color_zh: colors.find((one) => one.nm_sku === nm_sku)?.color_zh ?? '',
      pieces,
    })),
    facilities: facilities.map(({ facility, name, name_zh, starts_on, due_on }) => ({
      facility,
      name,
      name_zh,
      gstin: gstinOf(facility),
      place_of_supply: placeOfSupply(gstinOf(facility)),
      starts_on,
      due_on,
      lines: shares.filter((share) => share.facility === facility).map(({ facility: _, ...line }) => line),
    })),
    materials: materials.map((material) => ({
      ...material,
      need: (needs.find((one) => one.material_id === material.material_id)?.need ?? 0) / 100,
    })),
    points: await pointsOf(tx, order),
    marker: marker?.is_current
      ? {
          number: marker.number,
          width_mm: marker.width_mm,
          length_mm: marker.length_mm,
          efficiency_tenths: marker.efficiency_tenths,
          consumption: marker.consumption,
        }
      : null,
  }
}

const pointColumns = {
  point: col.text,
  point_zh: col.text,
  cells: jobCardContent.shape.points.element.shape.cells,
}

/** Points of measure of the order's sizes: those of the live style, else of the catalogue's spec. */
async function pointsOf(tx: Tx, order: KnownOrder): Promise<JobCardContent['points']> {
  const { rows } = await rowsOf(pointColumns)`
    SELECT n.point, max(n.point_zh) AS point_zh, jsonb_agg(jsonb_build_object('size', n.size, 'spec_mm', n.spec_mm, 'tolerance_mm', n.tolerance_mm)
      ORDER BY n.size) AS cells
    FROM (SELECT m.point, m.point_zh, m.size, m.spec_mm, m.tolerance_mm, m.position FROM style_measure m
        WHERE m.style_id = ${order.style}::uuid AND m.retired_at IS NULL
      UNION ALL SELECT g.point, g.point_zh, g.size, g.spec_mm, g.tolerance_mm, g.position FROM garment_point g
        WHERE ${order.style === null} AND g.catalogue_id = ${order.catalogue}::uuid) n
    WHERE n.size IN (SELECT size FROM production_order_line WHERE order_id = ${order.id}::uuid)
    GROUP BY n.point ORDER BY min(n.position), n.point`.execute(tx)
  return rows
}

/** Keeps the card under the order's next number. */
export async function keepCard(tx: Tx, order: KnownOrder, userId: string): Promise<JobCard> {
  const content = await cardContent(tx, order)
  const { rows } = await rowsOf({ number: col.number })`
    INSERT INTO production_job_card (order_id, number, content, made_by)
    SELECT ${order.id}::uuid, coalesce(max(k.number), 0) + 1, ${JSON.stringify(content)}::jsonb, ${userId}::uuid
    FROM production_job_card k WHERE k.order_id = ${order.id}::uuid RETURNING number`.execute(tx)
  return { number: rows[0]?.number ?? 1, content, voided: null }
}

const isLast = sql<boolean>`k.number = (SELECT max(n.number) FROM production_job_card n WHERE n.order_id = k.order_id)`

/** A kept card of an order (its row's id), or null. */
export async function keptCard(db: CallContext['db'], order: string, number: number): Promise<JobCard | null> {
  const { rows } = await rowsOf({
    number: col.number,
    content: jobCardContent,
    state: z.enum(orderStates),
    is_last: col.flag,
  })`
    SELECT k.number, k.content, o.state, ${isLast} AS is_last FROM production_job_card k JOIN production_order o ON o.id = k.order_id
    WHERE k.order_id = ${order}::uuid AND k.number = ${number}`.execute(db)
  return (
    rows.map(({ state, is_last, ...card }): JobCard => {
      const voided = isCardValid(state, is_last) ? null : is_last ? 'taken_back' : 'replaced'
      return { ...card, voided }
    })[0] ?? null
  )
}

export async function cardsOf(db: CallContext['db'], order: string) {
  const { rows } = await rowsOf({
    number: col.number,
    made_by: col.text,
    made_at: col.instant,
    state: z.enum(orderStates),
    is_last: col.flag,
  })`
    SELECT k.number, u.name AS made_by, k.made_at, o.state, ${isLast} AS is_last FROM production_job_card k
    JOIN production_order o ON o.id = k.order_id JOIN app_user u ON u.id = k.made_by
    WHERE k.order_id = ${order}::uuid ORDER BY k.number DESC`.execute(db)
  return rows.map(({ made_at, state, is_last, ...row }) => ({
    ...row,
    made_at: made_at.toISOString(),
    is_valid: isCardValid(state, is_last),
  }))
}
