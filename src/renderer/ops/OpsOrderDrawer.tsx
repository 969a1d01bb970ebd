import '../orders/orders.css'
import type { ReactNode } from 'react'
import type { OrderRow } from '../../shared/contract/shapes.ts'
import { Drawer, Section } from '../kit/Drawer.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { LoadingRows } from '../kit/states.tsx'
import { OrderFacts } from '../orders/OrderFacts.tsx'
import { OrderQuantities } from '../orders/OrderQuantities.tsx'
import { OrderTimeline } from '../orders/OrderTimeline.tsx'
import { exceptionTags } from '../orders/order-tags.ts'
import { useWords } from '../table/words.ts'

interface OpsOrderDrawerProps {
  order: OrderRow
  onClose: () => void
  actions: ReactNode
}

/** One order as ops see it: why to look twice, facts, quantities, life, and the decision at the foot. */
export function OpsOrderDrawer({ order, onClose, actions }: OpsOrderDrawerProps) {
  const words = useWords()
  const { t } = words
  const tags = exceptionTags(order, words)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={order.order_id}
      beside={order.decision === 'NEW' ? null : <StatusTag status={order.status} />}
      actions={actions}
      width={720}
    >
      <Section>
        {tags.length > 0 && (
          <p className="dt-tags ops-why">
            {tags.map(({ text, tone, hint }) => (
              <span key={text} className="dt-tag" data-tone={tone} title={hint}>
                {hint && hint !== text ? `${hint}: ${text}` : text}
              </span>
            ))}
          </p>
        )}
        <OrderFacts order={order} showsSupplier />
      </Section>
      <Section title={t('Quantities')}>
        {order.sku_details ? <OrderQuantities skus={order.sku_details} /> : <LoadingRows rows={3} />}
      </Section>
      {order.history && (
        <Section title={t('History')}>
          <OrderTimeline history={order.history} />
        </Section>
      )}
    </Drawer>
  )
}
