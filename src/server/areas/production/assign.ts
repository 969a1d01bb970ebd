import { sql } from 'kysely'
import { isZeroRate, startFault } from '../../../shared/areas/production/due.ts'
import { loadOf, loadWords, mondayOf, overloadOf, roomFor, weekSums } from '../../../shared/areas/production/load.ts'
import { orderPathWords } from '../../../shared/areas/production/order-states.ts'
import { proposeFacilities } from '../../../shared/areas/production/proposal.ts'
import { type SplitLine, splitFaults, splitFaultsOf } from '../../../shared/areas/production/split.ts'
import { productionWords, stagesNotListed } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import type { FieldProblem } from '../../../shared/kernel/errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { dropDrafts } from './drafts.ts'
import {
  allocationOf,
  allocationsOf,
  type Facility,
  facilitiesOf,
  lastRates,
  loadsOf,
  weeksFrom,
} from './facilities.ts'
import { historiesOf } from './facility-history.ts'
import { assertNoLivePo, holdOrders, moveOrders } from './move-orders.ts'
import { type KnownOrder, linesOf, linesOfMany, orderOf } from './orders.ts'

type Routes = Handlers<Contract['production']>
type Asked = Taken<Contract['production']['assignVendors']>
export type Assignment = Asked['orders'][number]

/** Days that work is planned with where no due date to come is said. */
export const USUAL_DAYS = 28

const cellOf = ({ color, size }: { color: string; size: string }) => `${color}\n${size}`
const splitLines = (lines: readonly { color: string; size: string; pieces: number }[]): SplitLine[] =>
  lines.map((line) => ({ line: cellOf(line), size: line.size, pieces: line.pieces }))

/** Facilities of the order's path side by side, its split as it stands, and a proposal. */
export const getVendorAllocations: Routes['getVendorAllocations'] = async ({ id: number, ...asked }, context) => {
  const { db } = context
  const { id, order } = await orderOf(db, context, number)
  const { facilities: assigned, shares } = await allocationOf(db, id)
  const today = dayIn(indiaZone, new Date())
  const begun = assigned.map((one) => one.starts_on).toSorted()[0]
  // Days that are gone make nothing any more.
  const starts_on = asked.starts_on ?? (begun !== undefined && begun >= today ? begun : addDays(today, 1))
  // "In time" is when the order is due, however late a facility may finish.
  const wanted = asked.due_on ?? order.due_on
  const due_on = wanted !== null && wanted >= starts_on ? wanted : addDays(starts_on, USUAL_DAYS)
  const all = (await facilitiesOf(db, null)).filter(({ is_own }) => is_own === (order.path === 'IN_HOUSE'))
  const ids = all.map((one) => one.id)
  const works = await loadsOf(db, ids, { without: [id], from: starts_on })
  const rates = await lastRates(db, ids, order.category)
  const histories = await historiesOf(db, ids)
  // Rates of other currencies cannot be set beside each other.
  const currency = [...rates.values()][0]?.currency
  const facilities = all.map((one) => ({
    facility: one.facility,
    name: one.name,
    name_zh: one.name_zh,
    capacity: one.capacity,
    weeks: weeksFrom(works(one.id), mondayOf(starts_on)),
    room: roomFor(one.capacity, loadOf(works(one.id)), { starts_on, due_on }),
    rate: rates.get(one.id) ?? null,
    pass_rate: histories.get(one.id)?.pass_rate ?? null,
    on_time: histories.get(one.id)?.on_time ?? null,
    stages_not_listed: stagesNotListed(one.stages),
  }))
  const candidates = facilities.map(({ facility, room, rate, pass_rate }) => ({
    facility,
    room,
    rate: rate !== null && rate.currency === currency ? rate.minor : null,
    pass_rate,
  }))
  const lines = (await linesOf(db, id)).map(({ color, size, pieces }) => ({ color, size, pieces }))
  return reply({
    order,
    lines,
    starts_on,
    due_on,
    facilities,
    shares,
    assigned,
    proposal: proposeFacilities(order.pieces, candidates),
  })
}

export const assignVendors: Routes['assignVendors'] = (input, context) => assign(input, context, 'assign')

/** Other facilities for orders that are not sent yet. */
export const updateVendor: Routes['updateVendor'] = (input, context) => assign(input, context, 'reassign')

/** Splits orders over facilities, all of them or none; every cell that is wrong is named at its field. */
function assign(input: Asked, context: CallContext, move: 'assign' | 'reassign') {
  return context.command(async (tx) => {
    const held = await holdOrders(tx, context, input.orders, move)
    const known = await heldFacilities(tx, input.orders)
    const fields = await assignmentFaults(tx, held, input.orders, known, () => input.accepts_overload)
    const [first] = fields
    if (first !== undefined)
      throw invalidInput(first.message, { ...(first.values && { values: first.values }), fields })
    await writeAssignments(tx, context, { held, orders: input.orders, known, move })
    return reply({ moved: held.length }, productionWords.assigned)
  })
}

