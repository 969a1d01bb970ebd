import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { rights } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { instant } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'

export const ledgersRights = rights({
  checkLedgers: {
    group: 'Administration',
    label: 'Check every quantity against its ledger',
    roles: ['admin', 'super_admin'],
  },
})

/** Differences that a check names of each ledger. */
export const mostDifferences = 200

export const checkWords = {
  title: key('Checking every ledger'),
  agrees: key('Every quantity is what its moves make it.'),
  stopped: key('Not finished'),
} as const

/** What each ledger is called, by its name in `check-ledger`. */
export const ledgerWords: Readonly<Record<string, string>> = {
  'order lines': 'Order lines',
  'boxes at QC': 'Boxes at QC',
  reservations: 'Reservations',
  stock: 'Stock',
  pipeline: 'Pipeline',
}

/** A stored quantity that is not what its ledger makes it. */
const difference = z.object({
  table: z.string(),
  /** The row as people call it: order and SKU, box and site. */
  name: z.string(),
  /** Its column. */
  quantity: z.string(),
  stored: z.number(),
  should: z.number(),
})

export const checkedLedger = z.object({
  /** English, and the key of its translation. */
  ledger: z.string(),
  /** All that differ. */
  total: z.int(),
  /** The first of them. */
  found: z.array(difference),
})
export type CheckedLedger = z.output<typeof checkedLedger>

export const ledgerCheck = z.object({
  check_id: z.uuid(),
  job_id: z.uuid(),
  state: z.enum(['running', 'done', 'stopped']),
  asked_at: instant,
  asked_by: z.string(),
  ended_at: instant.nullable(),
  differences: z.int(),
  ledgers: z.array(checkedLedger),
})
export type LedgerCheckRow = z.output<typeof ledgerCheck>

const callers = ledgersRights.checkLedgers.roles

export const ledgersCalls = {
  getLedgerChecks: post('selvedge/ledgers/checks', {
    summary: 'The last twenty checks of all ledgers, the newest first.',
    callers,
    takes: z.object({}),
    gives: json(z.object({ rows: z.array(ledgerCheck) })),
  }),
  startLedgerCheck: post('selvedge/ledgers/check', {
    summary: 'Recomputes every stored quantity from its ledger, as a job. Changes no quantity.',
    callers,
    changes: true,
    takes: z.object({}),
    gives: json(z.object({ check: ledgerCheck })),
  }),
}

export const ledgersArea = area({
  calls: ledgersCalls,
  rights: ledgersRights,
  screens: [screen('administration', '/ops/ledgers', 'Ledger check', 'endorsed', ledgersRights.checkLedgers)],
  words: [...Object.values(checkWords), ...Object.values(ledgerWords)],
})
