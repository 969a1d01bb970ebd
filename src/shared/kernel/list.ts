import type { Right } from './rights.ts'

/** The lists that people save views of and export, and the right that opens each. A name is never given to another list. */
export const lists = {
  'my-orders': 'vendorDesk',
  'shipping-platform': 'vendorDesk',
  shipments: 'vendorDesk',
  'pending-orders': 'opsDesk',
  'confirmed-orders': 'opsDesk',
  users: 'manageUsers',
  'awaiting-boxes': 'chinaQc',
  'qc-boxes': 'chinaQc',
  'qc-results': 'chinaQcOutcome',
  'qc-invoices': 'chinaQc',
  'return-notes': 'chinaQcOutcome',
} as const satisfies Record<string, Right>

export type ListName = keyof typeof lists

export const listNames = Object.keys(lists) as [ListName, ...ListName[]]

/** How much of each a person may keep. */
export const listLimits = {
  viewsPerList: 50,
  viewName: 60,
  preferences: 200,
  /** Bytes of one preference as JSON. */
  preferenceBytes: 16 * 1024,
  preferenceDepth: 10,
  exportedRows: 100_000,
  exportedColumns: 60,
  /** Rows chosen by hand. */
  chosenRows: 5_000,
} as const
