import type { ShipmentState } from '../../shared/areas/shipments/status.ts'
import type { Tx } from '../http/call.ts'
import { userId } from './book.ts'
import { insertRows } from './seed-volume.ts'

/** What the vendor says about the lines of an order. */
export type Answer =
  | 'all'
  | 'some_oos'
  | 'some_refused'
  | 'all_refused'
  | 'all_oos'
  | 'refused_and_oos'
  /** Out of stock first, then found again. */
  | 'recovered'

/** How an order came to stand where it stands; the demo data is so and so many orders of each story. */
export interface Story {
  name: string
  /** How many orders, by vendor in the order of `places.ts`. */
  orders: readonly [number, number, number, number, number, number]
  /** Order date: days before today, from and to. */
  age: readonly [number, number]
  /** Deadline: days from today, from and to. */
  deadline: readonly [number, number]
  decision: 'NEW' | 'APPROVED' | 'NOT_APPROVED'
  priceJump?: true
  urgent?: true
  /** Absent: the vendor has not answered. */
  answer?: Answer
  /** Part of the awaiting pieces that is put on the platform, in percent. */
  ready?: number
  /** The shipment that takes what is on the platform; `size` orders go into one. */
  shipment?: { state: ShipmentState; boxed: boolean; size: number; inwarded?: true }
}

const pending = { decision: 'NEW' } as const
const approved = { decision: 'APPROVED' } as const
const answered = { ...approved, answer: 'all' } as const
const ready = { ...answered, ready: 100 } as const
const shipped = { state: 'PACKED_AND_SHIPPED', boxed: true } as const
const soon = { age: [5, 14], deadline: [3, 16] } as const

export const stories: readonly Story[] = [
  { ...pending, name: 'pending', orders: [10, 12, 10, 8, 8, 3], age: [1, 4], deadline: [12, 30] },
  {
    ...pending,
    name: 'pending at a higher price',
    orders: [3, 3, 2, 2, 2, 0],
    age: [1, 3],
    deadline: [12, 30],
    priceJump: true,
  },
  { ...pending, name: 'pending too long', orders: [2, 1, 1, 1, 1, 0], age: [18, 30], deadline: [-6, -1] },
  {
    ...pending,
    name: 'pending too long at a higher price',
    orders: [1, 1, 0, 1, 0, 0],
    age: [8, 12],
    deadline: [-3, -1],
    priceJump: true,
  },
  {
    ...pending,
    name: 'pending too long from a new vendor',
    orders: [0, 0, 0, 0, 0, 2],
    age: [10, 14],
    deadline: [-3, -1],
  },
  { name: 'refused by ops', decision: 'NOT_APPROVED', orders: [2, 1, 1, 1, 1, 1], age: [6, 20], deadline: [5, 20] },
  { ...approved, name: 'new', orders: [14, 10, 8, 6, 6, 2], age: [1, 4], deadline: [7, 28] },
  { ...approved, name: 'new and urgent by date', orders: [2, 1, 1, 0, 0, 0], age: [4, 9], deadline: [0, 1] },
  {
    ...approved,
    name: 'new and flagged urgent',
    orders: [2, 1, 0, 1, 0, 0],
    age: [1, 4],
    deadline: [6, 12],
    urgent: true,
  },
  { ...answered, name: 'confirmed', orders: [8, 6, 5, 4, 4, 1], ...soon },
  { ...answered, name: 'confirmed, some out of stock', orders: [4, 3, 2, 2, 1, 0], ...soon, answer: 'some_oos' },
  { ...answered, name: 'confirmed, some refused', orders: [3, 2, 2, 1, 1, 0], ...soon, answer: 'some_refused' },
  { ...answered, name: 'recovered', orders: [2, 1, 1, 0, 0, 0], ...soon, answer: 'recovered' },
  { ...answered, name: 'due today', orders: [4, 2, 2, 1, 1, 0], age: [8, 18], deadline: [0, 0] },
  {
    ...ready,
    name: 'due today, on the platform',
    orders: [2, 1, 1, 0, 0, 0],
    age: [8, 18],
    deadline: [0, 0],
    ready: 60,
  },
  { ...answered, name: 'late', orders: [5, 3, 3, 2, 2, 0], age: [18, 35], deadline: [-9, -1] },
  {
    ...ready,
    name: 'late and partly shipped',
    orders: [3, 2, 2, 1, 1, 0],
    age: [20, 35],
    deadline: [-8, -1],
    ready: 55,
    shipment: { ...shipped, size: 2 },
  },
  { ...ready, name: 'partly on the platform', orders: [6, 4, 3, 3, 2, 0], ...soon, ready: 50 },
  { ...ready, name: 'on the platform', orders: [4, 2, 2, 2, 1, 0], ...soon },
  {
    ...ready,
    name: 'in a tentative shipment',
    orders: [4, 2, 2, 0, 0, 0],
    ...soon,
    ready: 70,
    shipment: { state: 'TENTATIVE', boxed: false, size: 2 },
  },
  {
    ...ready,
    name: 'awaiting packing',
    orders: [6, 3, 3, 3, 0, 0],
    ...soon,
    shipment: { state: 'AWAITING_PACKING', boxed: false, size: 2 },
  },
  {
    ...ready,
    name: 'packed in boxes',
    orders: [3, 3, 0, 3, 0, 0],
    ...soon,
    shipment: { state: 'AWAITING_PACKING', boxed: true, size: 3 },
  },
  {
    ...ready,
    name: 'partly shipped',
    orders: [6, 6, 3, 3, 3, 0],
    ...soon,
    ready: 60,
    shipment: { ...shipped, size: 3 },
  },
  {
    ...ready,
    name: 'shipped',
    orders: [8, 6, 6, 3, 3, 0],
    age: [14, 30],
    deadline: [-4, 8],
    shipment: { ...shipped, size: 3 },
  },
  {
    ...ready,
    name: 'shipped and inwarded',
    orders: [6, 3, 3, 3, 3, 0],
    age: [40, 90],
    deadline: [-50, -20],
    shipment: { ...shipped, size: 3, inwarded: true },
  },
  {
    ...ready,
    name: 'shipped, some out of stock',
    orders: [3, 3, 0, 0, 0, 0],
    age: [20, 40],
    deadline: [-8, 2],
    answer: 'some_oos',
    shipment: { ...shipped, size: 3 },
  },
  {
    ...ready,
    name: 'cancelled shipment',
    orders: [4, 2, 2, 0, 0, 0],
    ...soon,
    shipment: { state: 'CANCELLED', boxed: true, size: 2 },
  },
  { ...answered, name: 'rejected', orders: [3, 2, 2, 1, 1, 0], ...soon, answer: 'all_refused' },
  { ...answered, name: 'out of stock', orders: [3, 2, 2, 1, 1, 0], ...soon, answer: 'all_oos' },
  { ...answered, name: 'rejected and out of stock', orders: [2, 1, 1, 0, 1, 0], ...soon, answer: 'refused_and_oos' },
]

