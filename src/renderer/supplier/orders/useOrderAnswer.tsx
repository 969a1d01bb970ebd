import { Button } from '@blueprintjs/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import {
  type ProposalKind,
  proposalFault,
  proposalMessages,
  reasonParts,
} from '../../../shared/areas/orders/vendor-reasons.ts'
import { key } from '../../../shared/kernel/words.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { Callout } from '../../kit/states.tsx'
import type { SkuDetail } from '../../orders/order-columns.tsx'
import { useLocale } from '../../table/words.ts'
import { AnswerGrid, RefusalFields } from './AnswerGrid.tsx'
import { answeredWords, answerFault, answerOf, freshAnswer, lineAnswer, useAnswerDraft, type Why } from './answer.tsx'
import { ProposalFields, proposalOf } from './ProposalFields.tsx'

export interface OrderAnswer {
  form: ReactNode
  /** Says in numbers what would be saved. */
  summary: ReactNode
  /** Gives true when it was saved. */
  save: () => Promise<boolean>
  isSaving: boolean
}

/** The vendor's answer to one new order: a grid, a reason where something is refused, one save with undo. */
export function useOrderAnswer(order: OrderRow, skus: readonly SkuDetail[]): OrderAnswer {
  const { t, number } = useLocale()
  const state = useAnswerDraft(order, skus)
  const [isTried, setTried] = useState(false)
  const answered = useRef<Draft | null>(null)
  const { draft } = state
  const start = useMemo(() => freshAnswer(skus, order.version).values, [skus, order.version])
  const sums = sumOf(draft.values)
  const proposal = sums.refused > 0 ? (proposalOf(draft.proposal, draft.reason) ?? null) : null
  const proposalProblem = sums.refused > 0 ? problemOf(draft, order, skus) : null
  const faults = [...faultsOf(draft, skus), ...(proposalProblem === null ? [] : [proposalProblem])]

  const answer = useAction(
    (lines: ReturnType<typeof lineAnswer>[], options) =>
      api.orders.updateOrders(
        { orders: [{ order_id: order.order_id, version: order.version, lines, ...(proposal && { proposal }) }] },
        options,
      ),
    {
      what: t('Answer to order {{order_id}}', { order_id: order.order_id }),
      done: (_, lines) => answeredWords(order.order_id, lines, { t, number }),
      undo: async ({ data }, _, options) => {
        const orders = data.orders.map(({ order_id, version }) => ({ order_id, version, lines: [] }))
        const reply = await api.orders.updateOrders({ action: 'reopen', orders }, options)
        // What was typed is there again, and counts for the order as it is now.
        const again = reply.data.orders.find(({ order_id }) => order_id === order.order_id)
        if (answered.current && again) state.putBack({ ...answered.current, version: again.version })
        return reply
      },
      refresh: ['orders', 'shipments'],
    },
  )
  const save = async () => {
    setTried(true)
    if (faults.length > 0 || state.isOlder) return false
    const reply = await answer.run(
      skus.map((sku) => lineAnswer(sku.nm_sku, answerOf(draft.values, sku.nm_sku), whyOf(draft))),
    )
    if (reply) {
      answered.current = state.isTyped ? draft : null
      state.startOver()
    }
    return reply !== undefined
  }
  const form = (
    <>
      {state.isOlder && (
        <Callout tone="warn">
          {t('This order was changed after you began. Your numbers are still here: look at them again.')}{' '}
          <Button size="small" text={t('They are right')} onClick={state.accept} />{' '}
          <Button size="small" variant="minimal" text={t('Begin again')} onClick={state.startOver} />
        </Callout>
      )}
      <AnswerGrid skus={skus} values={draft.values} start={start} onChange={(values) => state.set({ values })} />
      {sums.refused > 0 && (
        <>
          <RefusalFields reason={draft.reason} remark={draft.remark} isTried={isTried} onChange={state.set} />
          <ProposalFields
            {...{ order, skus }}
            refused={draft.values}
            reason={draft.reason}
            draft={draft.proposal}
            problem={isTried ? proposalProblem : null}
            onChange={(typed) => state.set({ proposal: typed })}
          />
        </>
      )}
      {isTried && faults[0] && faults[0] !== proposalProblem && <Callout tone="bad">{t(faults[0])}</Callout>}
    </>
  )
  const summary = (
    <>
      {t('{{ready}} ready · {{oos}} out of stock · {{refused}} rejected', {
        ready: number(sums.ready),
        oos: number(sums.oos),
        refused: number(sums.refused),
      })}
      {state.isTyped && ` · ${t('not saved')}`}
    </>
  )
  return { form, summary, save, isSaving: answer.isRunning }
}

type Draft = ReturnType<typeof useAnswerDraft>['draft']

function whyOf({ reason, remark }: Draft): Why {
  return { ...(reason !== '' && reasonParts(reason)), remark: remark.trim() === '' ? null : remark.trim() }
}

/** What is wrong with the counter-proposal, as the server would say it. */
function problemOf(draft: Draft, order: OrderRow, skus: readonly SkuDetail[]): string | null {
  const proposal = proposalOf(draft.proposal, draft.reason)
  if (proposal === null) return null
  if (proposal === undefined) return unread[draft.proposal.kind || 'date']
  return proposalFault(proposal, {
    ship_by: order.shipping_deadline,
    unit_price_minor: order.unit_price?.minor ?? 0,
    lines: skus.map((sku) => lineAnswer(sku.nm_sku, answerOf(draft.values, sku.nm_sku), whyOf(draft))),
  })
}

/** Said of a proposal that says nothing yet. */
const unread: Readonly<Record<ProposalKind, string>> = {
  date: proposalMessages.notLater,
  price: key('Please enter the price of one piece.'),
  quantity: proposalMessages.quantity,
}

function faultsOf(draft: Draft, skus: readonly SkuDetail[]): string[] {
  const found = skus.map((sku) =>
    answerFault(sku.nm_sku, answerOf(draft.values, sku.nm_sku), sku.quantities.awaiting, whyOf(draft)),
  )
  return found.filter((fault) => fault !== null)
}

function sumOf(values: Draft['values']) {
  const sums = { ready: 0, oos: 0, refused: 0 }
  for (const sku of Object.keys(values)) {
    const { ready, oos, refused } = answerOf(values, sku)
    sums.ready += ready
    sums.oos += oos
    sums.refused += refused
  }
  return sums
}
