import { key } from '../../kernel/words.ts'

/** Where a production order stands. Each is a tab of the specification's nine; the ninth, CAD_HISTORY, lists the orders that a marker was made for. */
export const orderStates = [
  'ACTION_REQUIRED',
  'ON_HOLD',
  'READY_FOR_ALLOCATION',
  'CAD',
  'READY_FOR_PRODUCTION',
  'SENT_FOR_PRODUCTION',
  'PRODUCTION_ON_HOLD',
  'REJECTED',
] as const
export type OrderState = (typeof orderStates)[number]

export const orderTabs = [...orderStates, 'CAD_HISTORY'] as const
export type OrderTab = (typeof orderTabs)[number]

export const orderStateWords = {
  ACTION_REQUIRED: key('Action required'),
  ON_HOLD: key('On hold'),
  READY_FOR_ALLOCATION: key('Ready for allocation'),
  CAD: key('CAD'),
  READY_FOR_PRODUCTION: key('Ready for production'),
  SENT_FOR_PRODUCTION: key('Sent for production'),
  PRODUCTION_ON_HOLD: key('Production on hold'),
  REJECTED: key('Rejected'),
} as const satisfies Record<OrderState, string>

export const orderTabWords = { ...orderStateWords, CAD_HISTORY: key('CAD history') } as const

/** Who produces: facilities of the company, or others for it. */
export const orderPaths = ['IN_HOUSE', 'OUTSOURCED'] as const
export type OrderPath = (typeof orderPaths)[number]
export const orderPathWords = { IN_HOUSE: key('In-house'), OUTSOURCED: key('Outsourced') } as const
