import type { BehindRow } from './calls.ts'
import type { PipelineStage } from './stages.ts'

const pending: readonly PipelineStage[] = ['to_approve']
const closed: readonly PipelineStage[] = ['not_approved']

/** The screen on which a record behind a number is, opened; a vendor has a screen of its own. Null where no screen opens it. */
export function behindPath(
  stage: PipelineStage,
  { kind, code, detail, style, in_china }: Pick<BehindRow, 'kind' | 'code' | 'detail' | 'style' | 'in_china'>,
  isVendor: boolean,
): string | null {
  const of = encodeURIComponent(code)
  switch (kind) {
    case 'order':
      if (isVendor) return `/supplier/my-orders?tab=all&order=${of}`
      if (pending.includes(stage)) return `/ops/all-pending-orders?order=${of}`
      return `/ops/${closed.includes(stage) ? 'all-pending-orders?tab=refused&' : 'confirmed-orders?'}order=${of}`
    case 'box':
      if (isVendor)
        return `/supplier/shipment-management?tab=all&shipment=${encodeURIComponent(detail.split(' · ')[0] ?? '')}`
      if (stage === 'shipped') return `/supplier/inward-shipments?tab=awaiting&q=${of}`
      return `/supplier/${in_china ? 'qc-platform' : 'qc-platform-india'}?tab=all&box=${of}`
    case 'production':
      return `/ops/in-house-orders?order=${of}`
    case 'stock':
      return style === null ? null : `/warehouse/stock?by=style&style=${encodeURIComponent(style)}`
  }
}
