import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Gives } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { qcQuantities } from '../../shared/contract/qc-shapes.ts'
import { paperProblems } from '../../shared/domain/invoices.ts'
import { type BoxMove, boxMoveProblem, boxOfKind, piecesMoved } from '../../shared/domain/qc-box-moves.ts'
import { qcColumns } from '../../shared/domain/qc-quantities.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import { type Handlers, said, type Work } from '../http/call.ts'
import { assertVendorName } from '../vendor/vendors.ts'
import { kindInSql } from './box-kinds.ts'
import { unorderedBoxes } from './invoice-drafts.ts'
import { type BoxesInOrder, qcBoxesInOrder } from './qc-boxes.ts'
import { inPlaces, type QcPlace } from './qc-sites.ts'

type Call = Contract['house']['planBoxMove']
type Plan = Gives<Call>
type Staying = Plan['staying'][number]

/** Boxes named under a reason; how many there are says its number. */
const NAMED = 6

/**
 * What a bulk move would do with all boxes of a list, by the rules of the single move: boxes are judged by their kinds, of which
 * a list of any length has few. It changes nothing; whoever moves them then is judged anew, box by box.
 */
export const planBoxMove: Handlers<Contract['house']>['planBoxMove'] = async (input, work) => {
  await assertVendorName(work, input.supplier_id)
  const list = await qcBoxesInOrder(input, work)
  const kinds = await countKinds(list, work)
  const { move } = input
  const judged = kinds.map((each) => ({ ...each, problem: move ? boxMoveProblem(boxOfKind(each.kind), move) : null }))
  const going = judged.filter(({ problem }) => problem === null)
  const found = await placesOfKinds(list, going, input.most, work)
  const unordered = move === 'make_ready' ? await unorderedBoxes(work.db, found) : new Set<string>()
  const moving = found.filter((place) => !unordered.has(place.box_id))
  const box_ids = moving.map(({ box_id }) => box_id)
  const staying = await stayingByReason(list, judged, work)
  if (unordered.size > 0) staying.push(await stayingBoxes([...unordered], paperProblems.unordered, work))
  const beyond = Math.max(0, sumOf(going) - input.most)
  return said({ box_ids, pieces: await piecesOf(moving, move, work), beyond, staying })
}

const kindColumns = {
  kind: col.number,
  boxes: col.number,
}

type Kind = Row<typeof kindColumns>

const sumOf = (kinds: readonly Kind[]) => kinds.reduce((sum, { boxes }) => sum + boxes, 0)

async function countKinds({ from, rules }: BoxesInOrder, { db }: Work): Promise<Kind[]> {
  const { rows } = await rowsOf(kindColumns)`
    SELECT ${kindInSql} AS kind, count(*)::int AS boxes ${from} WHERE ${rules} GROUP BY 1 ORDER BY 2 DESC`.execute(db)
  return rows
}

function ofKinds(kinds: readonly Kind[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${kindInSql} = ANY(${kinds.map(({ kind }) => kind)}::int[])`
}

async function placesOfKinds(
  list: BoxesInOrder,
  kinds: readonly Kind[],
  most: number,
  { db }: Work,
): Promise<QcPlace[]> {
  if (kinds.length === 0) return []
  const { rows } = await rowsOf({ box_id: col.text, site_id: col.text })`
    SELECT q.box_id, q.site_id ${list.from} WHERE ${list.rules} AND ${ofKinds(kinds)}
    ORDER BY ${list.order} LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

/** What the move takes of these boxes; without one, whatever they hold. */
async function piecesOf(places: readonly QcPlace[], move: BoxMove | undefined, { db }: Work): Promise<number> {
  const sums = qcColumns.map((column) => sql`coalesce(sum(${sql.ref(`q.${column}`)}), 0)::int AS ${sql.ref(column)}`)
  const { rows } = await rowsOf(qcQuantities.shape)`
    SELECT ${sql.join(sums)} FROM qc_box q WHERE ${inPlaces(places, 'q')}`.execute(db)
  const [sum] = rows
  if (sum === undefined) return 0
  return move ? piecesMoved(sum, move) : sum.declared + sum.excess
}

const stayingBoxColumns = { shipment_id: col.text, box_no: col.text }

/** Boxes that stay, most first, under their reasons. */
async function stayingByReason(
  list: BoxesInOrder,
  judged: readonly (Kind & { problem: string | null })[],
  { db }: Work,
): Promise<Staying[]> {
  const reasons = Map.groupBy(judged, ({ problem }) => problem)
  reasons.delete(null)
  const staying: Staying[] = []
  for (const [message, kinds] of reasons) {
    const { rows: named } = await rowsOf(stayingBoxColumns)`
      SELECT h.shipment_id, b.box_no ${list.named} WHERE ${list.rules} AND ${ofKinds(kinds)}
      ORDER BY ${list.order} LIMIT ${sql.lit(NAMED)}`.execute(db)
    staying.push({ message: message ?? '', boxes: sumOf(kinds), named })
  }
  return staying.sort((a, b) => b.boxes - a.boxes)
}

async function stayingBoxes(ids: readonly string[], message: string, { db }: Work): Promise<Staying> {
  const { rows: named } = await rowsOf(stayingBoxColumns)`
    SELECT h.shipment_id, b.box_no FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.id = ANY(${ids.slice(0, NAMED)}::uuid[]) ORDER BY h.shipment_id, b.position`.execute(db)
  return { message, boxes: ids.length, named }
}
