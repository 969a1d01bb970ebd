import { allocationDifferences } from '../areas/allocation/reserve.ts'
import { cutDifferences, shareDifferences, stageLines } from '../areas/facilities/stage-lines.ts'
import { reservationDifferences } from '../areas/gate-passes/reservations.ts'
import { promiseDifferences, rollLedger } from '../areas/materials/roll-ledger.ts'
import { orderLines } from '../areas/orders/lines.ts'
import { pipelineDifferences } from '../areas/pipeline/recount.ts'
import { qcLedger } from '../areas/qc-boxes/ledger.ts'
import { stockDifferences } from '../areas/stock/stock-sums.ts'
import type { Db } from '../http/call.ts'
import { type Difference, differencesIn } from '../ledger/differences.ts'

/** Every ledger there is. A new one is named here, and is checked by `npm run check-ledger` and by the tests from then on. */
export const ledgers = {
  'order lines': orderLines,
  'boxes at QC': qcLedger,
  'rolls of fabric': rollLedger,
  'stages of production': stageLines,
}

export interface LedgerCheck {
  ledger:
    | keyof typeof ledgers
    | 'stock'
    | 'reservations'
    | 'reserved cloth'
    | 'pieces cut'
    | 'pieces given to facilities'
    | 'pipeline'
  /** How many stored quantities are not what their ledger makes them; the first of them are `found`. */
  total: number
  found: Difference[]
}

/** Recomputes every stored quantity of every ledger; `most` differences are named of each. Reads only. */
export async function checkLedgers(db: Db, most = 100): Promise<LedgerCheck[]> {
  const checks: LedgerCheck[] = []
  for (const ledger of Object.keys(ledgers) as (keyof typeof ledgers)[])
    checks.push({ ledger, ...(await differencesIn(db, ledgers[ledger], most)) })
  return [
    ...checks,
    { ledger: 'stock', ...(await stockDifferences(db, most)) },
    { ledger: 'reservations', ...(await reserved(db, most)) },
    { ledger: 'reserved cloth', ...(await promiseDifferences(db, most)) },
    { ledger: 'pieces cut', ...(await cutDifferences(db, most)) },
    { ledger: 'pieces given to facilities', ...(await shareDifferences(db, most)) },
    { ledger: 'pipeline', ...(await pipelineDifferences(db, most)) },
  ]
}

/** What passes and allocations are promised. */
async function reserved(db: Db, most: number): Promise<Pick<LedgerCheck, 'total' | 'found'>> {
  const [passes, plans] = [await reservationDifferences(db, most), await allocationDifferences(db, most)]
  return { total: passes.total + plans.total, found: [...passes.found, ...plans.found].slice(0, most) }
}

/** A difference in words: `order_line PO-1, NM-1: awaiting is 5, its ledger makes it 4`. */
export function differenceText({ table, name, quantity, stored, should }: Difference): string {
  return `${table} ${name}: ${quantity} is ${stored}, its ledger makes it ${should}`
}
