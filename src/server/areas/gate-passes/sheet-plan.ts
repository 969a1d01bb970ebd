import { type SqlBool, sql } from 'kysely'
import { pickFrom } from '../../../shared/areas/gate-passes/rules.ts'
import { type gatePassSheet, passSheetExpected, passSheetFaults } from '../../../shared/areas/gate-passes/sheets.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import type { Tx } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import type { OpenSheet, SheetValues } from '../../sheets/take-sheet.ts'
import { type BoxRow, type ContentRow, readBoxes, readContents } from './box-rows.ts'
import { itemKey, type LockedItem, lockItems } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'
import { assertPlanWith } from './plan-items.ts'
import { type FoundSku, findSkus, skuCode } from './skus.ts'
import { type FreeStock, holdFreeStock } from './source-stock.ts'

type Values = SheetValues<typeof gatePassSheet>

export interface MeantRow {
  row: SheetRow<Values>
  sku: FoundSku
  condition: StockCondition
  quantity: number
  box_no: number | null
  shelf: string | null
  /** Free at the source, of the SKU in that condition. */
  free: number
}

/** Pieces that a box gets more, or fewer, by the sheet. */
export interface BoxChange {
  box_no: number
  sku_id: string
  condition: StockCondition
  place_id: string
  quantity: number
}

/** What a sheet comes to: what is planned, and what goes into which box or out of it. */
export interface SheetPlan {
  good: MeantRow[]
  planned: { sku_id: string; condition: StockCondition; quantity: number }[]
  changes: BoxChange[]
  boxes: BoxRow[]
}

/** Reads a sheet against a pass, which must be locked: every fault is named, nothing is written. */
export async function planSheet(
  tx: Tx,
  pass: PassRow,
  { rows, refuse }: Pick<OpenSheet<Values>, 'rows' | 'refuse'>,
): Promise<SheetPlan> {
  const skus = await findSkus(
    tx,
    rows.map(({ values }) => values.nm_sku),
  )
  const boxes = await readBoxes(tx, sql<SqlBool>`b.pass_id = ${pass.id}`)
  const byNumber = new Map(boxes.map((box) => [box.box_no, box]))
  // Items before stock, as everywhere.
  const items = await lockItems(
    tx,
    pass.id,
    [...skus.values()].map(({ id }) => id),
  )
  const free = await holdFreeStock(
    tx,
    pass,
    [...skus.values()].map(({ id }) => id),
  )
  const shelves = new Set([...free.values()].flat().flatMap(({ kind, code }) => (kind === 'shelf' ? [code] : [])))
  const good: MeantRow[] = []
  for (const row of rows) {
    const { nm_sku, quantity, box_no, condition, shelf } = row.values
    const sku = skus.get(skuCode(nm_sku))
    const box = box_no === null ? undefined : byNumber.get(box_no)
    if (sku === undefined) refuse(row, 'nm_sku', passSheetFaults.unknownSku)
    else if (box_no === 0) refuse(row, 'box_no', passSheetFaults.otherBox, passSheetExpected.boxNo)
    else if (box?.is_whole) refuse(row, 'box_no', passSheetFaults.otherBox)
    else if (shelf && !shelves.has(shelf)) refuse(row, 'shelf', passSheetFaults.unknownShelf)
    else {
      const meant = { sku_id: sku.id, condition: condition ?? ('good' as const) }
      const there = (free.get(itemKey(meant)) ?? []).reduce((sum, place) => sum + place.free - place.own, 0)
      good.push({ row, sku, condition: meant.condition, quantity, box_no, shelf: shelf || null, free: there })
    }
  }
  const contents = await readContents(
    tx,
    boxes.map(({ id }) => id),
  )
  const changes = { ...changesOf(good, { byNumber, contents, free, refuse }), books: free }
  const refused = new Set(changes.refused)
  const packable = good.filter(({ row }) => !refused.has(row))
  // What a draft plans already stays, also where less is free by now: it is refused when the pass is confirmed.
  const isDraft = pass.state === 'DRAFT' && changes.changes.length === 0
  const beyond = beyondFree(packable, { ...changes, contents, kept: isDraft ? items : [] })
  for (const [{ row }, count] of beyond)
    refuse(row, 'quantity', passSheetFaults.notThere, passSheetExpected.free, { values: { count } })
  const taken = packable.filter((row) => !beyond.has(row))
  const planned = plannedOf(taken)
  await assertPlanWith(tx, pass.id, planned)
  return { good: taken, planned, changes: changes.changes, boxes }
}

