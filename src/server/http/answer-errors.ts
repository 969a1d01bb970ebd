import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ErrorBody, FieldProblem } from '../../shared/contract/errors.ts'
import { valuesIn, type WordValues } from '../../shared/domain/word-values.ts'
import { Refusal } from './errors.ts'
import { explainError } from './explain-error.ts'

/** Every error leaves the server as `{message, code, details}`; what nobody foresaw is logged with its stack. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = explainError(error)
    if (refusal.status >= 500) request.log.error({ err: error, request_id: request.id }, 'a call failed')
    return sendRefusal(reply, refusal)
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body: ErrorBody = inWords(refusal)
  const wait = refusal.details.retry_after_seconds
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply.code(refusal.status).header('cache-control', 'no-store').send(body)
}

function inWords({ message, code, details }: Refusal): ErrorBody {
  const { values, fields } = details
  const { message: words, ...form } = inEnglish(message, values)
  const said = { ...details, ...form }
  return {
    message: words,
    code,
    details: fields ? { ...said, fields: fields.map((each) => inField(each, values)) } : said,
  }
}

function inField(problem: FieldProblem, values: WordValues | undefined): FieldProblem {
  return { ...problem, ...inEnglish(problem.message, problem.values ?? values) }
}

/** A message that names values is sent in words; its form, for translations, goes beside it. */
function inEnglish(message: string, values: WordValues = {}) {
  const said = valuesIn(values)
  const words = message.replace(/\{\{(\w+)\}\}/g, (form, name: string) => String(said[name] ?? form))
  return words === message ? { message } : { message: words, message_key: message }
}

export function noSuchAddress(): Refusal {
  return new Refusal('not_found', 'There is no such address.')
}
