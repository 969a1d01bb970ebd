import type { QcSites } from '../qc-boxes/qc-sites.ts'
import { type ScanOutcome, waybillValues, waybillWords } from '../qc-boxes/status.ts'
import type { ShipmentState } from '../shipments/status.ts'

/** A box in front of the door, as far as it hangs on it whether it may come in. */
export interface BoxAtDoor {
  box_no: string
  shipment_id: string
  state: ShipmentState
  /** Taken off its packing list. */
  isRemoved: boolean
  /** Who took it in, when it is in already. */
  inwardedBy: string | null
  /** In India: another site still has it, and has not sent it on. */
  isNotSent?: boolean
  site_name: string
  site_name_zh: string
}

/** What the door says to a code. Words are English with {{blanks}}, and the key of their translation. */
export interface DoorSays {
  outcome: ScanOutcome | 'awaiting'
  /** Why, where an outcome has several reasons. */
  word:
    | 'awaiting'
    | 'duplicate'
    | 'unknown'
    | 'misread'
    | 'shared_waybill'
    | 'other_site'
    | 'removed'
    | 'cancelled'
    | 'not_shipped'
    | 'not_sent'
  message: string
  values: Record<string, string | number>
}

/** What China's door says: English, and the keys of their translations. */
export const doorWords = {
  awaiting: 'Box {{box_no}} of shipment {{shipment_id}} is on its way.',
  inwarded: 'Box {{box_no}} of shipment {{shipment_id}} is in.',
  undone: 'Box {{box_no}} of shipment {{shipment_id}} is on its way again.',
  duplicate: 'Box {{box_no}} of shipment {{shipment_id}} was already taken in by {{by}}.',
  unknown: 'Nobody knows a box {{code}}.',
  shared_waybill: waybillWords.shared,
  misread: 'The code {{code}} was misread: its check digit does not fit. Please scan it again.',
  other_site: 'Box {{box_no}} of shipment {{shipment_id}} is for {{site_name}}.',
  removed: 'Box {{box_no}} was taken off the packing list of shipment {{shipment_id}}.',
  cancelled: 'Shipment {{shipment_id}} was cancelled.',
  not_shipped: 'Shipment {{shipment_id}} was not marked as shipped: box {{box_no}} cannot come in yet.',
  not_sent: 'Box {{box_no}} of shipment {{shipment_id}} is still at {{site_name}}: it was not shipped to India.',
  not_inwarded: 'Box {{box_no}} of shipment {{shipment_id}} is not in.',
  taken_in_again:
    'Box {{box_no}} of shipment {{shipment_id}} was taken back and taken in anew since, by {{by}}: it stays in.',
  whichSite: 'Say at which site of China QC the boxes come in.',
  noSite: '{{site}} is no site of China QC.',
  otherSite: 'You do not work at site {{site}}.',
  under_way:
    'Box {{box_no}} of shipment {{shipment_id}} is being counted or inspected: it can no longer be taken back.',
} as const

type DoorWords = Readonly<Record<keyof typeof doorWords, string>>

/** The same of the door in India, where a box is received. */
export const indiaDoorWords: DoorWords = {
  ...doorWords,
  inwarded: 'Box {{box_no}} of shipment {{shipment_id}} is received.',
  duplicate: 'Box {{box_no}} of shipment {{shipment_id}} was already received by {{by}}.',
  not_inwarded: 'Box {{box_no}} of shipment {{shipment_id}} is not received.',
  taken_in_again:
    'Box {{box_no}} of shipment {{shipment_id}} was taken back and received anew since, by {{by}}: it stays received.',
  whichSite: 'Say at which site of India QC the boxes are received.',
  noSite: '{{site}} is no site of India QC.',
  otherSite: 'You do not work at site {{site}}.',
  under_way:
    'Box {{box_no}} of shipment {{shipment_id}} is being inspected, or differs from its packing list: it can no longer be taken back.',
}

export const doorWordsAt: Readonly<Record<QcSites, DoorWords>> = { china_qc: doorWords, india_qc: indiaDoorWords }

/** Whether a box may come in here: `isHere` says whether it is meant for this door. The first reason that holds. */
export function doorSays(box: BoxAtDoor, isHere: boolean, words: DoorWords = doorWords): DoorSays {
  const { box_no, shipment_id, site_name, site_name_zh, inwardedBy } = box
  const word = doorWord(box, isHere)
  const more: Partial<Record<DoorSays['word'], DoorSays['values']>> = {
    other_site: { site_name, site_name_zh },
    not_sent: { site_name, site_name_zh },
    duplicate: { by: inwardedBy ?? '' },
  }
  return { ...outcomeOf(word, words), values: { box_no, shipment_id, ...more[word] } }
}

function doorWord({ inwardedBy, isRemoved, isNotSent, state }: BoxAtDoor, isHere: boolean): DoorSays['word'] {
  if (isNotSent) return 'not_sent'
  if (!isHere) return 'other_site'
  if (inwardedBy !== null) return 'duplicate'
  if (isRemoved) return 'removed'
  if (state === 'CANCELLED') return 'cancelled'
  return state === 'PACKED_AND_SHIPPED' ? 'awaiting' : 'not_shipped'
}

const outcomes: Readonly<Record<DoorSays['word'], DoorSays['outcome']>> = {
  awaiting: 'awaiting',
  duplicate: 'duplicate',
  unknown: 'unknown',
  misread: 'unknown',
  shared_waybill: 'shared_waybill',
  other_site: 'other_site',
  removed: 'not_shipped',
  cancelled: 'not_shipped',
  not_shipped: 'not_shipped',
  not_sent: 'not_shipped',
}

function outcomeOf(word: DoorSays['word'], words: DoorWords) {
  return { outcome: outcomes[word], word, message: words[word] }
}

/** What the door says to a code that no box has. A misread SSCC is told apart: scanned again, it may well be known. */
export function doorKnowsNot(code: string, isMisread: boolean): DoorSays {
  return { ...outcomeOf(isMisread ? 'misread' : 'unknown', doorWords), values: { code } }
}

/** What the door says to a waybill that several boxes have: it takes none of them in, since any could be the wrong one. */
export function doorAsksWhich(shared: Parameters<typeof waybillValues>[0]): DoorSays {
  return { ...outcomeOf('shared_waybill', doorWords), values: waybillValues(shared) }
}

/** What may be done with a box on its way: English, and the key of its translation. */
export const doorActionLabels = { inward: 'Take the box in' } as const

export const takeBoxIn = { action: 'inward', path: '/supplier/inward-shipments' } as const
