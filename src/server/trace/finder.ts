import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ActionName, type Contract, type FactLabel, opensFor, type TraceKind } from '../../shared/areas.ts'
import type { Gives } from '../../shared/kernel/call.ts'
import type { NextAction } from '../../shared/kernel/screens.ts'
import { type CallContext, type Caller, personOf } from '../http/call.ts'
import type { EventScope } from './event-scope.ts'

type WireHistory = Gives<Contract['trace']['traceLife']>

/** A thing with a code, as hits and related things show it. */
export type Traced = Omit<Gives<Contract['trace']['findTraced']>['hits'][number], 'is_exact'>
export type Fact = WireHistory['facts'][number] & { label: FactLabel }
export type Related = WireHistory['related'][number]

export type Asking = Pick<CallContext, 'db' | 'caller'>

/** What a code may be: read by `readTraced`, and asked for once exactly, once as the beginning of longer ones. */
export interface Match {
  text: string
  sscc: string | null
  isPrefix: boolean
}

/** All of a history but its events, which are read by their scope. */
export interface History extends Traced {
  facts: Fact[]
  quantities: WireHistory['quantities']
  related: Related[]
  /** Allowed by the rules of its commands; those whose screen the caller may not open are left out afterwards. */
  next: NextAction<ActionName>[]
  scope: EventScope
}

/** How one kind of thing is traced. Both see only what the caller may see: a stranger's code is as good as unknown. */
export interface Finder {
  /** `limit` of them at most, newest first. */
  find(asking: Asking, match: Match, limit: number): Promise<Traced[]>
  history(asking: Asking, code: string): Promise<History | null>
}

/**
 * The condition on a column with an index of its pattern class. A beginning is a range, compared byte by byte, so that
 * nothing that a user types is ever a wildcard.
 */
export function codeIs(column: RawBuilder<string>, { text, isPrefix }: Pick<Match, 'text' | 'isPrefix'>) {
  if (!isPrefix) return sql<SqlBool>`${column} = ${text}`
  return sql<SqlBool>`(${column} ~>~ ${text} AND ${column} ~<~ ${`${text}\u{10FFFF}`})`
}

/** How many of one kind a history names; its `total` tells the rest. */
export const RELATED = 30

/** A query's rows with how many there are in all, for `related`. */
export const total = sql<number>`(count(*) OVER ())::int`.as('total')

/** Things of one kind that belong to a history; empty kinds are left out. */
export function relatedOf(
  kind: TraceKind,
  items: (Traced & { pieces?: number | null })[],
  counted: number | undefined,
): Related[] {
  if (items.length === 0) return []
  return [{ kind, total: counted ?? items.length, items: items.map((item) => ({ pieces: null, ...item })) }]
}

/** The screen's address, where the caller may open it. */
export function pathFor(caller: Caller, path: string | null): string | null {
  return path !== null && opensFor(personOf(caller), path) ? path : null
}

/** Facts without those that nobody knows. */
export function known(facts: (Fact | null)[]): Fact[] {
  return facts.filter((fact) => fact !== null)
}
