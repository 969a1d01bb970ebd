import { address } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'
import type { OrderPath, OrderState } from './order-states.ts'

/** What a production order may lack, in the order in which it is seen to. */
export const lackingThings = [
  'size_grid',
  'skus',
  'mapping',
  'measurements',
  'facilities',
  'purchase_order',
  'marker',
  'fabric',
] as const
export type LackingThing = (typeof lackingThings)[number]

export const lackingWords = {
  size_grid: key('It has no quantities by colour and size.'),
  skus: key('Not every colour and size has its SKU.'),
  mapping: key('Not every SKU has its fabric mapped.'),
  measurements: key('Not every size has its points of measure.'),
  facilities: key('The pieces of its facilities do not add up to the order.'),
  purchase_order: key('Not every facility has its purchase order.'),
  marker: key('CAD has not made its marker yet.'),
  fabric: key('Not all of its fabric is reserved.'),
} as const satisfies Record<LackingThing, string>

/** Says what an order lacks; of a style that is not live yet, what its SKUs wait for. */
export function lackingMessage(
  thing: LackingThing,
  order: { style_id: string | null; facilities: readonly string[] },
): string {
  if (thing === 'skus' && order.style_id === null) return notLiveYet
  return thing === 'facilities' && order.facilities.length === 0 ? noFacilityYet : lackingWords[thing]
}

export const notLiveYet = key(
  'Its style has no style code and no SKUs yet: it gets them when it goes live in the catalogue.',
)

export const noFacilityYet = key('No facility is assigned yet.')

/** Where each is put right. Blanks: the order, its tab, its style, and the screen of its path. */
export const lackingPlaces = {
  size_grid: '{{screen}}?tab={{state}}&order={{order}}&part=order',
  skus: '/ops/records?kind=skus&search={{style}}',
  mapping: '/ops/product-mapping?style={{style}}',
  measurements: '/supplier/garment-specs?style={{style}}',
  facilities: '{{screen}}?tab={{state}}&order={{order}}&part=facilities',
  purchase_order: '{{screen}}?tab={{state}}&order={{order}}&part=facilities',
  marker: '{{screen}}?tab={{state}}&order={{order}}&part=marker',
  fabric: '{{screen}}?tab={{state}}&order={{order}}&part=materials',
} as const satisfies Record<LackingThing, string>

const beforeAllocation: readonly LackingThing[] = ['size_grid', 'skus', 'mapping', 'measurements']

/** Of what an order lacks, what must be there before a step; the first is seen to first. */
export function lackingBefore(
  step: 'READY_FOR_ALLOCATION' | 'SENT_FOR_PRODUCTION',
  lacking: readonly LackingThing[],
): LackingThing[] {
  return lackingThings.filter(
    (thing) => lacking.includes(thing) && (step === 'SENT_FOR_PRODUCTION' || beforeAllocation.includes(thing)),
  )
}

/** Gives the address where an order's lack is put right; everything but the screen is filled in as a value. */
export function lackingPlace(
  thing: LackingThing,
  order: {
    order_action_id: string
    path: OrderPath
    state: OrderState
    style_id: string | null
    catalogue_id: string | null
  },
): string {
  const values: Record<string, string> = {
    state: order.state,
    order: order.order_action_id,
    style: (thing === 'measurements' && order.catalogue_id) || (order.style_id ?? ''),
  }
  // A style that no catalogue knows has its measures among the records.
  const isRecord = thing === 'measurements' && order.catalogue_id === null
  if (thing === 'skus' && order.style_id === null && order.catalogue_id !== null)
    return address('/supplier/catalogue-management', { tab: 'all', style: order.catalogue_id })
  const place = isRecord ? '/ops/records?kind=measurements&search={{style}}' : lackingPlaces[thing]
  return place.replace(/\{\{(\w+)\}\}/g, (_, blank: string) =>
    blank === 'screen' ? orderScreens[order.path] : encodeURIComponent(values[blank] ?? ''),
  )
}

/** The screen of each path. */
export const orderScreens = {
  IN_HOUSE: '/ops/in-house-orders',
  OUTSOURCED: '/ops/outsourced-orders',
} as const satisfies Record<OrderPath, string>

