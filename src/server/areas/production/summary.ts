import { z } from 'zod'
import { lackingMessage, lackingPlace } from '../../../shared/areas/production/lacking.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { clothOf } from '../materials/cloth-needs.ts'
import { markersOf } from './cad.ts'
import { allocationOf } from './facilities.ts'
import { cardsOf } from './job-card.ts'
import { knownOrders, linesOf, orderOf } from './orders.ts'

type Routes = Handlers<Contract['production']>

/** An order whole. CAD gets neither facilities' rates nor what was said with them. */
export const getOrderActionSummary: Routes['getOrderActionSummary'] = async ({ order_action_id }, context) => {
  const { db, caller } = context
  const { id, order } = await orderOf(db, context, order_action_id)
  const [known] = await knownOrders(db, [id])
  if (known === undefined) throw new Error('an order was lost')
  const { rows } = await rowsOf({ remark: col.text, sample_id: col.textOrNull })`
    SELECT o.remark, k.code AS sample_id FROM production_order o LEFT JOIN pre_production_order p ON p.id = o.pre_production_id
    LEFT JOIN catalogue_sample k ON k.id = p.sample_id WHERE o.id = ${id}::uuid`.execute(db)
  const isRun = hasRight(caller, 'runProduction')
  const { facilities, shares } = await allocationOf(db, id)
  return reply({
    order,
    remark: rows[0]?.remark ?? '',
    sample_id: rows[0]?.sample_id ?? null,
    cells: await cellsOf(db, id),
    lines: await linesOf(db, id),
    lacking: known.lacking.map((thing) => ({
      thing,
      message: lackingMessage(thing, order),
      at: lackingPlace(thing, order),
    })),
    materials: await materialsOf(db, id),
    shares: isRun ? shares : [],
    facilities: isRun ? facilities : [],
    markers: await markersOf(db, id),
    job_cards: await cardsOf(db, id),
    moves: orderLife.movesFor(caller, known),
    history: isRun ? await lastEventsOf(db, 'production_order', order.order_action_id) : [],
  })
}

/** Colours and sizes that lines of an order may be of, sizes from small to large. */
async function cellsOf(db: Db, id: string) {
  const { rows } = await rowsOf({ color: col.text, color_zh: col.text, size: col.text })`
    SELECT n.color, n.color_zh, n.size FROM (
      SELECT k.color, k.color_zh, k.size, k.size_rank AS place FROM production_order o LEFT JOIN catalogue_style c ON c.id = o.catalogue_id
      JOIN sku k ON k.style_id = coalesce(o.style_id, c.style_id) AND k.retired_at IS NULL WHERE o.id = ${id}::uuid
      UNION ALL
      SELECT x.color, x.color_zh, z.size, z.position FROM production_order o JOIN catalogue_style c ON c.id = o.catalogue_id AND c.style_id IS NULL
      JOIN catalogue_color x ON x.catalogue_id = c.id JOIN size_set z ON z.code = c.size_set AND z.retired_at IS NULL
      WHERE o.id = ${id}::uuid AND o.style_id IS NULL) n ORDER BY n.color, n.place, n.size`.execute(db)
  return rows
}

const materialColumns = {
  material_id: col.text,
  name: col.text,
  name_zh: col.text,
  unit: col.text,
  rolls: z.array(z.string()),
}

/** What an order takes of fabrics, and holds of rolls. */
async function materialsOf(db: Db, id: string) {
  const needs = (await clothOf(db, [id])).get(id) ?? []
  const { rows } = await rowsOf(materialColumns)`
    SELECT m.code AS material_id, m.name, m.name_zh, m.unit, ARRAY(SELECT f.number FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id
      WHERE r.document_id = ${id}::uuid AND f.material_id = m.id ORDER BY f.number) AS rolls
    FROM material m WHERE m.code = ANY(${needs.map(({ material_id }) => material_id)}::text[]) ORDER BY m.code`.execute(
    db,
  )
  return rows.map((row) => {
    const { need = 0, open = 0 } = needs.find((one) => one.material_id === row.material_id) ?? {}
    return { ...row, need: need / 100, held: (need - open) / 100 }
  })
}
