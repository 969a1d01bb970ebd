import type { FastifyInstance } from 'fastify'
import { version } from '../../shared/version.ts'
import { sendRefusal } from './answer-errors.ts'
import type { Db } from './call.ts'
import { Refusal } from './errors.ts'

/** `/health`: the process answers, and says who it is, for an app that looks for its server. `/ready`: so does the database, with our tables in it. */
export function addProbes(app: FastifyInstance, db: Db): void {
  app.get('/health', async () => ({ status: 'ok', name: 'selvedge', version }))
  app.get('/ready', async (request, reply) => {
    try {
      await db.selectFrom('setting').select('name').limit(1).execute()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return sendRefusal(reply, new Refusal('unavailable', 'The database does not answer now.'))
    }
  })
}