/** What is known of an order as it stands. */
export interface OrderKnown {
  path: OrderPath
  needs_marker: boolean
  /** Of the grid as it is now. */
  has_marker: boolean
  pieces: number
  /** Pieces that facilities were given. */
  assigned: number
  lines_without_sku: number
  skus_without_fabric: number
  sizes_without_measures: number
  /** Facilities with pieces, and of them those with a live purchase order. */
  facilities: number
  facilities_with_order: number
  /** Hundredths of the fabrics' units that are neither reserved nor cut. */
  fabric_open: number
}

export function lackingOf(order: OrderKnown): LackingThing[] {
  const isLacking: Record<LackingThing, boolean> = {
    size_grid: order.pieces === 0,
    skus: order.lines_without_sku > 0,
    mapping: order.skus_without_fabric > 0,
    measurements: order.sizes_without_measures > 0,
    facilities: order.assigned !== order.pieces || order.facilities === 0,
    // The company's own facilities need none.
    purchase_order: order.path === 'OUTSOURCED' && order.facilities_with_order < order.facilities,
    marker: order.needs_marker && !order.has_marker,
    fabric: order.fabric_open > 0,
  }
  return lackingThings.filter((thing) => isLacking[thing])
}

/** What a row of the list says that its order waits for. */
export const waitWords = {
  size_grid: key('Size grid'),
  skus: key('SKUs'),
  mapping: key('Fabric mapping'),
  measurements: key('Measurements'),
  facilities: key('Facility'),
  purchase_order: key('Purchase order'),
  marker: key('Marker'),
  fabric: key('Fabric'),
  release: key('Release for allocation'),
  decision: key('A decision'),
  sending: key('Sending to production'),
  production: key('Production'),
  nothing: key('Nothing'),
} as const
export type Wait = keyof typeof waitWords

/** Says what an order waits for: what its next step lacks first, or whoever takes that step. */
export function waitsFor(state: OrderState, lacking: readonly LackingThing[]): Wait {
  switch (state) {
    case 'ACTION_REQUIRED':
      return lackingBefore('READY_FOR_ALLOCATION', lacking)[0] ?? 'release'
    case 'READY_FOR_ALLOCATION':
      return 'facilities'
    case 'CAD':
      return 'marker'
    case 'READY_FOR_PRODUCTION':
      return lackingBefore('SENT_FOR_PRODUCTION', lacking)[0] ?? 'sending'
    case 'ON_HOLD':
    case 'PRODUCTION_ON_HOLD':
      return 'decision'
    case 'SENT_FOR_PRODUCTION':
      return 'production'
    case 'REJECTED':
      return 'nothing'
  }
}

/** What may be done next with an order, in the words of its button. */
export const productionActionLabels = {
  prepareProduction: key('Prepare the production order'),
  assignProduction: key('Assign facilities'),
  markProduction: key('Make the marker'),
  sendProduction: key('Send to production'),
  decideProduction: key('Release or reject'),
  recoverProduction: key('Recover the production order'),
} as const

const nextByState: Readonly<Record<OrderState, keyof typeof productionActionLabels | null>> = {
  ACTION_REQUIRED: 'prepareProduction',
  READY_FOR_ALLOCATION: 'assignProduction',
  CAD: 'markProduction',
  READY_FOR_PRODUCTION: 'sendProduction',
  SENT_FOR_PRODUCTION: null,
  ON_HOLD: 'decideProduction',
  PRODUCTION_ON_HOLD: 'decideProduction',
  REJECTED: 'recoverProduction',
}

/** The step that an order waits for, and its place in the order's tab. */
export function nextOfProduction(order: {
  number: string
  state: OrderState
  path: OrderPath
  lacking: readonly LackingThing[]
}) {
  const isReady = lackingBefore('SENT_FOR_PRODUCTION', order.lacking).length === 0
  // Sending is not offered while it would be refused.
  const action = order.state === 'READY_FOR_PRODUCTION' && !isReady ? 'prepareProduction' : nextByState[order.state]
  if (action === null) return []
  return [{ action, path: address(orderScreens[order.path], { tab: order.state, order: order.number }) }]
}
