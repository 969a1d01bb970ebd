import type { Role } from '../../kernel/roles.ts'
import { valuesIn, type WordValues } from '../../kernel/words.ts'

/** What a notice's status number means; 1 is the specification's default. Screens give each its colour. */
export const noticeStatus = { news: 1, done: 2, attention: 3, problem: 4 } as const

export type NoticeStatus = (typeof noticeStatus)[keyof typeof noticeStatus]

/** What fills the blanks of a notice's words. */
export type NoticeValues = WordValues

/** Words with {{blanks}} and a place, for one event and for several in one notice ({{count}}). */
interface Forms {
  one: string
  many: string
}

export interface NoticeKind {
  /** In the list of kinds that a person may mute. English, and the key of its translation, as all words here. */
  label: string
  /** Who gets it: the vendor that it is about, people of the house by role, or the one person that it is about. */
  audience: 'vendor' | 'house' | 'person'
  /** Roles that get it; nobody's for a person's own. */
  roles: readonly Role[]
  words: Forms
  /** The screen behind it; who may not open that screen gets no button. */
  path: Forms
  /** On the button that leads there. */
  action: string
  status: NoticeStatus
  /** Milliseconds that its toast shows; null stays until it is closed. */
  timeout: number | null
}

const passing = 8_000
const toRead = 15_000

/** Every kind of notice there is. A new one is a row here and a `tell` in the command that it is about. */
export const noticeKinds = {
  orders_to_answer: {
    label: 'Orders to answer',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: 'New order {{order_id}}: please answer it.',
      many: '{{count}} new orders: please answer them.',
    },
    path: { one: '/supplier/my-orders?order={{order_id}}', many: '/supplier/my-orders' },
    action: 'Answer',
    status: noticeStatus.attention,
    timeout: toRead,
  },
  orders_withdrawn: {
    label: 'Orders taken back before an answer',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: 'Order {{order_id}} was taken back. It needs no answer for now.',
      many: '{{count}} orders were taken back. They need no answer for now.',
    },
    path: { one: '/supplier/my-orders', many: '/supplier/my-orders' },
    action: 'Open orders',
    status: noticeStatus.news,
    timeout: passing,
  },
  pieces_refused: {
    label: 'Pieces refused or out of stock',
    audience: 'house',
    roles: ['ops'],
    words: {
      one: '{{vendor}} cannot deliver {{pieces}} pcs of order {{order_id}}.',
      many: '{{vendor}} cannot deliver all pieces of {{count}} orders.',
    },
    path: {
      one: '/ops/confirmed-orders?search={{order_id}}&order={{order_id}}',
      many: '/ops/confirmed-orders?supplier={{vendor_code}}',
    },
    action: 'Open orders',
    status: noticeStatus.problem,
    timeout: toRead,
  },
  shipment_sent: {
    label: 'Shipments on their way',
    audience: 'house',
    roles: ['ops', 'ops_team', 'china_warehouse_team'],
    words: {
      one: 'Shipment {{shipment_id}} of {{vendor}} is on its way: {{pieces}} pcs.',
      many: '{{count}} shipments of {{vendor}} are on their way.',
    },
    path: {
      one: '/supplier/shipment-management?shipment={{shipment_id}}',
      many: '/supplier/shipment-management?tab=shipped&supplier={{vendor_code}}',
    },
    action: 'Open shipments',
    status: noticeStatus.done,
    timeout: passing,
  },
  shipment_cancelled: {
    label: 'Shipments cancelled',
    audience: 'house',
    roles: ['ops'],
    words: {
      one: 'Shipment {{shipment_id}} of {{vendor}} was cancelled.',
      many: '{{count}} shipments of {{vendor}} were cancelled.',
    },
    path: {
      one: '/supplier/shipment-management?shipment={{shipment_id}}',
      many: '/supplier/shipment-management?tab=cancelled&supplier={{vendor_code}}',
    },
    action: 'Open shipments',
    status: noticeStatus.attention,
    timeout: passing,
  },
  shipment_recovered: {
    label: 'Shipments recovered',
    audience: 'house',
    roles: ['ops'],
    words: {
      one: 'Shipment {{shipment_id}} of {{vendor}} was recovered and is being packed again.',
      many: '{{count}} shipments of {{vendor}} were recovered and are being packed again.',
    },
    path: {
      one: '/supplier/shipment-management?shipment={{shipment_id}}',
      many: '/supplier/shipment-management?tab=packing&supplier={{vendor_code}}',
    },
    action: 'Open shipments',
    status: noticeStatus.news,
    timeout: passing,
  },
  pieces_failed: {
    label: 'Pieces that failed QC',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: '{{pieces}} pcs of box {{box_no}} of shipment {{shipment_id}} failed QC in China.',
      many: 'Pieces of {{count}} boxes of shipment {{shipment_id}} failed QC in China.',
    },
    path: { one: '/supplier/qc-results?box={{sscc}}', many: '/supplier/qc-results?search={{shipment_id}}' },
    action: 'Open QC results',
    status: noticeStatus.problem,
    timeout: toRead,
  },
  own_pieces_missing: {
    label: 'Pieces missing from your boxes',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: '{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}}.',
      many: 'Pieces are missing from {{count}} of your boxes.',
    },
    path: { one: '/supplier/qc-results?box={{sscc}}', many: '/supplier/qc-results' },
    action: 'Open QC results',
    status: noticeStatus.problem,
    timeout: toRead,
  },
  pieces_missing: {
    label: 'Pieces missing at QC',
    audience: 'house',
    roles: ['ops', 'ops_team'],
    words: {
      one: '{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}} by {{vendor}}.',
      many: 'Pieces are missing from {{count}} boxes of {{vendor}}.',
    },
    path: {
      one: '/supplier/qc-platform?tab=in_qc&box={{sscc}}',
      many: '/supplier/qc-platform?tab=in_qc&open=1&supplier={{vendor_code}}',
    },
    action: 'Open boxes',
    status: noticeStatus.problem,
    timeout: toRead,
  },
  boxes_arrived: {
    label: 'Boxes that arrived at China QC',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: 'Box {{box_no}} of shipment {{shipment_id}} arrived at {{site}}.',
      many: '{{count}} boxes of shipment {{shipment_id}} arrived at {{site}}.',
    },
    path: {
      one: '/supplier/shipment-management?shipment={{shipment_id}}',
      many: '/supplier/shipment-management?shipment={{shipment_id}}',
    },
    action: 'Open shipment',
    status: noticeStatus.done,
    timeout: passing,
  },
  shipped_to_india: {
    label: 'Invoices shipped to India',
    audience: 'house',
    roles: ['ops', 'ops_team', 'internal_team', 'india_qc_manager', 'india_qc_inward_wh'],
    words: {
      one: 'Invoice {{invoice_number}} is on its way to India. Boxes: {{boxes}}, pieces: {{pieces}}.',
      many: '{{count}} invoices are on their way to India.',
    },
    path: {
      one: '/supplier/qc-invoices?tab=all&invoice={{invoice_number}}',
      many: '/supplier/qc-invoices?tab=shipped',
    },
    action: 'Open invoices',
    status: noticeStatus.done,
    timeout: passing,
  },
  pieces_returned: {
    label: 'Pieces that come back from QC',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: '{{pieces}} pcs that failed QC in China come back to you with return note {{return_note}}.',
      many: 'Pieces that failed QC in China come back to you with {{count}} return notes.',
    },
    path: { one: '/supplier/qc-results?note={{return_note}}', many: '/supplier/qc-results?tab=notes' },
    action: 'Open return notes',
    status: noticeStatus.problem,
    timeout: toRead,
  },
  return_cancelled: {
    label: 'Return notes that were cancelled',
    audience: 'vendor',
    roles: ['vendor'],
    words: {
      one: 'Return note {{return_note}} was cancelled. Its pieces stay at QC in China.',
      many: '{{count}} return notes were cancelled. Their pieces stay at QC in China.',
    },
    path: { one: '/supplier/qc-results?note={{return_note}}', many: '/supplier/qc-results?tab=notes' },
    action: 'Open return notes',
    status: noticeStatus.news,
    timeout: passing,
  },
  account_changed: {
    label: 'Changes to your account',
    audience: 'person',
    roles: [],
    words: {
      one: 'An administrator changed your account: {{change}}.',
      many: 'An administrator changed your account {{count}} times. The last change: {{change}}.',
    },
    path: { one: '/supplier/profile', many: '/supplier/profile' },
    action: 'Open profile',
    status: noticeStatus.attention,
    timeout: null,
  },
} as const satisfies Record<string, NoticeKind>

