import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppOptions, buildApp } from '../../src/server/app/build-app.ts'
import type { Files } from '../../src/server/files/files.ts'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import type { Role } from '../../src/shared/kernel/roles.ts'
import { openServers } from './after-file.ts'
import { type Client, clientOf } from './client.ts'
import { freshDatabase } from './database.ts'
import { testFiles } from './files.ts'
import { type MadeUser, makeUser, makeVendor, type UserWish } from './people.ts'

export const resources = join(import.meta.dirname, '..', '..', 'resources')

/** Whose eyes a test looks through: a role (its user is made when missing), an e-mail, or a made user. */
export type Who = Role | MadeUser | (string & {})

export interface TestServer {
  app: FastifyInstance
  db: Db
  files: Files
  /** Signed in without the password's cost: the session is made in the database. The role `vendor` gets a vendor of its own. */
  as(who: Who): Promise<Client>
  /** Without a session. */
  anyone: Client
  makeVendor: (wish?: { name?: string; code?: string }) => ReturnType<typeof makeVendor>
  makeUser: (wish?: UserWish) => Promise<MadeUser>
  stop(): Promise<void>
}

type Options = Partial<AppOptions>

/** The whole server on a database of its own, called without a port. Stopped after the file in any case. */
export async function testServer(options: Options = {}): Promise<TestServer> {
  const fresh = options.db ? null : await freshDatabase()
  const db = fresh?.db ?? options.db
  if (db === undefined) throw new Error('there is no database')
  const files = options.files ?? testFiles()
  const limits = {
    callsPerMinute: 0,
    keyCallsPerMinute: 0,
    signInsPerMinute: 0,
    openCallsPerMinute: 0,
    requestsPerSecond: 0,
    callsAtOnce: 0,
    refusedSignInMs: 20,
    ...options.limits,
  }
  const app = await buildApp({
    resources,
    log: pino({ level: process.env.SELVEDGE_LOG_LEVEL ?? 'silent' }),
    ...(fresh && { reports: async () => fresh.reader }),
    ...options,
    // The calls have the rights that they have in earnest; the test may do all.
    db: fresh?.app ?? db,
    files,
    limits,
  })
  const sessions = openSessions(db)
  const known = new Map<string, Promise<Client>>()
  const make = (wish?: UserWish) => makeUser(db, wish)

  const signIn = async (who: Who): Promise<Client> => {
    const user = typeof who === 'object' ? who : ((await find(db, who)) ?? (await make({ role: who as Role })))
    const { token } = await db.transaction().execute((tx) => sessions.open(tx, user.id))
    return clientOf(app, token)
  }
  const stop = async () => {
    openServers.delete(stop)
    await app.close()
  }
  openServers.add(stop)
  return {
    app,
    db,
    files,
    anyone: clientOf(app, null),
    as: (who) => remember(known, typeof who === 'object' ? who.id : who, () => signIn(who)),
    makeVendor: (wish) => makeVendor(db, wish),
    makeUser: make,
    stop,
  }
}

function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(key) ?? make()
  known.set(key, made)
  return made
}

function find(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
}
