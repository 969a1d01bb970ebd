import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { StockDocument, StockMoveKind } from '../../../shared/areas/stock/moves.ts'
import { isReasonOfOther, stockWords } from '../../../shared/areas/stock/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { movedSkus } from './event-skus.ts'
import { moveStock as applyMoves, reverseStock, type StockAt, type StockMove } from './move-stock.ts'
import { siteToChange } from './sites.ts'
import { stockEvent } from './stock-events.ts'

type Calls = Contract['stock']
type Done = Reply<Gives<Calls['moveStock']>>
type Line = Taken<Calls['writeOffStock']>['lines'][number]
type Place = Pick<Line, 'site' | 'place_kind' | 'shelf'>

/** A place as people name it: a shelf by its code. Without its site's code, as refusals name it. */
interface FoundPlaces {
  idOf(place: Place): string
}

const keyOf = ({ site, place_kind, shelf }: Place) => `${site} ${place_kind} ${shelf ?? ''}`

/** Ids of places that lines name, of sites that the caller may change. Throws not_found for a shelf that is not there. */
export async function namedPlaces(tx: Tx, { caller }: CallContext, places: readonly Place[]): Promise<FoundPlaces> {
  const all = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  for (const site of new Set(all.map((place) => place.site))) await siteToChange(tx, caller, site)
  for (const { place_kind, shelf } of all)
    if (place_kind === 'shelf' && !shelf) throw invalidInput(stockWords.shelfNeeded)
  const { rows } = await rowsOf({ at: col.number, id: col.text })`
    SELECT n.at::int AS at, p.id::text AS id
    FROM unnest(${all.map(({ site }) => site)}::text[], ${all.map(({ place_kind }) => place_kind)}::text[],
      ${all.map(({ place_kind, shelf }) => (place_kind === 'shelf' ? (shelf ?? '') : place_kind))}::text[])
      WITH ORDINALITY AS n (site, kind, code, at)
    JOIN site x ON x.code = n.site JOIN place p ON p.site_id = x.id AND p.kind = n.kind AND p.code = n.code`.execute(tx)
  const ids = new Map(rows.map(({ at, id }) => [keyOf(all[at - 1] ?? { site: '', place_kind: 'floor' }), id]))
  return {
    idOf(place) {
      const id = ids.get(keyOf(place))
      if (id === undefined)
        throw notFound(stockWords.noShelf, { shelf: place.shelf ?? place.place_kind, site: place.site })
      return id
    },
  }
}

