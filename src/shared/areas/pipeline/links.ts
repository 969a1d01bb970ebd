import type { BehindRow } from './calls.ts'
import type { PipelineStage } from './stages.ts'

const pending: readonly PipelineStage[] = ['to_approve']
const closed: readonly PipelineStage[] = ['not_approved']
const inChina: readonly PipelineStage[] = ['china_qc', 'invoiced', 'on_the_way']

/** The screen on which a record behind a number is, opened; a vendor has a screen of its own. Null where no screen opens it. */
export function behindPath(stage: PipelineStage, { kind, code, style }: Pick<BehindRow, 'kind' | 'code' | 'style'>, isVendor: boolean): string | null {
  const of = encodeURIComponent(code)
  switch (kind) {
    case 'order':
      if (isVendor) return `/supplier/my-orders?tab=all&order=${of}`
      if (pending.includes(stage)) return `/ops/all-pending-orders?order=${of}`
      return `/ops/${closed.includes(stage) ? 'all-pending-orders?tab=refused&' : 'confirmed-orders?'}order=${of}`
    case 'box':
      if (isVendor) return null
      if (stage === 'shipped') return `/supplier/inward-shipments?tab=awaiting&q=${of}`
      return `/supplier/${inChina.includes(stage) ? 'qc-platform' : 'qc-platform-india'}?tab=all&box=${of}`
    case 'production':
      return `/ops/in-house-orders?order=${of}`
    case 'stock':
      return style === null ? null : `/warehouse/stock?by=style&style=${encodeURIComponent(style)}`
  }
}

/** The list of what stands in a stage. */
export const stageLists: Readonly<Partial<Record<PipelineStage, string>>> = {
  to_approve: '/ops/all-pending-orders',
  approved: '/ops/confirmed-orders?chase=unanswered',
  answered: '/ops/confirmed-orders',
  on_platform: '/supplier/shipping-platform?tab=on_platform',
  packed: '/supplier/shipment-management?tab=all',
  shipped: '/supplier/inward-shipments?tab=awaiting',
  china_qc: '/supplier/qc-platform?tab=all',
  invoiced: '/supplier/qc-invoices?tab=to_ship',
  on_the_way: '/supplier/india-inward-platform',
  india_received: '/supplier/qc-platform-india',
  india_qc: '/supplier/qc-platform-india?tab=verified',
  bought: '/supplier/qc-platform-india?tab=purchased',
  made_to_prepare: '/ops/in-house-orders?tab=ACTION_REQUIRED',
  made_on_hold: '/ops/in-house-orders?tab=ON_HOLD',
  made_to_allocate: '/ops/in-house-orders?tab=READY_FOR_ALLOCATION',
  made_cad: '/ops/in-house-orders?tab=CAD',
  made_ready: '/ops/in-house-orders?tab=READY_FOR_PRODUCTION',
  on_shelf: '/warehouse/stock',
  quarantine: '/warehouse/stock?place=quarantine',
  on_pass: '/warehouse/in-transit',
  in_shop: '/warehouse/stock',
  not_approved: '/ops/all-pending-orders?tab=refused',
}
