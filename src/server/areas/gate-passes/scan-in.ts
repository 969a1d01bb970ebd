import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { pickFrom } from '../../../shared/areas/gate-passes/rules.ts'
import { type GatePassBoxRow, packResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { type BoxRow, boxCodeOf, boxWire, lockBoxes, readBoxes, readContents } from './box-rows.ts'
import { type ContentChange, changeContents } from './contents.ts'
import { type DueLeft, dueBackOf } from './due-back.ts'
import { assertMove, lockPass, passOfBox } from './lock-pass.ts'
import { itemKey, type LockedItem, lockItems, lockOrMakeItems } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'
import { keepScans, seenScans, tellable } from './scans.ts'
import { type FoundSku, findSkus, skuCode } from './skus.ts'
import { type FreeStock, holdFreeStock, saidOfRest } from './source-stock.ts'

type Input = Taken<Contract['gatePasses']['addItem']>
type Scan = Input['scans'][number]
export type PackResult = z.output<typeof packResult>

/** Scans pieces into an open box. A scan that came before is answered as it was, whatever happened to the box since. */
export const addItem: Handlers<Contract['gatePasses']>['addItem'] = (input, context) =>
  inBox(context, input, ['pack', inPacked], async (tx, { pass, box, fresh, skus }) => {
    const known = fresh.flatMap(({ code }) => skus.get(skuCode(code)) ?? [])
    const due = await dueBackOf(tx, pass)
    const planned = await lockItems(
      tx,
      pass.id,
      known.map(({ id }) => id),
    )
    const books: Books = {
      due,
      pass,
      box,
      items: new Map(planned.map((item) => [itemKey(item), { ...item }])),
      free: await holdFreeStock(
        tx,
        pass,
        known.map(({ id }) => id),
        input.shelf,
      ),
      hasPlan: pass.planned > 0,
      goesBeyond: input.beyond_plan,
      shelf: input.shelf,
    }
    const decided: Judged[] = []
    for (const scan of fresh) {
      const sku = skus.get(skuCode(scan.code)) ?? null
      const condition = sku ? conditionOf(scan, sku, [...books.items.values()]) : 'good'
      const judged = judge(books, scan, sku, condition)
      decided.push({ ...judged, result: await withElsewhere(tx, pass, judged.result, sku, condition) })
    }
    const packed = decided.flatMap(({ picks, key }) => (picks && key ? picks.map((pick) => ({ ...pick, key })) : []))
    const items = await lockOrMakeItems(
      tx,
      pass.id,
      packed.map(({ sku_id, condition }) => ({ sku_id, condition })),
    )
    return {
      results: decided.map(({ result }) => result),
      changes: packed.map(({ key, ...pick }): ContentChange => ({ ...pick, item_id: items.get(key)?.id ?? '' })),
    }
  })

/** Takes pieces out of an open box. */
export const deleteItem: Handlers<Contract['gatePasses']>['deleteItem'] = (input, context) =>
  inBox(context, input, ['unpack', takenOut], async (tx, { pass, box, fresh, skus }) => {
    const items = await lockItems(
      tx,
      pass.id,
      fresh.flatMap(({ code }) => skus.get(skuCode(code))?.id ?? []),
    )
    const contents = (await readContents(tx, [box.id])).map((content) => ({ ...content }))
    const changes: ContentChange[] = []
    const results = fresh.map((scan): PackResult => {
      const sku = skus.get(skuCode(scan.code)) ?? null
      if (sku === null) return unknown(scan)
      const own = contents.filter(
        ({ sku_id, condition }) => sku_id === sku.id && (scan.condition ?? condition) === condition,
      )
      const held = own.reduce((sum, { quantity }) => sum + quantity, 0)
      const { nm_sku } = sku
      if (held < scan.quantity)
        return packSaid(scan, 'not_in_box', packWords.not_in_box, { nm_sku, held, box_no: box.box_no }, { nm_sku })
      let left = scan.quantity
      for (const content of own.toReversed()) {
        const taken = Math.min(left, content.quantity)
        if (taken === 0) continue
        content.quantity -= taken
        left -= taken
        const item = items.find(({ id }) => id === content.item_id)
        if (item) item.packed -= taken
        changes.push({ ...content, quantity: -taken })
      }
      const item = items.find(({ sku_id }) => sku_id === sku.id)
      const values = { quantity: scan.quantity, nm_sku, box_no: box.box_no }
      return packSaid(scan, 'taken_out', packWords.taken_out, values, { nm_sku, quantity: scan.quantity, item, sku })
    })
    return { results, changes }
  })

interface AtBox {
  pass: PassRow
  box: BoxRow
  /** Scans that did not come before. */
  fresh: readonly Scan[]
  skus: ReadonlyMap<string, FoundSku>
}

interface Said {
  results: PackResult[]
  pieces: number
  box: GatePassBoxRow
}

const inPacked = ({ pieces: packed, ...said }: Said) => ({ ...said, packed })
const takenOut = ({ pieces: taken_out, ...said }: Said) => ({ ...said, taken_out })

/**
 * What both have in common: locks, scans that came before, the event, and what is kept of each scan. `inWords` makes the answer before it
 * is kept under the call's Idempotency-Key: sent again, it is given as it was kept.
 */
function inBox<D>(
  context: CallContext,
  input: { box: string; scans: readonly Scan[] },
  [kind, inWords]: readonly ['pack' | 'unpack', (said: Said) => D],
  decide: (tx: Tx, at: AtBox) => Promise<{ results: PackResult[]; changes: ContentChange[] }>,
) {
  return context.command(async (tx) => {
    const { caller } = context
    const code = boxCodeOf(input.box)
    const pass = await lockPass(tx, caller, await passOfBox(tx, code), 'shared')
    // Held before looking back: the same scan may be under way at this moment.
    await sql`SELECT 1 FROM gate_pass_box WHERE pass_id = ${pass.id} AND code = ${code} ORDER BY id FOR NO KEY UPDATE`.execute(
      tx,
    )
    const seen = await seenScans(tx, pass.id, kind, input.scans, packResult)
    const twice = new Set<string>()
    const fresh = input.scans.filter(({ scan_id }) => {
      const isKnown = scan_id !== undefined && (seen.has(scan_id) || twice.has(scan_id))
      if (scan_id !== undefined) twice.add(scan_id)
      return !isKnown
    })
    const answers = new Map<Scan, PackResult>()
    if (fresh.length > 0) {
      assertMove(pass, kind, caller)
      const [box] = await lockBoxes(tx, [code])
      if (box === undefined) throw new Error('a box was not locked')
      const skus = await findSkus(
        tx,
        fresh.map((scan) => scan.code),
      )
      const isShut = box.state === 'SEALED'
      const { results, changes } = isShut
        ? { results: fresh.map((scan) => sealed(scan, box)), changes: [] }
        : await decide(tx, { pass, box, fresh, skus })
      if (changes.length > 0) await change(tx, context, { pass, box, kind, changes })
      for (const [at, scan] of fresh.entries()) {
        const result = results[at]
        if (result) answers.set(scan, result)
      }
      const done = fresh.flatMap((scan) => {
        const answer = answers.get(scan)
        const isDone = answer?.outcome === 'packed' || answer?.outcome === 'taken_out'
        return scan.scan_id !== undefined && answer && isDone ? [{ scan_id: scan.scan_id, answer }] : []
      })
      await keepScans(tx, pass.id, kind, done)
      for (const { scan_id, answer } of done) seen.set(scan_id, answer)
    }
    const results = input.scans.flatMap((scan) => answers.get(scan) ?? seen.get(scan.scan_id ?? '') ?? [])
    const pieces = results.reduce((sum, { quantity }) => sum + quantity, 0)
    const [box] = await readBoxes(tx, sql<SqlBool>`b.code = ${code} AND b.pass_id = ${pass.id}`)
    if (box === undefined) throw new Error('a box went away')
    return reply(inWords({ results, pieces, box: boxWire(box, caller) }))
  })
}

interface Change {
  pass: PassRow
  box: BoxRow
  kind: 'pack' | 'unpack'
  changes: ContentChange[]
}

async function change(tx: Tx, context: CallContext, { pass, box, kind, changes }: Change): Promise<void> {
  const pieces = changes.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  const event = await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass },
    event: kind === 'pack' ? 'gate_pass.packed' : 'gate_pass.unpacked',
    details: { box: box.box_code, box_no: box.box_no, pieces, ...(box.station && { station: box.station }) },
  })
  await changeContents(tx, pass, changes, event)
}

