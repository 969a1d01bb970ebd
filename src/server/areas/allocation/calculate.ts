import { sql } from 'kysely'
import {
  type AllocationLine,
  type LockFault,
  lockFaults,
  makeAllocation,
  type StylePlan,
} from '../../../shared/areas/allocation/engine.ts'
import type { Carried, StyleFacts } from '../../../shared/areas/allocation/plan-facts.ts'
import { type PlanSettings, type PlanTotals, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { splitBySource } from '../../../shared/areas/allocation/split.ts'
import { brokenAt, cutOf, extraOf, piecesOver } from '../../../shared/areas/allocation/warnings.ts'
import { allocationWords } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { defineJob, type Job } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { type LoadedStyle, loadCategory, styleKey } from './facts.ts'
import { packCells } from './packed-cells.ts'
import { sitesOfTask, tasks } from './tasks.ts'

interface Asked {
  task_id: string
  version: number
  settings: PlanSettings | null
  what_if: boolean
}

/**
 * Plans an allocation, category by category and style by style: what is in memory at once is what one category sold, has and gets, and
 * the cells of one style. All is written in one
 * transaction, in which nobody else changes the allocation.
 */
export const calculateJob = defineJob<Asked>({
  kind: 'allocation',
  ifBroken: 'again',
  title: ({ task_id }) => ({ text: allocationWords.title, values: { task_id } }),
  async run(job) {
    const asOf = await freshRates(job.context.db)
    await job.context.command((tx) => planTask(tx, job, asOf))
    return null
  },
})

export const calculateAllocation: Handlers<Contract['allocation']>['calculateAllocation'] = (input, context) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'calculate')
    const { task_id, version, what_if } = input
    const settings = input.settings ?? null
    const job_id = await startJob(tx, context, calculateJob, { task_id, version, settings, what_if })
    await sql`UPDATE allocation_task SET job_id = ${job_id}::uuid WHERE id = ${held.id}::uuid`.execute(tx)
    return reply({ job_id }, allocationWords.started)
  })

/** What planning asks of its job. */
export type Planning = Pick<Job<Asked>, 'input' | 'context' | 'progress' | 'stopIfCancelled'>

