import { z } from 'zod'
import { area, namesOf } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { day, instant, picture, pieces, price, timelineEvent } from '../../kernel/shapes.ts'
import { allowed as orders } from '../orders/rights.ts'
import { quantities } from '../orders/shapes.ts'
import { recordWords } from './records.ts'

export const traceRights = rights({
  trace: {
    group: 'Everywhere',
    label: 'Trace an order, SKU, box or shipment',
    roles: [
      ...orders.vendorDesk,
      'ops_team',
      'china_warehouse_team',
      'india_qc_manager',
      'india_qc_inward_wh',
      'warehouse',
    ],
  },
})

const allowed = rolesOf(traceRights)

/** The history of a thing with more boxes than this tells of so many, the newest. */
export const mostBoxesInHistory = 10_000

/** A thing with a code of its own. `subtitle` says what it is, `status` is English and a translation's key. */
const tracedOf = <K extends z.ZodType>(kind: K) =>
  z.object({
    kind,
    /** What `traceLife` takes: the order id, SKU, style, SSCC or shipment id. */
    code: z.string(),
    title: z.string(),
    subtitle: z.string(),
    subtitle_zh: z.string(),
    status: z.string().nullable(),
    /** Of an order that is fully shipped: pieces that never come. */
    short: pieces.optional(),
    /** Of what has a style; left out for all else. */
    picture: picture.optional(),
    /** The screen that shows it, for those who may open it. */
    path: z.string().nullable(),
  })

/** One fact: whichever of the values it has. `label` is one of the words of the areas' `facts`. */
const fact = z.object({
  label: z.string(),
  text: z.string().optional(),
  text_zh: z.string().optional(),
  day: day.optional(),
  at: instant.optional(),
  count: z.int().optional(),
  price: price.optional(),
})

export const traceMove = z.object({ kind: z.string(), quantity: pieces })

const historyEventOf = <K extends z.ZodType>(kind: K) =>
  timelineEvent.extend({
    id: z.uuid(),
    /** What it happened to. */
    of: z.object({ kind, code: z.string(), title: z.string() }),
    /** Where pieces went by it; of the traced thing's lines only. */
    moves: z.array(traceMove),
  })

/**
 * Events of boxes of one kind, by one person, without a long pause between them: one line of a timeline, that stands where
 * they began. The line's `id` is the first of them, all else that of the last.
 */
const stretch = z.object({
  /** The event that ended it so far. */
  last: z.uuid(),
  since: instant,
  /** Different boxes. */
  boxes: z.int(),
})

/** The calls of the trace box, over the kinds of things and the actions of all areas. */
export function traceCalls<K extends z.ZodType, A extends z.ZodType>(kind: K, action: A) {
  const traced = tracedOf(kind)
  const historyEvent = historyEventOf(kind)
  return {
    findTraced: post('selvedge/trace/find', {
      summary:
        'What a text may be. Of who may trace: things with a history by their codes, exact hits first, then what begins with it, and styles by name, 20 at most. Of everybody: records of the lists that they may read, by number or name, vendors and sites.',
      callers: 'signed-in',
      takes: z.object({ text: z.string().max(100) }),
      gives: json(
        z.object({
          hits: z.array(traced.extend({ is_exact: z.boolean() })),
          records: z.array(
            z.object({
              kind: z.enum(namesOf(recordWords)),
              code: z.string(),
              title: z.string(),
              subtitle: z.string(),
              subtitle_zh: z.string(),
              status: z.string().nullable(),
              /** The screen with this record open. */
              path: z.string(),
            }),
          ),
          /** Nothing was found, and the code is an SSCC whose check digit is wrong: it was misread. */
          is_misread: z.boolean(),
        }),
      ),
    }),
    traceLife: post('selvedge/trace/life', {
      summary:
        'The life of one thing: facts, pieces, what belongs to it, its next allowed actions, and all that happened to it and to what is under it, newest first, 200 lines a page. What one person did to many boxes is one line.',
      callers: allowed.trace,
      takes: z.object({ kind, code: z.string().min(1).max(100), cursor: z.string().max(400).nullish() }),
      gives: json(
        traced.extend({
          facts: z.array(fact),
          quantities: quantities.nullable(),
          /** By kind; `total` counts those left out as well. */
          related: z.array(
            z.object({ kind, total: z.int(), items: z.array(traced.extend({ pieces: pieces.nullable() })) }),
          ),
          events: z.array(historyEvent.extend({ stretch: stretch.nullable() })),
          next_cursor: z.string().nullable(),
          /** With the first page: older events of what is no box, which their own pages give again. Boxes never hide them. */
          milestones: z.array(historyEvent),
          next: z.array(z.object({ action, path: z.string() })),
        }),
      ),
    }),
    traceStretch: post('selvedge/trace/stretch', {
      summary: 'Every event of one stretch in the life of a thing, newest first, 200 a page.',
      callers: allowed.trace,
      takes: z.object({
        kind,
        code: z.string().min(1).max(100),
        /** The line's `id` and its `stretch.last`. */
        first: z.uuid(),
        last: z.uuid(),
        cursor: z.string().max(400).nullish(),
      }),
      gives: json(z.object({ events: z.array(historyEvent), next_cursor: z.string().nullable() })),
    }),
  }
}

/** Over the kinds of things that all areas have codes of, and what may be done with them. */
export const traceArea = <K extends string, A extends string>(
  kinds: readonly [K, ...K[]],
  actions: readonly [A, ...A[]],
) =>
  area({
    calls: traceCalls(z.enum(kinds), z.enum(actions)),
    rights: traceRights,
    words: Object.values(recordWords),
  })
