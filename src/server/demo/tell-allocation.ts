import { sql } from 'kysely'
import { type Planning, planTask } from '../areas/allocation/calculate.ts'
import { shortlistOutwards } from '../areas/allocation/choose.ts'
import { createAllocation } from '../areas/allocation/create.ts'
import { submitAllocation, submitOutwards } from '../areas/allocation/freeze.ts'
import { createReplenishment } from '../areas/allocation/replenishment-orders.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Two plans of what shops get: one that is submitted, its pieces reserved, and one that is open; and two replenishment orders to fill. */
export async function tellAllocation(tx: Tx, today: string): Promise<void> {
  const retail = demoContext(tx, 'retail')
  // Sales are reckoned when somebody looks; a plan needs to know until when they reach.
  await sql`UPDATE sku_rate_state SET as_of = (SELECT max(day) FROM sale_day WHERE day <= ${today}::date)`.execute(tx)
  const submitted = await planned(tx, retail, {
    name: 'Activewear, first drop',
    categories: ['Activewear'],
    sources: ['WMUM'],
  })
  const { task } = (await shortlistOutwards({ ...submitted, all: true, line_ids: undefined, store: undefined }, retail))
    .data
  const frozen = await submitOutwards({ task_id: task.task_id, version: task.version, action: 'submit' }, retail)
  await submitAllocation({ task_id: task.task_id, version: frozen.data.task.version }, retail)
  await planned(tx, retail, { name: 'Loungewear, refill', categories: ['Loungewear'], sources: ['WDEL', 'WMUM'] })
  await createReplenishment(
    { name: 'Week ahead, metros', source: 'WBLR', stores: ['SBLR', 'SMAA', 'SHYD'], mode: 'eaches' },
    retail,
  )
  await createReplenishment(
    { name: 'Whole sets, north', source: 'WDEL', stores: ['SDEL', 'SJAI', 'SLKO'], mode: 'sets' },
    retail,
  )
}

async function planned(
  tx: Tx,
  retail: CallContext,
  wish: { name: string; categories: string[]; sources: string[] },
): Promise<{ task_id: string; version: number }> {
  const { task } = (await createAllocation({ ...wish, seasons: [], stores: [], settings: undefined }, retail)).data
  const planning: Planning = {
    input: { task_id: task.task_id, version: task.version, settings: null, what_if: false },
    ...{ context: retail, progress: () => undefined, stopIfCancelled: () => undefined },
  }
  const { rows } = await rowsOf({ as_of: col.textOrNull })`SELECT as_of::text AS as_of FROM sku_rate_state`.execute(tx)
  await planTask(tx, planning, rows[0]?.as_of ?? null)
  return { task_id: task.task_id, version: task.version + 1 }
}
