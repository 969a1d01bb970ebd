import { type RawBuilder, sql } from 'kysely'
import type { AreaParts } from '../../shared/kernel/area.ts'
import type { Area as Calls } from '../../shared/kernel/call.ts'
import type { Files } from '../files/files.ts'
import type { FileOwner } from '../files/sweep-orphans.ts'
import type { AnyJobKind } from '../jobs/define-job.ts'
import type { Finder } from '../trace/finder.ts'
import type { Db, Handlers } from './call.ts'
import type { ServerContext } from './context.ts'

type FindersOf<P extends AreaParts> = P extends { traces: infer Kinds }
  ? { finders: { readonly [K in keyof Kinds]: Finder } }
  : { finders?: never }

/** A handler for every call; those that need the server's own parts are made from them. */
export type Routes<A extends Calls> = Handlers<A> | ((server: ServerContext) => Handlers<A>)

/** What the server does for an area. A call without a handler, or a traced kind without a finder, does not compile. */
export type ServerArea<P extends AreaParts> = FindersOf<P> & Upkeep & { routes: Routes<P['calls']> }

/** What a server does for an area beside its calls. */
export interface Upkeep {
  /** Kinds of long work. */
  jobs?: readonly AnyJobKind[]
  /** Who knows which stored files are wanted. */
  fileOwners?: readonly FileOwner[]
  /** Deletes what was promised to be kept for a time only; once an hour, by any number of servers at once. */
  removeOld?(db: Db): Promise<unknown>
  /** The same for stored files, which may be out of reach; `signal` is aborted when the server stops. */
  tidyFiles?(db: Db, files: Files, signal: AbortSignal): Promise<unknown>
}

/** Handlers of an area, ready to be mounted. */
export function routesOf<A extends Calls>(routes: Routes<A>, server: ServerContext): Handlers<A> {
  return typeof routes === 'function' ? routes(server) : routes
}

/** For `removeOld`: a moment by the database's own clock. */
export function daysAgo(days: number): RawBuilder<Date> {
  return sql<Date>`now() - ${days} * interval '1 day'`
}