/** Facilities that assignments name, by their codes, locked: nobody else fills them meanwhile. */
export async function heldFacilities(
  tx: Tx,
  orders: readonly Pick<Assignment, 'facilities' | 'shares'>[],
): Promise<ReadonlyMap<string, Facility>> {
  const codes = orders.flatMap(({ facilities, shares }) => [...facilities, ...shares].map((one) => one.facility))
  return new Map((await facilitiesOf(tx, [...new Set(codes)], true)).map((one) => [one.facility, one]))
}

/** Writes assignments that have no fault, each beside its held order. */
export async function writeAssignments(
  tx: Tx,
  context: CallContext,
  what: {
    held: readonly KnownOrder[]
    orders: readonly Assignment[]
    known: ReadonlyMap<string, Facility>
    move: 'assign' | 'reassign'
  },
): Promise<void> {
  const { held, orders, known, move } = what
  if (held.length === 0) return
  await writeSplits(tx, held, orders, known)
  await dropDrafts(
    tx,
    context,
    held.map(({ id }) => id),
    ['shares', 'quotas', 'facilities'],
  )
  const split = new Map(orders.map((one) => [one.order_action_id, saidSplit(one)]))
  await moveOrders(tx, context, held, move, { details: ({ number }) => ({ split: split.get(number) ?? '' }) })
}

/** "NOI1 1,200 · JAI2 800" */
function saidSplit({ shares }: Assignment): string {
  const byFacility = Map.groupBy(shares, ({ facility }) => facility)
  return [...byFacility].map(([facility, own]) => `${facility} ${sumOf(own)}`).join(' · ')
}

const sumOf = (shares: readonly { pieces: number }[]) => shares.reduce((sum, { pieces }) => sum + pieces, 0)

/** Names every fault of assignments at its field (`orders.0.shares.1.pieces`). `accepts` says of an order's facility whether more than its free capacity is meant. */
export async function assignmentFaults(
  tx: Tx,
  held: readonly KnownOrder[],
  orders: readonly Assignment[],
  known: ReadonlyMap<string, Facility>,
  accepts: (order: number, facility: string) => boolean,
): Promise<FieldProblem[]> {
  const from =
    orders.flatMap(({ facilities }) => facilities.map(({ starts_on }) => starts_on)).toSorted()[0] ?? '9999-12-31'
  const others = await loadsOf(
    tx,
    [...known.values()].map(({ id }) => id),
    { without: held.map(({ id }) => id), from },
  )
  // What earlier orders of the same press give a facility is its load, too.
  const loads = new Map([...known.values()].map(({ id }) => [id, weekSums(others(id))]))
  const linesOfAll = await linesOfMany(
    tx,
    held.map(({ id }) => id),
  )
  const before = await allocationsOf(
    tx,
    held.map(({ id }) => id),
  )
  const fields: FieldProblem[] = []
  for (const [at, order] of held.entries()) {
    const asked = orders[at]
    if (asked === undefined) continue
    const place = `orders.${at}`
    const lines = splitLines(linesOfAll.get(order.id) ?? [])
    const shares = asked.shares.map((share) => ({
      facility: share.facility,
      line: cellOf(share),
      pieces: share.pieces,
    }))
    fields.push(
      ...splitFaultsOf(lines, shares).map(({ at: share, message, values }) => ({
        field: share === null ? `${place}.shares` : `${place}.shares.${share}.pieces`,
        message,
        values,
      })),
      ...facilityFaults(order, asked, known, before.get(order.id)?.facilities ?? []).map((fault) => ({
        ...fault,
        field: `${place}.${fault.field}`,
      })),
    )
    asked.facilities.forEach(({ facility, starts_on, due_on }, time) => {
      const one = known.get(facility)
      const pieces = sumOf(asked.shares.filter((share) => share.facility === facility))
      if (one === undefined || pieces === 0 || due_on < starts_on) return
      const work = { pieces, starts_on, due_on }
      const load = loads.get(one.id) ?? weekSums([])
      const over = overloadOf(one.capacity, load.weeks(), work)
      load.add(work)
      if (over === null || (accepts(at, facility) && over.message === loadWords.full)) return
      fields.push({ field: `${place}.facilities.${time}.due_on`, message: over.message, values: over.values })
    })
  }
  return fields
}

