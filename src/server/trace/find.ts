import { type Contract, opensFor, type TraceKind } from '../../shared/areas.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { readTraced } from '../../shared/kernel/traced-code.ts'
import { type CallContext, type Handlers, type Reply, reply } from '../http/call.ts'
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
  finders: Finders,
  input: Taken<Trace['traceLife']>,
  context: CallContext,
): Promise<Reply<Gives<Trace['traceLife']>>> {
  const { scope, ...told } = await historyOf(finders, input, context)
  const next = told.next.filter(({ path }) => opensFor(context.caller, path))
  return reply({ ...told, next, ...(await loadEvents(context, scope, input.cursor)) })
}

/** The events folded into one line of a history, newest first. Throws not_found for what the caller's own history would not show. */
async function traceStretch(
  finders: Finders,
  input: Taken<Trace['traceStretch']>,
  context: CallContext,
): Promise<Reply<Gives<Trace['traceStretch']>>> {
  const { scope } = await historyOf(finders, input, context)
  return reply(await loadStretch(context, scope, input, input.cursor))
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
export function traceRoutes(finders: Finders): Handlers<Trace> {
  return {
    findTraced: (input, context) => findTraced(finders, input, context),
    traceLife: (input, context) => traceHistory(finders, input, context),
    traceStretch: (input, context) => traceStretch(finders, input, context),
  }
}