/**
 * A further language that somebody has only begun, so that the demo shows how one grows. It is part of the demo and does not
 * ship: the words have not been read by a speaker of the trade.
 */
const marathi: Readonly<Record<string, string>> = {
  Save: 'जतन करा',
  Cancel: 'रद्द करा',
  Close: 'बंद करा',
  Undo: 'मागे घ्या',
  'Try again': 'पुन्हा प्रयत्न करा',
  'Sign in': 'साइन इन',
  'Sign out': 'साइन आउट',
  Email: 'ईमेल',
  Password: 'पासवर्ड',
  Language: 'भाषा',
  Languages: 'भाषा',
  Theme: 'थीम',
  Menu: 'मेनू',
  Messages: 'संदेश',
  Connected: 'जोडलेले',
  'No connection': 'कनेक्शन नाही',
  Supplier: 'पुरवठादार',
  'My Orders': 'माझ्या ऑर्डर',
  'Shipment Management': 'शिपमेंट व्यवस्थापन',
  'Shipping Platform': 'शिपिंग प्लॅटफॉर्म',
  Order: 'ऑर्डर',
  Orders: 'ऑर्डर',
  Style: 'स्टाइल',
  Size: 'साइझ',
  Status: 'स्थिती',
  Quantities: 'प्रमाण',
  Packed: 'पॅक केले',
  Shipped: 'पाठवले',
  Confirmed: 'निश्चित',
  'Out of stock': 'स्टॉकमध्ये नाही',
  'Order {{order_id}} confirmed.': 'ऑर्डर {{order_id}} निश्चित झाली.',
  '{{n}} pieces': '{{n}} नग',
}

export async function tellLanguages(tx: Tx): Promise<void> {
  const by = userId('admin')
  await insertRows(tx, 'language', [{ code: 'mr', name: 'मराठी', created_by: by }])
  const words = Object.entries(marathi).map(([key, text]) => ({
    language: 'mr',
    key,
    text,
    version: 1,
    updated_by: by,
  }))
  await insertRows(tx, 'translation', words)
}
