import { key } from '../../kernel/words.ts'

/** Below this share of good pieces a facility is proposed only where no other has room. */
export const leastPassRate = 0.9

/** A facility as it stands for an order. */
export interface Candidate {
  facility: string
  /** Pieces that it can take until the order is due (`roomFor`). */
  room: number
  /** Of a piece, in minor units of one currency; null where it never made the like. */
  rate: number | null
  /** Of the pieces that were inspected; null where none were. */
  pass_rate: number | null
}

export const proposalWords = {
  alone: key('Makes all {{pieces}} pcs in time; of those that can none costs less a good piece.'),
  fills: key(
    '{{pieces}} of {{room}} pcs that it can take in time; of those with room left none costs less a good piece.',
  ),
  no_room: key('Has no room until the order is due.'),
  dearer: key('Has room for {{room}} pcs; a good piece costs more.'),
  same_cost: key(
    'Has room for {{room}} pcs at the same cost of a good piece; the facility proposed has room for {{most}}.',
  ),
  unknown_rate: key('Has room for {{room}} pcs; nobody knows its rate.'),
  poor: key('Has room for {{room}} pcs; {{percent}} % of its pieces passed, less than {{least}} %.'),
  smaller: key('Has room for {{room}} pcs: not enough to make the order alone.'),
} as const
export type ProposalReason = keyof typeof proposalWords

export interface ProposalLine {
  facility: string
  pieces: number
  reason: ProposalReason
  message: string
  values: Record<string, number>
}

export interface Proposal {
  /** One of each candidate: what it is proposed for, or why for nothing. */
  lines: ProposalLine[]
  /** Pieces that nobody has room for. */
  unplaced: number
}

/**
 * Proposes who makes so many pieces: one facility alone where one can, else as few as it takes. Cost of a good piece (rate / pass rate)
 * decides among those of good quality, then room, then the code. It only proposes: any other split may be saved.
 */
export function proposeFacilities(pieces: number, candidates: readonly Candidate[]): Proposal {
  const ranked = candidates.toSorted(
    (a, b) =>
      Number(isPoor(a)) - Number(isPoor(b)) ||
      costOf(a) - costOf(b) ||
      b.room - a.room ||
      compare(a.facility, b.facility),
  )
  const given = new Map<string, number>()
  const alone = ranked.find((one) => one.room >= pieces && !isPoor(one)) ?? null
  let left = pieces
  if (alone !== null && pieces > 0) {
    given.set(alone.facility, pieces)
    left = 0
  } else
    for (const { facility, room } of ranked) {
      const share = Math.min(left, room)
      if (share > 0) given.set(facility, share)
      left -= share
    }
  const chosen = alone ?? ranked.findLast(({ facility }) => given.has(facility)) ?? null
  const lines = ranked.map((one) => lineOf(one, given.get(one.facility) ?? 0, { alone, chosen }, pieces))
  return { lines, unplaced: left }
}

/** Who makes all, and who is the last that was given pieces. */
interface Chosen {
  alone: Candidate | null
  chosen: Candidate | null
}

function lineOf(one: Candidate, share: number, by: Chosen, pieces: number): ProposalLine {
  const percent = Math.round((one.pass_rate ?? 1) * 100)
  const reason = reasonOf(one, share, by, pieces)
  const values = { pieces: share, room: one.room, most: by.chosen?.room ?? 0, percent, least: leastPassRate * 100 }
  return { facility: one.facility, pieces: share, reason, message: proposalWords[reason], values }
}

function reasonOf(one: Candidate, share: number, { alone, chosen }: Chosen, pieces: number): ProposalReason {
  if (share > 0) return alone === null ? 'fills' : 'alone'
  if (one.room === 0) return 'no_room'
  if (isPoor(one)) return 'poor'
  if (one.rate === null) return 'unknown_rate'
  if (alone !== null && one.room < pieces) return 'smaller'
  return chosen !== null && costOf(one) === costOf(chosen) ? 'same_cost' : 'dearer'
}

const isPoor = ({ pass_rate }: Candidate) => pass_rate !== null && pass_rate < leastPassRate

/** What a good piece costs. Nobody's pieces were all bad: such a facility is poor, and comes last all the same. */
const costOf = ({ rate, pass_rate }: Candidate) =>
  rate === null ? Number.MAX_SAFE_INTEGER : rate / Math.max(pass_rate ?? 1, 0.01)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