export type NoticeKindName = keyof typeof noticeKinds

/** What an administrator changes about an account, for `change_key` of `account_changed`. */
export const accountChanges = ['role or team', 'password', 'name or e-mail'] as const

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKindName[]

export function isNoticeKind(name: string): name is NoticeKindName {
  return Object.hasOwn(noticeKinds, name)
}

/** The kinds that a person of this role can get: those that are theirs to mute. */
export function kindsFor(role: Role): NoticeKindName[] {
  return noticeKindNames.filter((name) => {
    const { audience, roles }: NoticeKind = noticeKinds[name]
    return audience === 'person' || roles.includes(role)
  })
}

/** Fills {{blanks}}. Values are other people's text: they are put in as they stand and never read as a template. */
export function fill(
  template: string,
  values: NoticeValues,
  write: (value: string) => string = (text) => text,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(String(values[name] ?? '')))
}

/** Words, place and manner of `count` grouped events of a kind, the last of them with these values. */
export function describeNotice(name: NoticeKindName, count: number, values: NoticeValues) {
  const kind: NoticeKind = noticeKinds[name]
  const form = count === 1 ? 'one' : 'many'
  const key = kind.words[form]
  return {
    message_key: key,
    message: fill(key, { ...valuesIn(values), count }),
    path: fill(kind.path[form], values, encodeURIComponent),
    action: kind.action,
    status: kind.status,
    timeout: kind.timeout,
  }
}
