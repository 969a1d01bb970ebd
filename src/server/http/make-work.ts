import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, givesFile } from '../../shared/contract/grammar.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Db, OpenWork, Source, Tx, Work } from './call.ts'
import type { Context } from './context.ts'
import { keyFrom, once, requestHash, type SentKey } from './idempotency.ts'
import type { ReadInput } from './read-input.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'

/** Tells the caller that a reply is one given before, and nothing was done now. */
export const REPLAY_HEADER = 'idempotent-replay'

/** The key sent with a call that takes one; others ignore the header. */
export function sentKey(call: Call, request: FastifyRequest, input: ReadInput): SentKey | null {
  if (!call.changes || givesFile(call) || !request.caller) return null
  const key = keyFrom(request.headers['idempotency-key'])
  return key === null ? null : { userId: request.caller.userId, key, requestHash: requestHash(call, input) }
}

/** Everything a handler may use beside its input. `caller` is missing for calls that anyone may make. */
export function makeWork(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  input: ReadInput,
  sent: SentKey | null,
): Omit<Work, 'caller'> & OpenWork & Partial<Pick<Work, 'caller'>> {
  const { db, files, resources } = context
  return {
    ...(request.caller && { caller: request.caller }),
    requestId: request.id,
    source: sourceOf(request, input),
    db,
    files,
    resources,
    signal: endOfCaller(reply),
    command: commandOf(db, reply, sent),
    clearSessionCookie: () => clearSessionCookie(request, reply),
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    wantsCookie: request.headers['x-selvedge-session'] === 'cookie',
    setSessionCookie: (token, expires) => setSessionCookie(request, reply, token, expires),
  }
}

function sourceOf(request: FastifyRequest, input: ReadInput): Source {
  if (input.file) return 'file'
  return request.headers['x-selvedge-client'] ? 'screen' : 'api'
}

/** Aborted when the caller goes away before the reply is through. */
function endOfCaller(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function commandOf(db: Db, reply: FastifyReply, sent: SentKey | null): Work['command'] {
  let used = false
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (!sent) return inTransaction(db, work)
    if (used) throw new Error('a call runs one command: a second one would have no Idempotency-Key')
    used = true
    const outcome = await inTransaction(db, (tx) => once(tx, sent, () => work(tx)))
    if (outcome.replayed) reply.header(REPLAY_HEADER, 'true')
    return outcome.reply
  }
}