/** In which condition a scan is meant: as it says, as the plan says, or good. */
function conditionOf(scan: Scan, sku: FoundSku, items: readonly LockedItem[]): StockCondition {
  if (scan.condition !== undefined) return scan.condition
  const own = items.filter(({ sku_id, planned }) => sku_id === sku.id && planned > 0)
  return (own.find(({ planned, packed }) => packed < planned) ?? own[0])?.condition ?? 'good'
}

interface Books {
  /** What may still go back, where the pass brings returnable goods back. */
  due: DueLeft | null
  pass: PassRow
  box: BoxRow
  items: Map<string, LockedItem>
  free: Map<string, FreeStock[]>
  hasPlan: boolean
  goesBeyond: boolean
  /** Where pieces are taken from alone. */
  shelf: string | undefined
}

interface Judged {
  result: PackResult
  key?: string
  picks?: Omit<ContentChange, 'item_id'>[]
}

/** Decides one scan and writes it into the books, so that the next one counts on it. */
function judge(
  { due, pass, box, items, free, hasPlan, goesBeyond, shelf }: Books,
  scan: Scan,
  sku: FoundSku | null,
  condition: StockCondition,
): Judged {
  if (sku === null) return { result: unknown(scan) }
  const { nm_sku } = sku
  const { quantity } = scan
  const key = itemKey({ sku_id: sku.id, condition })
  const item = items.get(key)
  if (hasPlan && !goesBeyond) {
    if (!item || item.planned === 0)
      return { result: packSaid(scan, 'not_planned', packWords.not_planned, { nm_sku }, { nm_sku, item, sku }) }
    if (item.packed + quantity > item.planned)
      return {
        result: packSaid(
          scan,
          'over_plan',
          packWords.over_plan,
          { nm_sku, planned: item.planned },
          { nm_sku, item, sku },
        ),
      }
  }
  const more = beyondClaim(item, quantity)
  const tooMany = due && notDue(due, scan, sku, more)
  if (tooMany) return { result: tooMany }
  const places = free.get(key) ?? []
  const picks = quantity > 0 ? pickFrom(places, quantity) : null
  if (picks === null) {
    const there = places.reduce((sum, place) => sum + place.free, 0)
    if (shelf !== undefined) {
      const values = { nm_sku, shelf, free: there }
      return { result: packSaid(scan, 'not_there', packWords.not_on_shelf, values, { nm_sku, item, sku }) }
    }
    const reserved = places.reduce((sum, place) => sum + place.others, 0)
    const message = reserved > 0 ? packWords.not_there_reserved : packWords.not_there
    const values = { nm_sku, free: there, site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
    const said = reserved > 0 ? { ...values, reserved } : values
    return { result: packSaid(scan, 'not_there', message, said, { nm_sku, item, sku }) }
  }
  for (const { place, quantity: taken } of picks) place.free -= taken
  due?.take(sku.id, more)
  const after: LockedItem = { ...(item ?? emptyItem(sku, condition)), packed: (item?.packed ?? 0) + quantity }
  items.set(key, after)
  return {
    key,
    picks: picks.map(({ place, quantity: taken }) => ({
      ...{
        box_id: box.id,
        box_code: box.box_code,
        sku_id: sku.id,
        condition,
        place_id: place.place_id,
        quantity: taken,
      },
    })),
    result: packSaid(
      scan,
      'packed',
      packWords.packed,
      { quantity, nm_sku, box_no: box.box_no },
      { nm_sku, quantity, item: after, sku },
    ),
  }
}

/** How many of so many pieces that are packed its plan has not claimed already. */
export const beyondClaim = (item: Pick<LockedItem, 'planned' | 'packed'> | undefined, quantity: number): number => {
  const { planned = 0, packed = 0 } = item ?? {}
  return Math.max(planned, packed + quantity) - Math.max(planned, packed)
}

/** What is said where so many more pieces of an SKU may not go back; null where they may. */
export function notDue(
  due: DueLeft,
  scan: Pick<Scan, 'code' | 'scan_id'>,
  { id, nm_sku }: { id: string; nm_sku: string },
  more: number,
): PackResult | null {
  const left = due.left(id)
  if (more <= left) return null
  return packSaid(scan, 'not_due', packWords.not_due, { nm_sku, left, gate_pass: due.returnable }, { nm_sku })
}

const emptyItem = ({ id, nm_sku }: FoundSku, condition: StockCondition): LockedItem => ({
  ...{ id: '', sku_id: id, nm_sku, condition, planned: 0, packed: 0, sent: 0, received: 0, damaged: 0, excess: 0 },
  closed_short: 0,
})

/** Where the rest is, for whoever did not find it. */
async function withElsewhere(
  tx: Tx,
  pass: PassRow,
  result: PackResult,
  sku: FoundSku | null,
  condition: StockCondition,
): Promise<PackResult> {
  if (result.message !== packWords.not_there || sku === null || Number(result.values.reserved ?? 0) > 0) return result
  const { message, values } = await saidOfRest(tx, sku.id, condition, pass.from_site_id)
  return { ...result, message, values: { ...result.values, ...values } }
}

interface About {
  nm_sku?: string
  quantity?: number
  item?: LockedItem | undefined
  sku?: FoundSku
}

export function packSaid(
  scan: Pick<Scan, 'code' | 'scan_id'>,
  outcome: PackResult['outcome'],
  message: string,
  values: PackResult['values'],
  { nm_sku, quantity = 0, item, sku }: About = {},
): PackResult {
  const { condition = 'good', planned = 0, packed = 0 } = item ?? {}
  return {
    ...{
      code: tellable(scan.code),
      scan_id: scan.scan_id ?? null,
      outcome,
      message,
      values,
      nm_sku: nm_sku ?? null,
      quantity,
    },
    item: sku && item ? { condition, planned, packed, color: sku.color, size: sku.size, picture: sku.picture } : null,
  }
}

/** What is said of a code that is no SKU. */
export function unknown(scan: Pick<Scan, 'code' | 'scan_id'>): PackResult {
  const { sscc, isMisread } = readTraced(scan.code)
  const values = { code: tellable(scan.code) }
  if (sscc !== null) return packSaid(scan, 'is_box', packWords.is_box, values)
  return isMisread
    ? packSaid(scan, 'misread', packWords.misread, values)
    : packSaid(scan, 'unknown', packWords.unknown, values)
}

function sealed(scan: Scan, { box_no }: BoxRow): PackResult {
  return packSaid(scan, 'box_sealed', packWords.box_sealed, { box_no })
}
