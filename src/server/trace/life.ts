import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readTraced } from '../../shared/domain/trace.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { loadEvents, loadStretch } from './events.ts'
import type { Life } from './finder.ts'
import { finders } from './finders.ts'

type House = Contract['house']

/** The life of one thing. Throws not_found for what is not there or another vendor's. */
export async function traceLife(
  input: Taken<House['traceLife']>,
  work: Work,
): Promise<Said<Gives<House['traceLife']>>> {
  const { scope, ...told } = await lifeOf(input, work)
  return said({ ...told, ...(await loadEvents(work, scope, input.cursor)) })
}

/** One line of a life opened. The way to it is the life itself: what that does not show, this does not either. */
export async function traceStretch(
  input: Taken<House['traceStretch']>,
  work: Work,
): Promise<Said<Gives<House['traceStretch']>>> {
  const { scope } = await lifeOf(input, work)
  return said(await loadStretch(work, scope, input, input.cursor))
}

async function lifeOf({ kind, code }: Pick<Taken<House['traceLife']>, 'kind' | 'code'>, work: Work): Promise<Life> {
  const { text, sscc } = readTraced(code)
  const life = await finders[kind].life(work, kind === 'box' ? (sscc ?? text) : text)
  if (life === null) throw notFound('Nothing was found under {{code}}.', { code: text })
  return life
}
