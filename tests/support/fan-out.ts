import { setTimeout as sleep } from 'node:timers/promises'
import { fanOut } from '../../src/server/notices/notify.ts'
import type { TestServer } from './server.ts'

/** Writes everything told. The server's own loop may have done that before, or be doing it: its rows are there until it is through. */
export async function fannedOut({ db }: TestServer): Promise<void> {
  const isLeft = () => db.selectFrom('notice_outbox').select('id').limit(1).executeTakeFirst()
  for (await fanOut(db); await isLeft(); await fanOut(db)) await sleep(5)
}
