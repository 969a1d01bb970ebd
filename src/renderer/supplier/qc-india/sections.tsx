import type { ComponentType } from 'react'
import { key } from '../../i18n/formats.ts'
import { PurchaseOrders } from '../purchase-orders/PurchaseOrders.tsx'
import { RejectedSkus } from '../rejected-skus/RejectedSkus.tsx'
import { IndiaBoxes } from './boxes/IndiaBoxes.tsx'
import { Disagreements } from './disagreements/Disagreements.tsx'
import { IndiaQuality } from './quality/IndiaQuality.tsx'
import { firstSection } from './section-path.ts'

/** A part of QC Platform India: a tab of its own, with an address of its own below it (`?part=…`). */
export interface IndiaSection {
  /** As the address has it; the first needs no word there. */
  key: string
  /** English, and the key of its translation. */
  label: string
  /** Draws what stands below the tabs: tabs of its own, a list, drawers. */
  Shows: ComponentType
}

/** The parts of QC Platform India in their order. Another one is a line here. */
export const indiaSections: readonly [IndiaSection, ...IndiaSection[]] = [
  { key: firstSection, label: key('Boxes at QC'), Shows: IndiaBoxes },
  { key: 'rejected_skus', label: key('Rejected SKUs'), Shows: RejectedSkus },
  { key: 'purchase_orders', label: key('Purchase orders'), Shows: PurchaseOrders },
  { key: 'disagreements', label: key('Disagreements'), Shows: Disagreements },
  { key: 'quality', label: key('DHU and lots'), Shows: IndiaQuality },
]
