import type { Area as Calls } from './call.ts'
import type { Figure } from './figure.ts'
import type { AnyLifecycle } from './lifecycle.ts'
import type { ListFile } from './list.ts'
import type { NoticeKind } from './notices.ts'
import type { Right } from './rights.ts'
import type { Screen } from './screens.ts'

/** The colour of a status, which only repeats what its word says. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

/** A kind of thing that has a code of its own, in the trace box. */
export interface TracedKind {
  /** Its place among the hits of a code; the smallest first. */
  place: number
  /** Name of one, and the heading over several. */
  one: string
  many: string
}

/** An event of the audit: its words, and how far they are told. */
export interface EventKind {
  word: string
  /** Words for the same event of `n` boxes in one stretch of a history. */
  boxes?: string
  /** Its reason and remark may name a price: only who sees prices is told them. */
  namesPrice?: true
  /** Between the company's own people: a vendor's history of its thing leaves it out. */
  isInternal?: true
  /** Keeps its remark among the company's people; a vendor is told only that it happened. */
  wordsAreInternal?: true
  /** A vendor sees a thing from its last such event on: what came before is the company's own business. */
  beginsForVendors?: true
  /** It took a thing from its vendor's sight: a system that follows the change feed hears that, and no word of why. */
  endsForVendors?: true
  /** Whether a detail of its thing is for systems that follow the change feed, beside those that all may read. */
  tellsFeed?: (detail: string, entityId: string) => boolean
}

/** Describes an area. All words are English, and the keys of their translations; parts that an area lacks are left out. */
export interface AreaParts {
  calls: Calls
  /** Made by `rights`. */
  rights?: Readonly<Record<string, Right>>
  /** In the order of the menu. */
  screens?: readonly Screen[]
  /** The lists that people save views of, and the right that opens each. A name is never given to another list. */
  lists?: Readonly<Record<string, Right>>
  /** Calls that give lists as files, by their names in the contract; the server's area brings the rows of each. */
  exports?: Readonly<Record<string, ListFile>>
  notices?: Readonly<Record<string, NoticeKind>>
  /** The states and moves of its kinds of records; a test walks each. */
  lives?: Readonly<Record<string, AnyLifecycle>>
  /** Numbers that several screens show, by name. */
  figures?: Readonly<Record<string, Figure>>
  /** Kinds of things that the trace box finds; the server's area brings a finder of each. */
  traces?: Readonly<Record<string, TracedKind>>
  /** Labels of the facts in a history. */
  facts?: Readonly<Record<string, string>>
  /** Labels of the next actions, as on their buttons. */
  actions?: Readonly<Record<string, string>>
  /** Entities that its events are about, as the audit names them. */
  entities?: readonly string[]
  /** Those of them that other systems follow by the change feed, and who may; the server's area says which are a vendor's. */
  feed?: Readonly<Record<string, Right>>
  /** By the code that the audit keeps: a word, or more than that. */
  events?: Readonly<Record<string, string | EventKind>>
  /** Details of what happened to its boxes that a vendor is told; other texts are written for the company's own people. */
  toldToVendors?: readonly string[]
  /** Other codes that travel on the wire and have no English of their own. */
  codes?: Readonly<Record<string, string>>
  /** Statuses that a tag shows. */
  statuses?: Readonly<Record<string, Tone>>
  /** Further words that the server says. */
  words?: readonly string[]
}

export type Areas = Readonly<Record<string, AreaParts>>

/** An area, as a value that knows what is in it. */
export function area<const P extends AreaParts>(parts: P): P {
  return parts
}

type Tables =
  | 'rights'
  | 'lists'
  | 'exports'
  | 'notices'
  | 'lives'
  | 'figures'
  | 'traces'
  | 'facts'
  | 'actions'
  | 'feed'
  | 'events'
  | 'codes'
  | 'statuses'
type TableOf<A extends Areas, T extends Tables> = {
  [N in keyof A]: T extends keyof A[N] ? A[N][T] : never
}[keyof A]
type ValueAt<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
type Merged<U> = { readonly [K in U extends unknown ? keyof U : never]: ValueAt<U, K> }

/** One table of all areas together, in their order. Throws when two areas say different things under one name. */
export function merged<A extends Areas, T extends Tables>(areas: A, table: T): Merged<TableOf<A, T>> {
  const all: Record<string, unknown> = {}
  for (const [name, parts] of Object.entries(areas)) {
    for (const [key, value] of Object.entries(parts[table] ?? {})) {
      if (Object.hasOwn(all, key) && all[key] !== value) throw new Error(`${name} says ${table}.${key} once more`)
      all[key] = value
    }
  }
  return all as Merged<TableOf<A, T>>
}

export function contractOf<A extends Areas>(areas: A): { readonly [N in keyof A]: A[N]['calls'] } {
  const calls = Object.entries(areas).map(([name, parts]) => [name, parts.calls])
  return Object.fromEntries(calls) as { readonly [N in keyof A]: A[N]['calls'] }
}

/** An entity that the audit keeps events of. */
export type EntityOf<A extends Areas> = {
  [N in keyof A]: A[N] extends { entities: readonly (infer E)[] } ? E : never
}[keyof A]

type ScreenOf<A extends Areas> = {
  [N in keyof A]: A[N] extends { screens: readonly (infer S)[] } ? S : never
}[keyof A]

/** The screens of all areas, in the order of the areas. */
export function screensIn<A extends Areas>(areas: A): readonly ScreenOf<A>[] {
  return Object.values(areas).flatMap(({ screens }) => screens ?? []) as unknown as ScreenOf<A>[]
}

/** The events of all areas by their codes. */
export function eventsIn(areas: Areas): Readonly<Record<string, EventKind>> {
  const all = Object.entries<string | EventKind>(merged(areas, 'events'))
  return Object.fromEntries(all.map(([code, event]) => [code, typeof event === 'string' ? { word: event } : event]))
}

/** The names of a table as a schema wants them. */
export function namesOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]
}

/** Every English text that an area's tables hold. */
export function wordsOf({
  rights,
  screens,
  notices,
  figures,
  traces,
  facts,
  actions,
  events,
  codes,
  statuses,
  words,
}: AreaParts): string[] {
  const all = <T>(table: Readonly<Record<string, T>> | undefined, texts: (entry: T) => readonly string[]) =>
    Object.values(table ?? {}).flatMap(texts)
  return [
    ...all(rights, ({ group, label }) => [group, label]),
    ...(screens ?? []).map(({ label }) => label),
    ...all(notices, (kind) => [kind.label, kind.words.one, kind.words.many, kind.action]),
    ...all(figures, ({ label, definition }) => [label, definition]),
    ...all(traces, ({ one, many }) => [one, many]),
    ...[facts, actions, codes].flatMap((table) => Object.values(table ?? {})),
    ...all(events, (event) => (typeof event === 'string' ? [event] : [event.word, event.boxes ?? event.word])),
    ...Object.keys(statuses ?? {}),
    ...(words ?? []),
  ]
}
