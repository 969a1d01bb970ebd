import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { showFailure } from '../../actions/show-failure.ts'
import { useAction } from '../../actions/useAction.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'
import type { RowSelection } from '../../table/use-row-selection.ts'
import { useWords } from '../../table/words.ts'
import { type Chosen, confirmAsOrdered, loadNewOrders, reopenAll } from './confirm-as-ordered.ts'

interface ConfirmBulkProps {
  selection: RowSelection
  rows: readonly OrderRow[]
  /** All that match, when they are chosen. */
  matching: Extract<Chosen, { filter: unknown }>
  /** New orders among all that match. */
  newCount: number
  matchingCount: number
}

/** The bulk bar of a vendor: every chosen new order is ready as ordered. Says how many, and which not. */
export function ConfirmBulk({ selection, rows, matching, newCount, matchingCount }: ConfirmBulkProps) {
  const words = useWords()
  const { t, number, plural } = words
  const say = useSay()
  const confirm = useConfirm()
  const [isLoading, setLoading] = useState(false)
  const { selection: chosen } = selection
  const isAll = chosen.mode === 'all'
  const chosenRows = isAll ? [] : rows.filter((row) => chosen.ids.has(row.order_id))
  const fresh = isAll ? newCount : chosenRows.filter((row) => row.vendor_decision === 'NEW').length
  const rest = (isAll ? matchingCount : chosenRows.length) - fresh
  const work = useAction(confirmAsOrdered, {
    done: (confirmed) =>
      plural(confirmed.length, '1 order confirmed as ordered.', '{{n}} orders confirmed as ordered.'),
    undo: (confirmed, _, options) => reopenAll(confirmed, options),
    what: t('Orders confirmed as ordered'),
    refresh: ['vendor'],
  })
  const start = async () => {
    setLoading(true)
    try {
      const orders = await loadNewOrders(isAll ? matching : { ids: chosenRows.map((row) => row.order_id) })
      const pieces = orders.reduce((sum, order) => sum + order.quantities.awaiting, 0)
      const isAgreed = await confirm.ask({
        title: plural(orders.length, 'Confirm 1 order as ordered?', 'Confirm {{n}} orders as ordered?'),
        text: plural(
          pieces,
          '1 piece is answered as ready. Nothing is out of stock or refused.',
          '{{n}} pieces are answered as ready. Nothing is out of stock or refused.',
        ),
        confirm: plural(orders.length, 'Confirm 1 order', 'Confirm {{n}} orders'),
      })
      if (isAgreed && (await work.run(orders))) selection.clear()
    } catch (failure) {
      showFailure(problemOf(failure), { say, t })
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Button
        intent="primary"
        size="small"
        text={t('Confirm {{n}} as ordered', { n: number(fresh) })}
        disabled={fresh === 0}
        loading={isLoading || work.isRunning}
        onClick={() => void start()}
      />
      {rest > 0 && (
        <span className="muted">{t('{{n}} are answered already and stay as they are.', { n: number(rest) })}</span>
      )}
      {confirm.dialog}
    </>
  )
}
