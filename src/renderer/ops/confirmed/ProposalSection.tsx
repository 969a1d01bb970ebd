import { Button } from '@blueprintjs/core'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { key } from '../../../shared/kernel/words.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { ProposalFacts, type ShownProposal } from '../../orders/refusals.tsx'
import { useLocale } from '../../table/words.ts'

/** The vendor's counter-proposal, which ops take in one press, or decline with a reason. Nothing where there is none. */
export function ProposalSection({ order }: { order: OrderRow }) {
  return order.proposal ? <Proposed order={order} proposal={order.proposal} /> : null
}

const usual = [key('Too late'), key('Too expensive'), key('Too few pieces'), key('Bought elsewhere')]

function Proposed({ order, proposal }: { order: OrderRow; proposal: ShownProposal }) {
  const { t } = useLocale()
  const { order_id } = order
  const about = { order_id, proposal_id: proposal.proposal_id }
  const what = t('Proposal for order {{order_id}}', { order_id })
  const undo = (_: unknown, __: unknown, options: Parameters<typeof api.orders.decideProposal>[1]) =>
    api.orders.decideProposal({ ...about, decision: 'withdraw' }, options)
  const refresh = ['orders', 'shipments'] as const
  const take = useAction(
    (_: undefined, options) => api.orders.decideProposal({ ...about, decision: 'take' }, options),
    {
      what,
      done: () => t('Proposal taken: the pieces of order {{order_id}} await the vendor again.', { order_id }),
      undo,
      refresh,
      looksAgain: true,
    },
  )
  const decline = useAskedAction(
    ({ reason }, options) => api.orders.decideProposal({ ...about, decision: 'decline', reason }, options),
    {
      what,
      ask: () => ({
        draft: `decline-proposal.${order_id}`,
        title: t('Decline the proposal for order {{order_id}}', { order_id }),
        text: t('The pieces stay rejected. The vendor reads why.'),
        confirm: t('Decline'),
        usual,
      }),
      done: () => t('Proposal declined.'),
      undo,
      refresh,
      looksAgain: true,
    },
  )
  return (
    <Section title={t('Counter-proposal')}>
      <ProposalFacts order={order} proposal={proposal} />
      {proposal.state === 'OPEN' && (
        <div className="order-decide">
          <Button
            intent="primary"
            text={t('Take the proposal')}
            loading={take.isRunning}
            onClick={() => void take.run(undefined)}
          />
          <Button text={t('Decline…')} loading={decline.isRunning} onClick={() => decline.ask()} />
        </div>
      )}
      {decline.dialog}
    </Section>
  )
}
