import { type Contract, opensFor, type TraceKind } from '../../shared/areas.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { readTraced } from '../../shared/kernel/traced-code.ts'
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
  /** Whether the caller counts boxes and so is not told what was declared of them. */
  countsBlind: (context: CallContext) => Promise<boolean>
}

/** What a code may be: exact hits first, then what begins with it. Each thing once. */
async function findTraced(
  finders: Finders,
  { text: raw }: Taken<Contract['trace']['findTraced']>,
  context: CallContext,
): Promise<Reply<Found>> {
  const { text, sscc, isMisread } = readTraced(raw)
  if (text === '') return reply({ hits: [], is_misread: false })
  const exact = await findAll(finders, context, { text, sscc, isPrefix: false })
  const wantsMore = text.length >= SHORTEST_PREFIX && exact.length < MOST
  const longer = wantsMore ? await findAll(finders, context, { text, sscc, isPrefix: true }) : []
  const hits = new Map<string, Found['hits'][number]>()
  for (const hit of exact) hits.set(keyOf(hit), { ...hit, is_exact: true })
  for (const hit of longer) if (!hits.has(keyOf(hit))) hits.set(keyOf(hit), { ...hit, is_exact: false })
  const shown = [...hits.values()].slice(0, MOST)
  return reply({ hits: shown, is_misread: isMisread && shown.length === 0 })
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
export function traceRoutes(finders: Finders, countsBlind: Tracing['countsBlind']): Handlers<Trace> {
  const tracing = { finders, countsBlind }
  return {
    findTraced: (input, context) => findTraced(finders, input, context),
    traceLife: (input, context) => traceHistory(tracing, input, context),
    traceStretch: (input, context) => traceStretch(tracing, input, context),
  }
}
