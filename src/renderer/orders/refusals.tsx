import './orders.css'
import type { OrderRow } from '../../shared/areas/orders/shapes.ts'
import { type ProposalKind, reasonText, vendorReasonWords } from '../../shared/areas/orders/vendor-reasons.ts'
import { key } from '../../shared/kernel/words.ts'
import { Facts } from '../kit/Drawer.tsx'
import { Day, Instant, Money } from '../kit/states.tsx'
import { useLocale } from '../table/words.ts'
import type { SkuDetail } from './order-columns.tsx'

/** Why pieces were refused, each reason once. */
export function RefusalWords({ skus }: { skus: readonly SkuDetail[] }) {
  const { t, labelled } = useLocale()
  const refused = skus.filter((sku) => sku.quantities.rejected > 0 && sku.reason)
  const words = new Set(refused.map((sku) => `${t(reasonText(sku) ?? '')}${sku.remark ? ` · ${sku.remark}` : ''}`))
  return [...words].map((text) => (
    <p key={text} className="muted">
      {labelled(t('Rejected'), text)}
    </p>
  ))
}

/** What may be proposed: English, and the keys of their translations. */
export const proposalKindWords: Readonly<Record<ProposalKind, string>> = {
  date: key('A later day'),
  price: key('Another price'),
  quantity: key('Fewer pieces'),
}

export type ShownProposal = NonNullable<OrderRow['proposal']>

const stateWords: Readonly<Record<ShownProposal['state'], string>> = {
  OPEN: key('Waits for a decision'),
  TAKEN: key('Taken'),
  DECLINED: key('Declined'),
}

/** What the vendor would do instead of refusing, against what was ordered, and what became of it. */
export function ProposalFacts({ order, proposal }: { order: OrderRow; proposal: ShownProposal }) {
  const { t, name, plural } = useLocale()
  const isOpen = proposal.state === 'OPEN'
  const count = proposal.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const oneLine = ({ nm_sku, quantity }: ShownProposal['lines'][number]) => {
    const sku = order.sku_details?.find((one) => one.nm_sku === nm_sku)
    return `${sku ? `${name(sku.color, sku.color_zh)} ${sku.size}` : nm_sku} × ${quantity}`
  }
  return (
    <Facts
      facts={[
        [t('Reason'), t(vendorReasonWords[proposal.vendor_reason].en)],
        [
          t('Would ship by'),
          proposal.ship_by && (
            <span key="day">
              <Day day={proposal.ship_by} />
              {isOpen && (
                <span className="order-left order-quiet">
                  {t('instead of')} <Day day={order.shipping_deadline} /> ·{' '}
                  <span className="order-whole">{t('for the whole order')}</span>
                </span>
              )}
            </span>
          ),
        ],
        [
          t('Unit price'),
          proposal.unit_price && (
            <span key="price">
              <Money value={proposal.unit_price} />
              {isOpen && order.unit_price && (
                <span className="order-left order-quiet">
                  {t('instead of')} <Money value={order.unit_price} /> ·{' '}
                  <span className="order-whole">{t('for the whole order')}</span>
                </span>
              )}
            </span>
          ),
        ],
        [t('Pieces'), plural(count, '1 piece', '{{n}} pieces')],
        [t('Of these'), proposal.kind === 'quantity' ? proposal.lines.map(oneLine).join(' · ') : null],
        [t('Remark'), proposal.remark],
        [t('Proposed by'), <By key="by" name={proposal.proposed_by} at={proposal.proposed_at} />],
        [t('Decision'), t(stateWords[proposal.state])],
        [
          t('Decided by'),
          proposal.decided_by && <By key="decided" name={proposal.decided_by} at={proposal.decided_at} />,
        ],
        [t('Why it was declined'), proposal.decline_reason && t(proposal.decline_reason)],
      ]}
    />
  )
}

function By({ name, at }: { name: string; at: string | null }) {
  return (
    <>
      {name} · <Instant at={at} />
    </>
  )
}
