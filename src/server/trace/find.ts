import { type Contract, hasRight, opensFor, type TraceKind } from '../../shared/areas.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { readTraced, wordsOf } from '../../shared/kernel/traced-code.ts'
import { type CallContext, type Handlers, personOf, type Reply, reply } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { loadEvents, loadStretch } from './events.ts'
import type { Asking, Finder, History, Match, Traced } from './finder.ts'

type Trace = Contract['trace']
type Found = Gives<Contract['trace']['findTraced']>

const MOST = 20
/** Fewer letters are the beginning of too much to be of use. */
const SHORTEST_PREFIX = 2

/** How each kind of thing that has a code is found. */
export type Finders = Readonly<Record<TraceKind, Finder>>

interface Tracing {
  finders: Finders
  /** Records of the caller's lists, by number or name. */
  findRecords: (text: string, context: CallContext) => Promise<Found['records']>
  /** Whether the caller counts boxes and so is not told what was declared of them. */
  countsBlind: (context: CallContext) => Promise<boolean>
}

/** What a text may be: things with a history, of who may trace, and records of the caller's lists. Each thing once. */
async function findTraced(
  { finders, findRecords }: Tracing,
  { text: raw }: Taken<Contract['trace']['findTraced']>,
  context: CallContext,
): Promise<Reply<Found>> {
  const { text, sscc, isMisread } = readTraced(raw)
  if (text === '') return reply({ hits: [], records: [], is_misread: false })
  const hits = hasRight(context.caller, 'trace') ? await findHits(finders, { text, sscc }, context) : []
  const records = sscc === null ? await findRecords(wordsOf(raw), context) : []
  // One thing may stand in several lists: the first is that of who works with it most.
  const known = new Set(hits.map(({ title }) => title))
  const others = records.filter(({ title }) => !known.has(title) && known.add(title))
  return reply({ hits, records: others, is_misread: isMisread && hits.length === 0 && others.length === 0 })
}

/** Exact hits first, then what begins with the text. */
async function findHits(
  finders: Finders,
  { text, sscc }: Pick<Match, 'text' | 'sscc'>,
  context: CallContext,
): Promise<Found['hits']> {
  const exact = await findAll(finders, context, { text, sscc, isPrefix: false })
  const wantsMore = text.length >= SHORTEST_PREFIX && exact.length < MOST
  const longer = wantsMore ? await findAll(finders, context, { text, sscc, isPrefix: true }) : []
  const hits = new Map<string, Found['hits'][number]>()
  for (const hit of exact) hits.set(keyOf(hit), { ...hit, is_exact: true })
  for (const hit of longer) if (!hits.has(keyOf(hit))) hits.set(keyOf(hit), { ...hit, is_exact: false })
  return [...hits.values()].slice(0, MOST)
}

async function findAll(finders: Finders, asking: Asking, match: Match): Promise<Traced[]> {
  // Each kind gets its share of a beginning that many things have.
  const limit = match.isPrefix ? MOST / 2 : MOST
  const found = await Promise.all(Object.values(finders).map((finder) => finder.find(asking, match, limit)))
  return found.flat()
}

function keyOf({ kind, code }: Traced): string {
  return `${kind} ${code}`
}

/** The history of one thing. Throws not_found for what is not there or another vendor's. */
async function traceHistory(
  { finders, countsBlind }: Tracing,
  input: Taken<Trace['traceLife']>,
  context: CallContext,
): Promise<Reply<Gives<Trace['traceLife']>>> {
  const { scope, ...told } = await historyOf(finders, input, context)
  const next = told.next.filter(({ path }) => opensFor(personOf(context.caller), path))
  const life = { ...told, next, ...(await loadEvents(context, scope, input.cursor)) }
  return reply((await countsBlind(context)) ? withoutCounts(life) : life)
}

/** The life of a thing for who must count what lies in it: what happened and when, and not of how many pieces. */
function withoutCounts(life: Gives<Trace['traceLife']>): Gives<Trace['traceLife']> {
  return {
    ...life,
    facts: life.facts.filter(({ count }) => count === undefined),
    quantities: null,
    related: life.related.map((group) => ({ ...group, items: group.items.map((item) => ({ ...item, pieces: null })) })),
    events: life.events.map(blindEvent),
    milestones: life.milestones.map(blindEvent),
  }
}

const blindEvent = <E extends { moves: readonly unknown[] }>(event: E): E => ({ ...event, moves: [], details: {} })

/** The events folded into one line of a history, newest first. Throws not_found for what the caller's own history would not show. */
async function traceStretch(
  { finders, countsBlind }: Tracing,
  input: Taken<Trace['traceStretch']>,
  context: CallContext,
): Promise<Reply<Gives<Trace['traceStretch']>>> {
  const { scope } = await historyOf(finders, input, context)
  const stretch = await loadStretch(context, scope, input, input.cursor)
  const isBlind = await countsBlind(context)
  return reply(isBlind ? { ...stretch, events: stretch.events.map(blindEvent) } : stretch)
}

async function historyOf(
  finders: Finders,
  { kind, code }: Pick<Taken<Trace['traceLife']>, 'kind' | 'code'>,
  context: CallContext,
): Promise<History> {
  const { text, sscc } = readTraced(code)
  const history = await finders[kind].history(context, kind === 'box' ? (sscc ?? text) : text)
  if (history === null) throw notFound('Nothing was found under {{code}}.', { code: text })
  return history
}

/** The calls of the trace box, over the kinds of things that the areas know. */
export function traceRoutes(tracing: Tracing): Handlers<Trace> {
  return {
    findTraced: (input, context) => findTraced(tracing, input, context),
    traceLife: (input, context) => traceHistory(tracing, input, context),
    traceStretch: (input, context) => traceStretch(tracing, input, context),
  }
}
