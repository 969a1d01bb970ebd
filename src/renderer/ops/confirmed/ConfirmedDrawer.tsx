import { Button } from '@blueprintjs/core'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useWords } from '../../table/words.ts'
import { OpsOrderDrawer } from '../OpsOrderDrawer.tsx'
import type { useDecide } from '../use-decide.ts'
import { canWithdraw } from './can-withdraw.ts'

interface ConfirmedDrawerProps {
  orderId: string
  onClose: () => void
  decide: ReturnType<typeof useDecide>
}

/** An approved order; the decision can be taken back while the vendor has not answered. */
export function ConfirmedDrawer({ orderId, onClose, decide }: ConfirmedDrawerProps) {
  const { t } = useWords()
  const say = useSay()
  const input = { order_ids: [orderId], include_lines: true, include_history: true, page_size: 1 }
  const answer = useAnswer('vendor.getOrders', input)
  const order = answer.data?.rows[0]
  if (!order) {
    return (
      <Drawer isOpen onClose={onClose} title={orderId} width={720}>
        {answer.isError ? (
          <FailedState text={say.problem(answer.error)} onRetry={() => void answer.reload()} />
        ) : answer.isFetching ? (
          <LoadingRows rows={8} />
        ) : (
          <EmptyState title={t('This order is not approved any more')} />
        )}
      </Drawer>
    )
  }
  const takeBack = async () => {
    if (await decide.run({ order_ids: [orderId], decision: 'withdraw' })) onClose()
  }
  const actions = canWithdraw(order) ? (
    <Button text={t('Take the decision back')} loading={decide.isRunning} onClick={() => void takeBack()} />
  ) : (
    <span className="muted">{t('The vendor works on this order already: the decision stays.')}</span>
  )
  return <OpsOrderDrawer order={order} onClose={onClose} actions={actions} />
}
