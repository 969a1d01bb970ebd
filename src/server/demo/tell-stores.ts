import { sql } from 'kysely'
import { planTask } from '../areas/allocation/calculate.ts'
import { shortlistOutwards } from '../areas/allocation/choose.ts'
import { createAllocation } from '../areas/allocation/create.ts'
import { submitAllocation, submitOutwards } from '../areas/allocation/freeze.ts'
import { createAllocationPasses } from '../areas/allocation/passes.ts'
import { complete } from '../areas/gate-passes/complete.ts'
import { submit } from '../areas/gate-passes/lifecycle.ts'
import { addBox, updateBox } from '../areas/gate-passes/open-boxes.ts'
import { receiveBox } from '../areas/gate-passes/receive-boxes.ts'
import { addItem } from '../areas/gate-passes/scan-in.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

const DAY_MS = 86_400_000

interface Run {
  style: string
  color: string
  shops: readonly string[]
  /** Pieces by size; one that is named with 0 ran out. */
  pieces: Readonly<Record<string, number>>
  /** One piece of each size is sold every so many days; before `until` days ago. */
  every: number
  until: number
}

const run = (
  style: string,
  color: string,
  shops: Run['shops'],
  pieces: Run['pieces'],
  every: number,
  until = 0,
): Run => ({ style, color, shops, pieces, every, until })

/** Styles of which some shops have whole runs that lie, others broken ones that sell, and one has what nobody wants any more. */
const runs: readonly Run[] = [
  run('LG1003', 'Black', ['SGGN', 'SCHD'], { XS: 6, S: 9, M: 8, L: 8, XL: 5 }, 13),
  run('LG1003', 'Black', ['SDEL', 'SMUM'], { XS: 2, S: 6, M: 0, L: 5, XL: 1 }, 4),
  run('DR1008', 'Emerald', ['SPUN'], { XS: 5, S: 8, M: 9, L: 8, XL: 5 }, 15),
  run('DR1008', 'Emerald', ['SBLR', 'SHYD'], { XS: 1, S: 0, M: 4, L: 5, XL: 2 }, 5),
  run('TP4002', 'Ivory', ['SNOI'], { S: 9, M: 9, L: 8, XL: 6, XXL: 4, '3XL': 3 }, 14),
  run('TP4002', 'Ivory', ['SGGN'], { S: 3, M: 4, L: 0, XL: 2, XXL: 1, '3XL': 1 }, 4),
  run('DR1009', 'Coral', ['SAMD', 'SPAT'], { XS: 3, S: 4, M: 4, L: 4, XL: 3 }, 11, 44),
]

/** Days that a size that ran out has been gone. */
const DAYS_OUT = 6

/** Sales of the runs, in place of what chance says of them, and their opening stock. */
export async function tellRuns(tx: Tx, today: string, days: number): Promise<void> {
  for (const { style, color, shops, pieces, every, until } of runs) {
    const [sizes, counts] = [Object.keys(pieces), Object.values(pieces)]
    const own = sql`site x CROSS JOIN unnest(${sizes}::text[], ${counts}::int[]) WITH ORDINALITY AS n (size, pieces, at)
      JOIN sku k ON k.style_id = (SELECT id FROM style WHERE code = ${style}) AND k.color = ${color} AND k.size = n.size`
    const there = sql`x.code = ANY(${shops}::text[])`
    await sql`DELETE FROM sale_day d USING ${own} WHERE d.shop_id = x.id AND d.sku_id = k.id AND ${there}`.execute(tx)
    await sql`
      INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, value_minor, currency, was_in_stock)
      SELECT x.id, k.id, ${today}::date - g.ago, CASE WHEN g.is_out THEN 0 ELSE 1 END, 0, NULL, NULL, NOT g.is_out
      FROM ${own} CROSS JOIN LATERAL (SELECT ago, n.pieces = 0 AND ago <= ${DAYS_OUT} AS is_out FROM generate_series(1, ${days}) AS a (ago)) g
      WHERE ${there} AND g.ago > ${until} AND (g.is_out OR (g.ago + n.at::int) % ${every} = 0)`.execute(tx)
    await sql`
      INSERT INTO opening_stock (place_id, sku_id, condition, quantity)
      SELECT p.id, k.id, 'good', n.pieces FROM ${own} JOIN place p ON p.site_id = x.id AND p.kind = 'floor'
      WHERE ${there} AND n.pieces > 0`.execute(tx)
  }
}

