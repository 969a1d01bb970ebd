import { demoPassword } from '../../src/server/demo/book.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { openFiles } from '../../src/server/files/open-files.ts'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { handOf, type Person, type Surroundings } from './hand.ts'
import { newMemory, people, type Who, type World } from './players/play.ts'

export type Cast = Readonly<Record<Who, Person>>

/** The demo's people, signed in: what a password costs is not what is tried. Photographs go to `dataDir`, or to S3 at `filesUrl`. */
export async function prepareCast(db: Db, dataDir: string, filesUrl?: string): Promise<Cast> {
  const files = await openFiles(db, { dataDir, filesUrl, log: { warn: () => undefined } })
  await seedDemo(db, { files })
  const sessions = openSessions(db)
  const cast = await Promise.all(
    people.map(async (who, at): Promise<[Who, Person]> => {
      const email = `${who}@demo.selvedge`
      const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const { token } = await db.transaction().execute((tx) => sessions.open(tx, id))
      return [who, { userId: id, token, address: `10.1.0.${at + 1}` }]
    }),
  )
  return Object.fromEntries(cast) as Cast
}

export function worldOf(cast: Cast, around: Surroundings): World {
  const by = Object.fromEntries(people.map((who) => [who, handOf(cast[who], around)])) as World['by']
  return { by, random: around.random, memory: newMemory(demoPassword) }
}
