import type { CallData, CallInput } from '../actions/calls.ts'
import { useAction } from '../actions/useAction.ts'
import { api, type CallOptions } from '../api/client.ts'
import { newKey } from '../api/keys.ts'
import { useWords, type Words } from '../table/words.ts'

export type Deciding = CallInput<'ops.approveOrder'>

type Decided = CallData<'ops.approveOrder'>

const atOnce = 5_000

/** Approves, refuses or takes decisions back. The toast says how many changed and why others did not, and offers Undo. */
export function useDecide() {
  const words = useWords()
  return useAction((asked: Deciding, options) => decide(asked, options), {
    what: words.t('Decisions on orders'),
    done: (outcome, asked) => decidedWords(outcome, asked, words),
    undo: async ({ changed }, asked, options) => {
      if (asked.decision === 'withdraw') await decide({ order_ids: changed, decision: 'approve' }, options)
      else await decide({ order_ids: changed, decision: 'withdraw' }, options)
    },
    refresh: ['ops', 'vendor'],
  })
}

/** One decision, in parts where more orders are named than a call takes. */
async function decide(asked: Deciding, options: CallOptions): Promise<Decided> {
  const { order_ids, ...rest } = asked
  if (order_ids === undefined) return (await api.ops.approveOrder(asked, options)).data
  const outcome: Decided = { changed: [], unchanged: [] }
  for (let at = 0; at < order_ids.length; at += atOnce) {
    // One key per part: a repeat after a lost answer must not count for another part.
    const key = `${options.key ?? newKey()}-${at}`
    const { data } = await api.ops.approveOrder(
      { ...rest, order_ids: order_ids.slice(at, at + atOnce) },
      { ...options, key },
    )
    outcome.changed.push(...data.changed)
    outcome.unchanged.push(...data.unchanged)
  }
  return outcome
}

const doneWords = {
  approve: ['1 order approved.', '{{n}} orders approved.'],
  refuse: ['1 order refused.', '{{n}} orders refused.'],
  withdraw: ['1 decision taken back.', '{{n}} decisions taken back.'],
} as const

function decidedWords({ changed, unchanged }: Decided, { decision = 'approve' }: Deciding, words: Words): string {
  const { t, number, plural } = words
  const [one, many] = doneWords[decision]
  const done = plural(changed.length, one, many)
  const [first] = unchanged
  if (!first) return done
  const left = t('{{n}} stayed as they were:', { n: number(unchanged.length) })
  return `${done} ${left} ${first.order_id} – ${t(first.reason)}`
}
