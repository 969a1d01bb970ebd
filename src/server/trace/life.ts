import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readTraced } from '../../shared/domain/trace.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { loadEvents } from './events.ts'
import { finders } from './finders.ts'

type Input = Taken<Contract['house']['traceLife']>

/** The life of one thing. Throws not_found for what is not there or another vendor's. */
export async function traceLife(input: Input, work: Work): Promise<Said<Gives<Contract['house']['traceLife']>>> {
  const { text, sscc } = readTraced(input.code)
  const life = await finders[input.kind].life(work, input.kind === 'box' ? (sscc ?? text) : text)
  if (life === null) throw notFound('Nothing was found under {{code}}.', { code: text })
  const { scope, ...told } = life
  return said({ ...told, ...(await loadEvents(work, scope, input.cursor)) })
}
