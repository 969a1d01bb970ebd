import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  type CheckedLedger,
  checkedLedger,
  checkWords,
  type LedgerCheckRow,
  ledgerCheck,
  type ledgersArea,
  type ledgersCalls,
  mostDifferences,
} from '../../../shared/areas/ledgers/area.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { type CallContext, type Db, type Reply, reply } from '../../http/call.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'

type CheckAll = (db: Db, most: number) => Promise<CheckedLedger[]>
type Started = Gives<typeof ledgersCalls.startLedgerCheck>

const SHOWN = 20
const KEPT_DAYS = 90

/** Checks of all ledgers; which there are, the roof knows. */
export function ledgersServer(checkAll: CheckAll): ServerArea<typeof ledgersArea> {
  const job = defineJob<{ id: string }>({
    kind: 'ledger-check',
    ifBroken: 'again',
    title: () => ({ text: checkWords.title, values: {} }),
    async run({ input: { id }, context }) {
      const ledgers = await checkAll(context.db, mostDifferences)
      await context.command(async (tx) => {
        await tx
          .updateTable('ledger_check')
          .set({ ledgers: JSON.stringify(ledgers), ended_at: sql`now()` })
          .where('id', '=', id)
          .execute()
      })
      return null
    },
  })

  /** One check at a time is enough: whoever asks while one is under way gets that one. */
  const startLedgerCheck = (_: object, context: CallContext): Promise<Reply<Started>> =>
    context.command(async (tx) => {
      // Two who ask at the same moment: the second waits here and finds the first one's.
      await sql`LOCK TABLE ledger_check IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
      const [last] = await checksIn(tx, 1)
      if (last?.state === 'running') return reply({ check: last })
      const id = v7()
      const job_id = await startJob(tx, context, job, { id })
      await tx.insertInto('ledger_check').values({ id, job_id, asked_by: context.caller.userId }).execute()
      const [check] = await checksIn(tx, 1)
      if (check === undefined) throw new Error('the check that was just written is not there')
      return reply({ check })
    })

  return {
    routes: { startLedgerCheck, getLedgerChecks: async (_, { db }) => reply({ rows: await checksIn(db, SHOWN) }) },
    jobs: [job],
    removeOld: (db) => db.deleteFrom('ledger_check').where('asked_at', '<', daysAgo(KEPT_DAYS)).execute(),
  }
}

const checkFacts = ledgerCheck
  .omit({ state: true, differences: true })
  .extend({ ledgers: checkedLedger.array().nullable(), is_under_way: col.flag })

async function checksIn(db: Db, most: number): Promise<LedgerCheckRow[]> {
  const { rows } = await rowsOf(checkFacts)`
    SELECT c.id AS check_id, c.job_id, c.asked_at, u.name AS asked_by, c.ended_at, c.ledgers,
      EXISTS (SELECT 1 FROM job j WHERE j.id = c.job_id AND j.ended_at IS NULL) AS is_under_way
    FROM ledger_check c JOIN app_user u ON u.id = c.asked_by ORDER BY c.asked_at DESC, c.id DESC LIMIT ${most}`.execute(
    db,
  )
  return rows.map(({ is_under_way, ledgers, ...row }) => ({
    ...row,
    state: ledgers !== null ? 'done' : is_under_way ? 'running' : 'stopped',
    differences: (ledgers ?? []).reduce((sum, { total }) => sum + total, 0),
    ledgers: ledgers ?? [],
  }))
}
