import type { AreaParts } from '../../shared/kernel/area.ts'
import type { Area as Calls, Taken } from '../../shared/kernel/call.ts'
import type { ListFile } from '../../shared/kernel/list.ts'
import type { FeedScope } from '../feed/read-feed.ts'
import type { Files } from '../files/files.ts'
import type { FileOwner } from '../files/sweep-orphans.ts'
import type { AnyJobKind } from '../jobs/define-job.ts'
import type { Finder } from '../trace/finder.ts'
import type { CallContext, Db, Handlers } from './call.ts'
import type { ServerContext } from './context.ts'

type FindersOf<P extends AreaParts> = P extends { traces: infer Kinds }
  ? { finders: { readonly [K in keyof Kinds]: Finder } }
  : { finders?: never }

type FeedsOf<P extends AreaParts> = P extends { feed: infer Kinds }
  ? { feeds: { readonly [K in keyof Kinds]: FeedScope } }
  : { feeds?: never }

/** Where the rows of a list's file come from: its `listQuery`, mostly. */
export interface FileRows<I = never, R = unknown> {
  /** Ids of all rows that match, in the list's order, `most` of them at most. */
  idsInOrder(filter: I, context: CallContext, most: number): Promise<string[]>
  /** Rows by their ids, in the order given. */
  byId(ids: readonly string[], context: CallContext): Promise<R[]>
}

type RowsOf<C> = C extends ListFile<infer R> ? FileRows<Taken<C>, R> : never
type ExportsOf<P extends AreaParts> = P extends { exports: infer Files }
  ? { exports: { readonly [K in keyof Files]: RowsOf<Files[K]> } }
  : { exports?: never }

/** A handler for every call; those that need the server's own parts are made from them. */
export type Routes<A extends Calls> = Handlers<A> | ((server: ServerContext) => Handlers<A>)

/**
 * What the server does for an area. A call without a handler, a traced kind without a finder, a kind of events without saying whose
 * they are, or a file without rows, does not compile.
 */
export type ServerArea<P extends AreaParts> = FindersOf<P> &
  FeedsOf<P> &
  ExportsOf<P> &
  Upkeep & { routes: Routes<P['calls']> }

/** Work of a server for an area beside its calls. */
export interface Upkeep {
  /** Kinds of long work. */
  jobs?: readonly AnyJobKind[]
  /** Tells which stored files are wanted. */
  fileOwners?: readonly FileOwner[]
  /** Deletes what was promised to be kept for a time only; once an hour, by any number of servers at once. `resources` is the folder of the locales. */
  removeOld?(db: Db, resources?: string): Promise<unknown>
  /** The same for stored files, which may be out of reach; `signal` is aborted when the server stops. */
  tidyFiles?(db: Db, files: Files, signal: AbortSignal): Promise<unknown>
}

/** Handlers of an area, ready to be mounted. */
export function routesOf<A extends Calls>(routes: Routes<A>, server: ServerContext): Handlers<A> {
  return typeof routes === 'function' ? routes(server) : routes
}