/** SKUs of the runs that are not to be had: no chance gives a shop what its run lacks. */
export function isOfRun() {
  const pairs = runs.flatMap(({ style, color, shops }) => shops.map((shop) => `${shop} ${style} ${color}`))
  return sql<boolean>`(s.code || ' ' || (SELECT t.code FROM style t WHERE t.id = k.style_id) || ' ' || k.color) = ANY(${pairs}::text[])`
}

const DAYS_AGO = 31
const task = {
  name: 'Tops, month before',
  categories: ['Tops'],
  seasons: [],
  sources: ['WDEL'],
  stores: ['SDEL', 'SMUM', 'SGGN'],
}

/** An allocation of last month, whose goods came to the shops and sold in part. */
export async function tellPastAllocation(tx: Tx, today: number): Promise<void> {
  const [retail, keeper, ops] = [demoContext(tx, 'retail'), demoContext(tx, 'warehouse'), demoContext(tx, 'ops')]
  const { task: made } = (await createAllocation({ ...task, settings: undefined }, retail)).data
  const { task_id } = made
  const { rows } = await rowsOf({ as_of: col.textOrNull })`SELECT as_of::text AS as_of FROM sku_rate_state`.execute(tx)
  await planTask(
    tx,
    {
      input: { task_id, version: made.version, settings: null, what_if: false },
      ...{ context: retail, progress: () => undefined, stopIfCancelled: () => undefined },
    },
    rows[0]?.as_of ?? null,
  )
  const now = async () => ({
    task_id,
    ...(await tx
      .selectFrom('allocation_task')
      .where('number', '=', task_id)
      .select('version')
      .executeTakeFirstOrThrow()),
  })
  await shortlistOutwards({ ...(await now()), all: true, line_ids: undefined, store: undefined }, retail)
  await submitOutwards({ ...(await now()), action: 'submit' }, retail)
  await submitAllocation(await now(), retail)
  const { data } = await createAllocationPasses(await now(), retail)
  for (const { gate_pass } of data.gate_passes) {
    const planned = await rowsOf({ code: col.text, quantity: col.number })`
      SELECT k.nm_sku AS code, i.planned AS quantity FROM gate_pass_item i JOIN gate_pass p ON p.id = i.pass_id JOIN sku k ON k.id = i.sku_id
      WHERE p.number = ${gate_pass} ORDER BY 1`.execute(tx)
    const pass = () =>
      tx
        .selectFrom('gate_pass')
        .where('number', '=', gate_pass)
        .select(['number as gate_pass', 'version'])
        .executeTakeFirstOrThrow()
    const opened = await addBox({ gate_pass, station: 'Table 1', count: 1, beyond_plan: false }, keeper)
    const code = opened.data.boxes[0]?.box_code ?? ''
    await addItem({ box: code, scans: planned.rows, beyond_plan: false }, keeper)
    await updateBox({ boxes: [code], action: 'seal', weight_grams: 9_200 }, keeper)
    await submit({ ...(await pass()), carrier: 'Safexpress', vehicle_no: 'HR55 4821' }, keeper)
    await receiveBox({ action: 'receive', with_rest: false, boxes: [{ code }] }, ops)
    await complete({ ...(await pass()), remark: '' }, ops)
    const at = (days: number) => new Date(today - days * DAY_MS)
    await sql`UPDATE gate_pass SET created_at = ${at(DAYS_AGO + 3)}, submitted_at = ${at(DAYS_AGO + 2)}, completed_at = ${at(DAYS_AGO)}
      WHERE number = ${gate_pass}`.execute(tx)
  }
  await sql`UPDATE allocation_task SET created_at = ${at(today)}, calculated_at = ${at(today)},
      frozen_at = ${at(today)}, rates_as_of = ${at(today)}::date - 1 WHERE number = ${task_id}`.execute(tx)
  // Some of what came sold, of the rest nothing is told.
  await sql`
    INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, value_minor, currency, was_in_stock)
    SELECT o.store_id, o.sku_id, d.day, 1, 0, NULL, NULL, true
    FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id AND t.number = ${task_id}
    CROSS JOIN LATERAL (SELECT ${at(today)}::date + 4 + g AS day FROM generate_series(1, 26) AS g
      WHERE abs(hashtext(o.sku_id::text || g)) % 9 = 0) d
    WHERE NOT EXISTS (SELECT FROM sale_day x WHERE x.shop_id = o.store_id AND x.sku_id = o.sku_id) AND d.day < ${new Date(today)}::date
    ON CONFLICT DO NOTHING`.execute(tx)
}

const at = (today: number) => new Date(today - (DAYS_AGO + 4) * DAY_MS)
