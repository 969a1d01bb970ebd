import type { Insertable } from 'kysely'
import { v5, v7 } from 'uuid'
import { type MoveKind, pieces, type Quantities } from '../../shared/areas/orders/quantities.ts'
import type { VendorReason } from '../../shared/areas/orders/vendor-reasons.ts'
import type { RefusalReason } from '../../shared/kernel/reasons.ts'
import type { Role, Team } from '../../shared/kernel/roles.ts'
import type { AuditEvent } from '../audit/audit.ts'
import type { Tables } from '../database/types.gen.ts'

/** An order line while its story is told. */
export interface DemoLine {
  id: string
  skuId: string
  now: Quantities
  decision: 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK'
  reason: RefusalReason | null
  /** One of the vendor's own; the reason is then "Other". */
  vendorReason?: VendorReason
  remark: string | null
}

interface Happening extends AuditEvent {
  at: number
  /** The account's mailbox: `ops` for ops@demo.selvedge. */
  by: string
}

interface Move {
  kind: MoveKind
  quantity: number
  at: number
  auditId: string
  shipmentId?: string
  reason?: RefusalReason
  remark?: string
}

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[]

/** Everything that the stories write, table by table, and the two ledgers that every story goes through. */
export interface Book {
  random: Random
  events: Rows<'audit_event'>
  moves: Rows<'line_move'>
  orders: Rows<'vendor_order'>
  lines: Rows<'order_line'>
  shipments: Rows<'shipment'>
  shipmentLines: Rows<'shipment_line'>
  boxes: Rows<'box'>
  boxLines: Rows<'box_line'>
  /** Boxes that came to China QC, for its own stories. */
  arrivals: Arrival[]
}

/** A box at the door of China QC. */
export interface Arrival {
  boxId: string
  boxNo: string
  sscc: string
  shipment: { id: string; shipmentId: string; vendor: string }
  contents: { line: DemoLine; quantity: number }[]
  /** When it was taken in, ms since 1970. */
  at: number
}

export function openBook(random: Random): Book {
  const tables = { events: [], moves: [], orders: [], lines: [] }
  return { random, ...tables, shipments: [], shipmentLines: [], boxes: [], boxLines: [], arrivals: [] }
}

export function userId(account: string | Pick<DemoAccount, 'email'>): string {
  return fixedId('user', typeof account === 'string' ? `${account}@demo.selvedge` : account.email)
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** Writes an event down. Gives its id, for the moves that belong to it. */
export function record(book: Book, happening: Happening): string {
  const id = book.random.idAt(happening.at)
  book.events.push({
    id,
    at: isoTime(happening.at),
    user_id: userId(happening.by),
    entity: happening.entity,
    entity_id: happening.entityId,
    event: happening.event,
    from_state: happening.from ?? null,
    to_state: happening.to ?? null,
    source: happening.source ?? 'screen',
    request_id: 'demo-data',
    // One JSON document for the whole table carries it as an object, not as text.
    details: (happening.details ?? {}) as unknown as string,
  })
  return id
}

/** Moves pieces by the domain's rule and writes the move down. Nothing happens for 0 pieces. */
export function move(book: Book, line: DemoLine, { kind, quantity, at, auditId, ...why }: Move): void {
  if (quantity === 0) return
  const outcome = pieces.move(line.now, kind, quantity)
  if ('refused' in outcome) throw new Error(`a story moves ${quantity} pieces by ${kind}: ${outcome.refused}`)
  line.now = outcome.line
  book.moves.push({
    id: book.random.idAt(at),
    order_line_id: line.id,
    kind,
    quantity,
    reason: why.reason ?? null,
    remark: why.remark ?? null,
    shipment_id: why.shipmentId ?? null,
    audit_id: auditId,
    at: isoTime(at),
  })
}

/** Namespace of the ids that stay the same whatever the day. */
const namespace = '0f3c6f3e-7c52-5d0b-9a53-3b1d6d1f2a10'

/** The same uuid for the same name, always: `fixedId('user', 'ops@demo.selvedge')`. */
export function fixedId(kind: string, name: string): string {
  return v5(`${kind}:${name}`, namespace)
}

/** A small seeded generator: the same seed gives the same story. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** One of the values. Throws for an empty list. */
  one<T>(values: readonly T[]): T
  /** `count` different ones of the values, in their order; all of them when there are fewer. */
  some<T>(values: readonly T[], count: number): T[]
  /** A uuid v7 of that moment (ms since 1970), so that ids sort by time as live ones do. */
  idAt(at: number): string
}

