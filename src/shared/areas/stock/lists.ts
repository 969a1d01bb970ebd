import { type Field, fields, type Reader, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { freePieces, type PlaceKind } from './moves.ts'
import type { ShelfRow, StockMoveRow, StockRow, StockStyleRow } from './shapes.ts'
import { conditionWords, documentWords, placeWords, stockMoveWords, stockReasons, stockWords } from './words.ts'

const hidden = true

interface NamedSite {
  site_name: string
  site_name_zh: string
}

export const siteName = ({ site_name, site_name_zh }: NamedSite, { name }: Pick<Reader, 'name'>): string =>
  name(site_name, site_name_zh)

/** A place within its site: a shelf by its code, goods on their way by their document, others by what they are. */
export function placeText(
  { place_kind, place }: { place_kind: PlaceKind; place: string },
  { t }: Pick<Reader, 't'>,
): string {
  if (place_kind === 'shelf') return place
  return place_kind === 'in_transit' ? `${t(placeWords.in_transit)} · ${place}` : t(placeWords[place_kind])
}

const f = fields<StockRow>()

const stockFields: readonly Field<StockRow>[] = [
  f.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 166, pinned: true }),
  f.code('style_id', key('Style ID'), (row) => row.style_id, { width: 92, hidden, traces: true }),
  f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
    width: 150,
    grows: true,
  }),
  f.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 96 }),
  f.text('size', key('Size'), (row) => row.size, { width: 52 }),
  f.text('site', key('Site or shop'), siteName, { width: 166 }),
  f.text('place', key('Place'), placeText, { width: 102 }),
  f.word('condition', key('Condition'), (row) => row.condition, { width: 88, words: conditionWords }),
  f.pieces('on_hand', key('On hand'), (row) => row.on_hand, { width: 78 }),
  f.pieces('reserved', key('Reserved'), (row) => row.reserved, { width: 78, tone: 'warn' }),
  f.pieces('free', key('Free'), freePieces, { width: 66, shownFrom: 1100 }),
  f.instant('since', key('On its way since'), (row) => row.since, { width: 140, hidden }),
  f.code('document', key('Document'), (row) => row.document?.id ?? null, { width: 120, hidden }),
  f.code('site_id', key('Site code'), (row) => row.site, { width: 80, hidden }),
  f.code('place_id', key('Place code'), (row) => row.place, { width: 100, hidden }),
  f.word('category', key('Category'), (row) => row.category, { width: 110, hidden }),
  f.text('supplier', key('Supplier'), supplierName, { width: 130, hidden }),
]

export const stockList = list({
  name: 'stock',
  rowId: (row) => row.stock_id,
  fields: stockFields,
  file: 'stock',
  shared: [['good', 'reserved']],
})

const y = fields<StockStyleRow>()

export const stockStylesList = list({
  name: 'stock-styles',
  rowId: (row) => row.style_id,
  file: 'stock_by_style',
  shared: [['good', 'b_grade', 'damaged', 'reserved', 'in_transit']],
  fields: [
    y.code('style_id', key('Style ID'), (row) => row.style_id, { width: 130, pinned: true }),
    y.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      width: 190,
      grows: true,
    }),
    y.word('category', key('Category'), (row) => row.category, { width: 110 }),
    y.text('supplier', key('Supplier'), supplierName, { width: 140 }),
    y.pieces('skus', key('SKUs'), (row) => row.skus, { width: 62 }),
    y.pieces('places', key('Places'), (row) => row.places, { width: 66 }),
    y.pieces('good', key('Good'), (row) => row.good, { width: 74 }),
    y.pieces('b_grade', key('B-grade'), (row) => row.b_grade, { width: 74 }),
    y.pieces('damaged', key('Damaged'), (row) => row.damaged, { width: 78 }),
    y.pieces('reserved', key('Reserved'), (row) => row.reserved, { width: 78, tone: 'warn' }),
    y.pieces('in_transit', key('In transit'), (row) => row.in_transit, { width: 82 }),
  ],
})

const m = fields<StockMoveRow>()
type MovePlace = StockMoveRow['from']

const placeIn = (at: MovePlace, reader: Reader) =>
  at === null ? null : `${siteName(at, reader)} · ${placeText(at, reader)}`

/** What people call a document by; null where only a machine has a number for it. */
export const documentNumber = ({ document: { id } }: StockMoveRow) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? null : id

export const stockMovesList = list({
  name: 'stock-moves',
  rowId: (row) => row.move_id,
  file: 'stock_moves',
  fields: [
    m.instant('at', key('When'), (row) => row.at, { width: 140 }),
    m.word('kind', key('What happened'), (row) => row.kind, { width: 150, words: stockMoveWords }),
    m.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 150, traces: true }),
    m.pieces('quantity', key('Pieces'), (row) => row.quantity, { width: 64 }),
    m.text('from', key('From place'), (row, reader) => placeIn(row.from, reader), { width: 170 }),
    m.text('to', key('To place'), (row, reader) => placeIn(row.to, reader), { width: 170 }),
    m.word('condition', key('Condition'), (row) => (row.to ?? row.from)?.condition ?? null, {
      ...{ width: 88, words: conditionWords },
    }),
    m.word('document_type', key('Document'), (row) => row.document.type, { width: 120, words: documentWords }),
    m.code('document', key('Number'), (row) => documentNumber(row), { width: 120 }),
    m.count('balance', key('Balance'), (row) => row.balance, { width: 72 }),
    m.word('reason', key('Reason'), (row) => row.reason, {
      ...{ width: 150, grows: true, words: [...Object.values(stockReasons).flat(), stockWords.reversed] },
    }),
    m.text('actor', key('By'), (row) => row.actor, { width: 120 }),
    m.code('move_id', key('Move number'), (row) => row.move_id, { width: 120, hidden }),
  ],
})

const s = fields<ShelfRow>()

export const shelvesList = list({
  name: 'shelves',
  rowId: (row) => row.place_id,
  file: 'shelves',
  fields: [
    s.code('shelf', key('Shelf'), (row) => row.shelf, { width: 110, pinned: true }),
    s.text('site', key('Site or shop'), siteName, { width: 180 }),
    s.text('shelf_name', key('Shelf name'), (row) => row.shelf_name, { width: 160, grows: true }),
    s.pieces('skus', key('SKUs'), (row) => row.skus, { width: 80 }),
    s.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 80 }),
    s.pieces('reserved', key('Reserved'), (row) => row.reserved, { width: 80, tone: 'warn' }),
    s.code('site_id', key('Site code'), (row) => row.site, { width: 80, hidden }),
  ],
})