/** Rows without a box that plan more than is free behind what the sheet packs, with how many pieces are. */
function beyondFree(
  rows: readonly MeantRow[],
  { books, contents, kept }: { books: Books; contents: readonly ContentRow[]; kept: readonly LockedItem[] },
): Map<MeantRow, number> {
  const packed = new Map<string, number>()
  for (const content of contents) packed.set(itemKey(content), (packed.get(itemKey(content)) ?? 0) + content.quantity)
  const planned = new Map(kept.map((item) => [itemKey(item), item.planned]))
  const left = new Map<string, number>()
  const beyond = new Map<MeantRow, number>()
  const keyOf = ({ sku, condition }: MeantRow) => itemKey({ sku_id: sku.id, condition })
  for (const row of rows.toSorted((a, b) => Number(a.box_no === null) - Number(b.box_no === null))) {
    const key = keyOf(row)
    // What lies in boxes already, and what is free now.
    const there = left.get(key) ?? Math.max(planned.get(key) ?? 0, (packed.get(key) ?? 0) + freeIn(books, key))
    if (row.box_no === null && row.quantity > there) beyond.set(row, Math.max(0, there))
    else left.set(key, there - row.quantity)
  }
  return beyond
}

const freeIn = (books: Books, key: string) => (books.get(key) ?? []).reduce((sum, place) => sum + place.free, 0)

type Books = ReadonlyMap<string, readonly FreeStock[]>

function plannedOf(rows: readonly MeantRow[]) {
  const sums = new Map<string, SheetPlan['planned'][number]>()
  for (const { sku, condition, quantity } of rows) {
    const key = itemKey({ sku_id: sku.id, condition })
    const sum = sums.get(key) ?? { sku_id: sku.id, condition, quantity: 0 }
    sums.set(key, { ...sum, quantity: sum.quantity + quantity })
  }
  return [...sums.values()]
}

interface Held {
  byNumber: ReadonlyMap<number, BoxRow>
  contents: readonly ContentRow[]
  free: ReadonlyMap<string, readonly FreeStock[]>
  refuse: OpenSheet<Values>['refuse']
}

/** What boxes get more and fewer than they hold; what is in a box and not in the sheet stays. */
function changesOf(good: readonly MeantRow[], { byNumber, contents, free, refuse }: Held) {
  const books = new Map([...free].map(([key, places]) => [key, places.map((place) => ({ ...place }))]))
  const inBoxes = Map.groupBy(contents, (content) => `${content.box_id} ${itemKey(content)}`)
  const changes: BoxChange[] = []
  const refused: SheetRow<Values>[] = []
  const boxed = good.filter(({ box_no }) => box_no !== null)
  const groups = Map.groupBy(
    boxed,
    ({ box_no, sku, condition }) => `${box_no} ${itemKey({ sku_id: sku.id, condition })}`,
  )
  const fewer: (() => void)[] = []
  for (const rows of groups.values()) {
    const [first] = rows
    if (first === undefined || first.box_no === null) continue
    const { box_no, condition, sku } = first
    const key = itemKey({ sku_id: sku.id, condition })
    const box = byNumber.get(box_no)
    const held = inBoxes.get(`${box?.id} ${key}`) ?? []
    let by =
      rows.reduce((sum, { quantity }) => sum + quantity, 0) - held.reduce((sum, { quantity }) => sum + quantity, 0)
    if (by === 0) continue
    if (box?.state === 'SEALED') {
      refuse(first.row, 'box_no', passSheetFaults.boxSealed)
      refused.push(...rows.map(({ row }) => row))
      continue
    }
    const about = { box_no, sku_id: sku.id, condition }
    for (const content of held.toReversed()) {
      const taken = Math.min(-by, content.quantity)
      if (taken <= 0) break
      by += taken
      fewer.push(() => changes.push({ ...about, place_id: content.place_id, quantity: -taken }))
    }
    if (by <= 0) continue
    const places = (books.get(key) ?? []).filter(
      ({ code, kind }) => !first.shelf || (kind === 'shelf' && code === first.shelf),
    )
    const picks = pickFrom(places, by)
    if (picks === null) {
      const count = places.reduce((sum, place) => sum + place.free, 0)
      refuse(first.row, 'quantity', passSheetFaults.notThere, passSheetExpected.free, { values: { count } })
      refused.push(...rows.map(({ row }) => row))
      continue
    }
    for (const { place, quantity } of picks) {
      place.free -= quantity
      changes.push({ ...about, place_id: place.place_id, quantity })
    }
  }
  for (const each of fewer) each()
  return { changes, refused }
}