/** What is wrong with the facilities of an order, apart from the sums. */
function facilityFaults(
  { path }: KnownOrder,
  { facilities, shares }: Assignment,
  known: ReadonlyMap<string, Facility>,
  before: readonly { facility: string; starts_on: string }[],
): FieldProblem[] {
  const today = dayIn(indiaZone, new Date())
  const fault = (field: string, message: string, values: Record<string, string> = {}) => ({ field, message, values })
  const times = facilities.flatMap((time, at): FieldProblem[] => {
    const { facility, starts_on, due_on, rate } = time
    const field = `facilities.${at}`
    const one = known.get(facility)
    if (one === undefined) return [fault(`${field}.facility`, splitFaults.noFacility)]
    if (one.is_retired) return [fault(`${field}.facility`, splitFaults.retired)]
    if (one.is_own !== (path === 'IN_HOUSE'))
      return [fault(`${field}.facility`, splitFaults.otherPath, { path_key: orderPathWords[path] })]
    const was = before.find((other) => other.facility === facility)?.starts_on ?? null
    const past = startFault(starts_on, was, today)
    return [
      ...(past === null ? [] : [fault(`${field}.starts_on`, past.message, past.values)]),
      ...(isZeroRate(rate) ? [fault(`${field}.rate`, productionWords.zeroRate)] : []),
      ...(facilities.findIndex((other) => other.facility === facility) < at
        ? [fault(`${field}.facility`, splitFaults.facilityTwice)]
        : []),
      ...(due_on < starts_on ? [fault(`${field}.due_on`, loadWords.backward)] : []),
      ...(path === 'OUTSOURCED' && !rate ? [fault(`${field}.rate`, productionWords.noRate, { facility })] : []),
      ...(shares.some((share) => share.facility === facility)
        ? []
        : [fault(`${field}.facility`, productionWords.notMissing, { facility })]),
    ]
  })
  const lacking = new Set(
    shares.map(({ facility }) => facility).filter((code) => !facilities.some((one) => one.facility === code)),
  )
  return [...times, ...[...lacking].map((facility) => fault('facilities', productionWords.noTime, { facility }))]
}

const keptColumns = { key: col.text, pieces: col.number }

/** Writes splits anew. Throws conflict where a live purchase order is of other pieces than its facility gets now. */
export async function writeSplits(
  tx: Tx,
  held: readonly KnownOrder[],
  orders: readonly Assignment[],
  known: ReadonlyMap<string, Facility>,
): Promise<void> {
  const ids = held.map(({ id }) => id)
  const idOf = (code: string) => known.get(code)?.id ?? ''
  const given = orders.flatMap(({ facilities, shares }, at) => {
    const byFacility = Map.groupBy(shares, ({ facility }) => facility)
    return facilities.map((time) => ({
      ...time,
      order: ids[at] ?? '',
      id: idOf(time.facility),
      pieces: sumOf(byFacility.get(time.facility) ?? []),
    }))
  })
  const pieces = new Map(given.map((one) => [`${one.order} ${one.id}`, one.pieces]))
  const { rows: before } = await rowsOf(keptColumns)`
    SELECT order_id::text || ' ' || facility_id::text AS key, pieces FROM production_vendor_allocation WHERE order_id = ANY(${ids}::uuid[])`.execute(
    tx,
  )
  await assertNoLivePo(
    tx,
    ids,
    before.filter((row) => pieces.get(row.key) === row.pieces).map(({ key }) => key),
  )
  const all = <T>(of: (one: (typeof given)[number]) => T) => given.map(of)
  await sql`DELETE FROM production_vendor_allocation WHERE order_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`INSERT INTO production_vendor_allocation (order_id, facility_id, starts_on, due_on, rate_minor, rate_currency, pieces)
    SELECT * FROM unnest(${all(({ order }) => order)}::uuid[], ${all(({ id }) => id)}::uuid[], ${all(({ starts_on }) => starts_on)}::date[],
      ${all(({ due_on }) => due_on)}::date[], ${all(({ rate }) => rate?.minor ?? null)}::bigint[],
      ${all(({ rate }) => rate?.currency ?? null)}::text[], ${all((one) => one.pieces)}::int[])`.execute(tx)
  const shares = orders.flatMap((one, at) => one.shares.map((share) => ({ ...share, order: ids[at] ?? '' })))
  const each = <T>(of: (share: (typeof shares)[number]) => T) => shares.map(of)
  await sql`INSERT INTO production_allocation_line (order_id, facility_id, color, size, pieces)
    SELECT * FROM unnest(${each(({ order }) => order)}::uuid[], ${each(({ facility }) => idOf(facility))}::uuid[], ${each(({ color }) => color)}::text[],
      ${each(({ size }) => size)}::text[], ${each((share) => share.pieces)}::int[])`.execute(tx)
}