/** sku.id by the codes of SKUs. Throws not_found for one that nobody knows. */
async function namedSkus(tx: Tx, codes: readonly string[]): Promise<(code: string) => string> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT id::text AS id, nm_sku AS code FROM sku WHERE nm_sku = ANY(${[...new Set(codes)]}::text[])`.execute(tx)
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => {
    const id = ids.get(code)
    if (id === undefined) throw notFound(stockWords.noSku, { sku: code })
    return id
  }
}

interface Own {
  kind: StockMoveKind
  type: StockDocument
  words: string
  reason?: string
  /** Where the pieces of a line come from and go to. */
  way: (at: StockAt, site: string, places: FoundPlaces) => { from: StockAt | null; to: StockAt | null }
  /** Further places that `way` asks for. */
  also?: (lines: readonly Line[]) => Place[]
}

/** A command of stock's own: its lines are moved together, under a document that is named by its id alone. */
function ownMove(context: CallContext, lines: readonly Line[], own: Own): Promise<Done> {
  return context.command(async (tx) => {
    const places = await namedPlaces(tx, context, [...lines, ...(own.also?.(lines) ?? [])])
    const skuOf = await namedSkus(
      tx,
      lines.map(({ nm_sku }) => nm_sku),
    )
    const document = { type: own.type, id: v7() }
    const moves = lines.map(
      (line): StockMove => ({
        ...{ kind: own.kind, skuId: skuOf(line.nm_sku), quantity: line.quantity, document, reason: own.reason ?? null },
        ...own.way({ placeId: places.idOf(line), condition: line.condition }, line.site, places),
      }),
    )
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const event = await recordEvent(tx, context, {
      ...{ entity: 'stock', entityId: document.id, event: stockEvent(own.kind) },
      details: {
        ...(await movedSkus(tx, moves)),
        ...{ pieces, lines: lines.length, sites: [...new Set(lines.map(({ site }) => site))].join(' ') },
        ...(own.reason && { reason: own.reason }),
      },
    })
    await applyMoves(tx, moves, event)
    return reply({ document_id: document.id, pieces }, own.words)
  })
}

/** To a shelf or another place of the same site. */
export function movePieces({ lines, to }: Taken<Calls['moveStock']>, context: CallContext): Promise<Done> {
  return ownMove(context, lines, {
    ...{ kind: 'put_away', type: 'put_away', words: stockWords.moved },
    way: (at, site, places) => ({ from: at, to: { ...at, placeId: places.idOf({ ...to, site }) } }),
    also: (all) => [...new Set(all.map(({ site }) => site))].map((site) => ({ ...to, site })),
  })
}

export function regradeStock(
  { lines, condition, reason }: Taken<Calls['regradeStock']>,
  context: CallContext,
): Promise<Done> {
  if (isReasonOfOther(reason, condition)) throw invalidInput(stockWords.reasonOfOther)
  return ownMove(context, lines, {
    ...{ kind: 'regrade', type: 'regrade', words: stockWords.regraded, reason },
    way: (at) => ({ from: at, to: { ...at, condition } }),
  })
}

export function writeOffStock({ lines, reason }: Taken<Calls['writeOffStock']>, context: CallContext): Promise<Done> {
  return ownMove(context, lines, {
    ...{ kind: 'write_off', type: 'write_off', words: stockWords.writtenOff, reason },
    way: (at) => ({ from: at, to: null }),
  })
}

export function takeUpStock({ lines, reason }: Taken<Calls['takeUpStock']>, context: CallContext): Promise<Done> {
  return ownMove(context, lines, {
    ...{ kind: 'found', type: 'found', words: stockWords.takenUp, reason },
    way: (at) => ({ from: null, to: at }),
  })
}

/** Takes a document of stock's own back. Throws move_not_allowed when there is nothing of it to take back, or the pieces are elsewhere. */
export function undoStock(
  { document_type, document_id }: Taken<Calls['undoStock']>,
  context: CallContext,
): Promise<Done> {
  return context.command(async (tx) => {
    const document: { type: StockDocument; id: string } = { type: document_type, id: document_id }
    const sites = await sitesOfDocument(tx, document)
    for (const site of sites) await siteToChange(tx, context.caller, site)
    const pieces = await takeBack(tx, context, document, stockEvent(document_type))
    if (pieces === 0) throw moveNotAllowed(stockWords.onlyOwn, [])
    return reply({ document_id, pieces }, stockWords.takenBack)
  })
}

/** Reverses a document of stock's own; gives how many pieces went back. */
export async function takeBack(
  tx: Tx,
  context: CallContext,
  document: { type: StockDocument; id: string },
  event: `stock.${StockMoveKind}`,
): Promise<number> {
  // Whoever takes the same document back waits here: the first of its SKUs stands for it. Moves themselves are never locked, since
  // nobody may change them.
  await sql`
    SELECT 1 FROM sku WHERE id IN (
      SELECT sku_id FROM stock_move WHERE document_type = ${document.type} AND document_id = ${document.id})
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE`.execute(tx)
  const pieces = await piecesOf(tx, document)
  const { rows: moved } = await rowsOf({ skuId: col.text, quantity: col.number })`
    SELECT sku_id::text AS "skuId", quantity FROM stock_move
    WHERE document_type = ${document.type} AND document_id = ${document.id} ORDER BY seq`.execute(tx)
  const id = await recordEvent(tx, context, {
    ...{ entity: 'stock', entityId: document.id, event, details: { is_undo: true, ...(await movedSkus(tx, moved)) } },
  })
  await reverseStock(tx, document, id)
  if (document.type === 'put_away')
    await sql`DELETE FROM put_away_before WHERE scan_id::text = ${document.id}`.execute(tx)
  return (await piecesOf(tx, document)) - pieces
}

async function piecesOf(tx: Tx, document: { type: StockDocument; id: string }): Promise<number> {
  const { rows } = await rowsOf({ pieces: col.number })`
    SELECT coalesce(sum(quantity), 0)::int AS pieces FROM stock_move
    WHERE document_type = ${document.type} AND document_id = ${document.id}`.execute(tx)
  return rows[0]?.pieces ?? 0
}

async function sitesOfDocument(tx: Tx, document: { type: StockDocument; id: string }): Promise<string[]> {
  const { rows } = await rowsOf({ site: col.text })`
    SELECT DISTINCT x.code AS site FROM stock_move m JOIN place p ON p.id IN (m.from_place, m.to_place) JOIN site x ON x.id = p.site_id
    WHERE m.document_type = ${document.type} AND m.document_id = ${document.id}`.execute(tx)
  return rows.map(({ site }) => site)
}