export function makeRandom(seed: number): Random {
  const next = mulberry32(seed)
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    one(values) {
      const value = values[between(0, values.length - 1)]
      if (value === undefined) throw new RangeError('nothing to choose from')
      return value
    },
    some(values, count) {
      const left = [...values.keys()]
      while (left.length > count) left.splice(between(0, left.length - 1), 1)
      return values.filter((_, at) => left.includes(at))
    },
    idAt: (at) => v7({ msecs: Math.floor(at), random: Uint8Array.from({ length: 16 }, () => between(0, 255)) }),
  }
}

/** Tommy Ettinger's mulberry32, public domain: 32 bits of state, numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One person of the demo data. */
export interface DemoAccount {
  email: string
  name: string
  role: Role
  team: Team | null
  /** The vendor's code, for the role `vendor` only. */
  vendor: string | null
  /** Codes of the sites to which the account is bound; none is all of them. */
  sites?: readonly string[]
}

export { demoPassword } from '../../shared/areas/people/rules.ts'

function person(mailbox: string, name: string, role: Role, team: Team | null = null, vendor: string | null = null) {
  return { email: `${mailbox}@demo.selvedge`, name, role, team, vendor }
}

/** A person of every role and team in the specification (section 6), in the order in which the README lists them. */
export const demoAccounts: readonly DemoAccount[] = [
  person('vendor', 'Chen Meiling 陈美玲', 'vendor', null, 'GZ01'),
  person('vendor2', 'Liu Wei 刘伟', 'vendor', null, 'SZ02'),
  { ...person('facility', 'Ramesh Kumar', 'vendor', null, 'NOI1'), sites: ['PNOI'] },
  person('internal', 'Zhou Ting 周婷', 'internal_team'),
  person('ops', 'Ananya Rao', 'ops'),
  person('ops-team', 'Huang Jie 黄洁', 'ops_team'),
  { ...person('china-qc', 'Wang Lei 王磊', 'china_warehouse_team', 'china'), sites: ['CNQC'] },
  { ...person('china-qc-hz', 'Shen Yan 沈燕', 'china_warehouse_team', 'china'), sites: ['CNQZ'] },
  person('india-qc', 'Rohan Mehta', 'india_qc_manager', 'india'),
  person('india-inward', 'Sunita Yadav', 'india_qc_inward_wh', 'india'),
  person('warehouse', 'Imran Shaikh', 'warehouse', 'warehouse'),
  person('retail', 'Priya Nair', 'retail_admin', 'retail'),
  person('cad', 'Deepak Verma', 'cad', 'india'),
  person('buyer', 'Kavya Iyer', 'bm_team'),
  person('buyer-admin', 'Lin Yue 林悦', 'bm_admin', 'china'),
  person('buyer-admin-india', 'Meera Kapoor', 'bm_admin', 'india'),
  person('cataloguer', 'Xu Fang 徐芳', 'cataloging_team', 'china'),
  person('admin', 'Arjun Malhotra', 'admin'),
  person('admin-india', 'Neha Sharma', 'admin', 'india'),
  person('admin-warehouse', 'Vikram Singh', 'admin', 'warehouse'),
  person('admin-retail', 'Fatima Khan', 'admin', 'retail'),
  person('super-admin', 'Tara Menon', 'super_admin'),
  person('super-admin-india', 'Sanjay Gupta', 'super_admin', 'india'),
  person('super-admin-warehouse', 'Joseph Thomas', 'super_admin', 'warehouse'),
  person('super-admin-retail', 'Aisha Qureshi', 'super_admin', 'retail'),
]

/** An account that cannot simply sign in. */
export interface OddAccount extends DemoAccount {
  state: 'inactive' | 'locked' | 'must-change-password'
}

/** Not in the README: they show what an account may come to. The one with a new password due signs in with the demo's. */
export const oddAccounts: readonly OddAccount[] = [
  { ...person('left', 'Zhang Qiang 张强', 'internal_team'), state: 'inactive' },
  { ...person('vendor-old', 'Guo Min 郭敏', 'vendor', null, 'SZ02'), state: 'inactive' },
  { ...person('forgetful', 'Rahul Desai', 'warehouse', 'warehouse'), state: 'locked' },
  { ...person('newcomer', 'Li Na 李娜', 'ops_team'), state: 'must-change-password' },
]