export async function planTask(tx: Tx, job: Planning, asOf: string | null): Promise<void> {
  const { input, context } = job
  const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'calculate')
  const settings = input.settings ?? held.settings
  const stores = (await sitesOfTask(tx, held.id, 'store')).filter(({ is_closed }) => !is_closed)
  const sources = (await sitesOfTask(tx, held.id, 'source')).filter(({ is_closed }) => !is_closed)
  const asked = { stores, sources, holdbackPercent: settings.holdback_percent, taskId: held.id }
  const styles = await stylesOf(tx, held.id)
  const ids = new Map([...stores, ...sources].map(({ site, id }) => [site, id]))
  const totals: PlanTotals = {
    given: 0,
    need: 0,
    extra: 0,
    cut: 0,
    unset: 0,
    short: 0,
    left_out: 0,
    stores: 0,
    styles: 0,
  }
  const served = new Set<string>()
  if (!input.what_if) await clear(tx, held.id)

  let done = 0
  for (const category of held.categories) {
    const { styles: loaded, carried } = await loadCategory(tx, asked, category, new Set(styles.keys()))
    const allocation = makeAllocation(carried, settings)
    for (const style of allocation.inTurn(loaded, ({ makeFacts }) => makeFacts())) {
      job.stopIfCancelled()
      job.progress(done++, styles.size)
      const facts = style.makeFacts()
      assertLocks(style, facts, carried)
      const plan = allocation.plan(facts)
      add(totals, plan, served)
      const id = styles.get(styleKey(style.styleId, style.color))
      if (input.what_if || id === undefined) continue
      await writeStyle(tx, { taskId: held.id, id, style, facts, plan, ids, minimum: settings.pieces_per_core_size })
    }
  }
  totals.stores = served.size
  job.progress(styles.size, styles.size)
  if (input.what_if) {
    const tried = JSON.stringify({ settings, totals, at: new Date().toISOString() })
    await sql`UPDATE allocation_task SET what_if = ${tried}::jsonb WHERE id = ${held.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'allocation', entityId: held.number, event: 'allocation.tried' },
      details: { pieces: totals.given },
    })
    return
  }
  const { rows } = await rowsOf({ some: col.flag })`
    SELECT EXISTS (SELECT FROM allocation_outward WHERE task_id = ${held.id}::uuid AND choice = 'shortlisted') AS some`.execute(
    tx,
  )
  await tasks.move(tx, context, held, 'calculate', {
    event: 'allocation.calculated',
    to: rows[0]?.some ? 'SHORTLISTED' : 'CALCULATED',
    set: sql`calculated_at = now(), rates_as_of = ${asOf}::date, is_outdated = false, what_if = NULL,
      settings = ${JSON.stringify(planSettings.parse(settings))}::jsonb`,
    details: { pieces: totals.given, styles: totals.styles },
  })
}

/** allocation_style.id of the styles that are not taken out, by style and colour. */
async function stylesOf(tx: Tx, taskId: string): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, style_id: col.text, color: col.text })`
    SELECT id::text AS id, style_id::text AS style_id, color FROM allocation_style
    WHERE task_id = ${taskId}::uuid AND choice <> 'removed'`.execute(tx)
  return new Map(rows.map(({ id, style_id, color }) => [styleKey(style_id, color), id]))
}

/** Everything that was planned goes; what was locked by hand and what is taken out stay. */
async function clear(tx: Tx, taskId: string): Promise<void> {
  await sql`DELETE FROM allocation_outward WHERE task_id = ${taskId}::uuid`.execute(tx)
  await sql`DELETE FROM allocation_cell WHERE task_id = ${taskId}::uuid AND locked IS NULL`.execute(tx)
  await sql`UPDATE allocation_style SET available = 0, need = 0, given = 0, extra = 0, cut = 0, unset = 0, short = 0, cells = NULL, stores = 0, broken_stores = 0,
    over_stores = 0, broken = '{}', taken_apart = '{}'
    WHERE task_id = ${taskId}::uuid`.execute(tx)
}

/** Throws conflict where cells that people locked are not to be had any more, with the first of them. */
function assertLocks(style: LoadedStyle, facts: StyleFacts, carried: readonly Carried[]): void {
  const [fault] = lockFaults(facts, new Set(carried.map(({ store }) => store)))
  if (fault === undefined) return
  const nm_sku = style.skus.find(({ id }) => id === fault.size)?.nm_sku ?? ''
  throw conflict(wordsOf(fault), {
    values: {
      nm_sku,
      store: fault.store,
      category: facts.category,
      locked: fault.locked,
      available: fault.available,
    },
  })
}

const wordsOf = ({ fault }: LockFault) =>
  fault === 'not_carried'
    ? allocationWords.notCarried
    : fault === 'not_a_size'
      ? allocationWords.skuNotInTask
      : allocationWords.lockedGone

function add(totals: PlanTotals, { lines, given }: StylePlan, served: Set<string>): void {
  totals.given += given
  if (given > 0) totals.styles += 1
  for (const line of lines) {
    totals.need += line.need
    totals.extra += extraOf(line)
    totals.cut += cutOf(line)
    totals.unset += line.unset
    totals.short += line.short
    if (line.given > 0) served.add(line.store)
  }
}

interface Written {
  taskId: string
  /** allocation_style.id */
  id: string
  style: LoadedStyle
  facts: StyleFacts
  plan: StylePlan
  /** site.id by code. */
  ids: ReadonlyMap<string, string>
  /** Pieces of a core size that a store must have. */
  minimum: number
}

async function writeStyle(tx: Tx, { taskId, id, style, facts, plan, ids, minimum }: Written): Promise<void> {
  const { lines } = plan
  const siteIds = (sites: readonly string[]) => sites.map((site) => ids.get(site) ?? null)
  const wanted = lines.flatMap(({ store, size, given }) => (given > 0 ? [{ store, sku: size, quantity: given }] : []))
  const lineOf = new Map(lines.map((line) => [`${line.store} ${line.size}`, line]))
  // In the order of the index that they are found by.
  const outwards = splitBySource(wanted, style.free)
    .map((one) => ({ ...one, line: lineOf.get(`${one.store} ${one.sku}`) }))
    .sort((a, b) => (a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : 0))
  await sql`
    INSERT INTO allocation_outward (id, task_id, source_id, store_id, sku_id, quantity, need, limited_by, choice)
    SELECT n.id, ${taskId}::uuid, n.source, n.store, n.sku, n.quantity, n.need, n.limited_by, (SELECT choice FROM allocation_style WHERE id = ${id}::uuid)
    FROM unnest(${newIds(outwards.length)}::uuid[], ${siteIds(outwards.map(({ source }) => source))}::uuid[],
      ${siteIds(outwards.map(({ store }) => store))}::uuid[], ${outwards.map(({ sku }) => sku)}::uuid[],
      ${outwards.map(({ quantity }) => quantity)}::int[],
      ${outwards.map(({ line }) => line?.need ?? null)}::int[], ${outwards.map(({ line }) => line?.limit ?? null)}::text[]) AS n (id, source, store, sku, quantity, need, limited_by)`.execute(
    tx,
  )
  const sum = (of: (line: AllocationLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  const broken = brokenAt(facts, lines, minimum)
  const named = Object.fromEntries(
    [...broken].map(([store, skus]) => [
      store,
      style.skus.flatMap(({ id: sku, size }) => (skus.has(sku) ? [size] : [])),
    ]),
  )
  await sql`
    UPDATE allocation_style SET available = ${facts.sizes.reduce((all, one) => all + one.available, 0)},
      need = ${sum(({ need }) => need)}, given = ${plan.given}, extra = ${sum(extraOf)}, cut = ${sum(cutOf)},
      unset = ${sum(({ unset }) => unset)}, short = ${sum(({ short }) => short)}, cells = ${packCells(lines, style.rateSource)}::json, stores = ${new Set(wanted.map(({ store }) => store)).size},
      broken_stores = ${broken.size}, broken = ${JSON.stringify(named)}::jsonb,
      over_stores = ${new Set(lines.filter((line) => piecesOver(line) > 0).map(({ store }) => store)).size}
    WHERE id = ${id}::uuid`.execute(tx)
}
