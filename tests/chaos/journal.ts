import type { CallName } from './calls.ts'

/** What became of one deed, as its player knows it. */
export type Outcome =
  /** Sent, and not answered yet. */
  | 'under way'
  /** Answered 2xx. */
  | 'done'
  /** Answered 4xx: nothing may have been changed. */
  | 'refused'
  /** Never answered, however often it was sent: nobody knows. */
  | 'given up'

/** One thing that a player wanted, under the key with which it was sent, as often as it took. */
export interface Deed {
  call: CallName
  userId: string
  /** The Idempotency-Key; sent as the request's id too, which the audit keeps: by it the deed is found in the books. */
  marker: string
  sends: number
  outcome: Outcome
  /** Of the answer. */
  status: number
  /** From the first sending to the answer, in ms. */
  took: number
}

/** What is wanted to send a deed once more, and what it was answered. */
export interface Kept {
  deed: Deed
  again: () => Promise<{ status: number; replayed: boolean; data: string }>
  data: string
}

export interface Journal {
  begin(call: CallName, userId: string): Deed
  /** Since the last time it was asked; forgets them. Those under way stay. */
  take(): Deed[]
  /** Some of the deeds that were done lately, to be sent again. */
  keep(kept: Kept): void
  kept(): Kept[]
  totals: Totals
}

export interface Totals {
  deeds: number
  done: number
  refused: number
  givenUp: number
  /** Sendings beyond the first. */
  retried: number
  looks: number
  /** By call: how often it was done. */
  byCall: Map<CallName, number>
}

const MOST_KEPT = 400

export function openJournal(nameOfRun: string): Journal {
  let deeds: Deed[] = []
  let kept: Kept[] = []
  let count = 0
  const totals: Totals = { deeds: 0, done: 0, refused: 0, givenUp: 0, retried: 0, looks: 0, byCall: new Map() }
  return {
    totals,
    begin(call, userId) {
      count += 1
      const marker = `${nameOfRun}.${count}`
      const deed: Deed = { call, userId, marker, sends: 0, outcome: 'under way', status: 0, took: 0 }
      deeds.push(deed)
      return deed
    },
    take() {
      const through = deeds.filter(({ outcome }) => outcome !== 'under way')
      deeds = deeds.filter(({ outcome }) => outcome === 'under way')
      return through
    },
    keep(one) {
      kept.push(one)
      if (kept.length > MOST_KEPT) kept.shift()
    },
    kept() {
      const all = kept
      kept = []
      return all
    },
  }
}
