import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readTraced } from '../../shared/domain/trace.ts'
import { type Said, said, type Work } from '../http/call.ts'
import type { Asking, Match, Traced } from './finder.ts'
import { finders } from './finders.ts'

type Found = Gives<Contract['house']['findTraced']>

const MOST = 20
/** Fewer letters are the beginning of too much to be of use. */
const SHORTEST_PREFIX = 2

/** What a code may be: exact hits first, then what begins with it. Each thing once. */
export async function findTraced(
  { text: raw }: Taken<Contract['house']['findTraced']>,
  work: Work,
): Promise<Said<Found>> {
  const { text, sscc, isMisread } = readTraced(raw)
  if (text === '') return said({ hits: [], is_misread: false })
  const exact = await findAll(work, { text, sscc, isPrefix: false })
  const wantsMore = text.length >= SHORTEST_PREFIX && exact.length < MOST
  const longer = wantsMore ? await findAll(work, { text, sscc, isPrefix: true }) : []
  const hits = new Map<string, Found['hits'][number]>()
  for (const hit of exact) hits.set(keyOf(hit), { ...hit, is_exact: true })
  for (const hit of longer) if (!hits.has(keyOf(hit))) hits.set(keyOf(hit), { ...hit, is_exact: false })
  const shown = [...hits.values()].slice(0, MOST)
  return said({ hits: shown, is_misread: isMisread && shown.length === 0 })
}

async function findAll(asking: Asking, match: Match): Promise<Traced[]> {
  // Each kind gets its share of a beginning that many things have.
  const limit = match.isPrefix ? MOST / 2 : MOST
  const found = await Promise.all(Object.values(finders).map((finder) => finder.find(asking, match, limit)))
  return found.flat()
}

function keyOf({ kind, code }: Traced): string {
  return `${kind} ${code}`
}
