import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostChoices } from '../../../shared/areas/qc-boxes/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply } from '../../http/call.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { containing } from '../orders/order-rows.ts'
import { boxesOnWay } from '../receiving/awaiting-boxes.ts'
import { qcTabCondition } from './box-rows.ts'
import { type AtQc, atSites, inChina, ofSites } from './sites.ts'

type Call = Contract['qcBoxes']['qcChoices']
type Asked = Taken<Call>
type Asking = Pick<CallContext, 'db' | 'caller'>
type Choice = Gives<Call>['choices'][number]

/** Of a tab with no more boxes than this, styles are read from its boxes; of others, style after style is asked for a box. */
const FEW = 5_000

/** What the lists of QC can be filtered by: styles of boxes in a tab, or sites. */
export const qcChoices: Handlers<Contract['qcBoxes']>['qcChoices'] = async (input, context) =>
  reply(await choicesOf(input, context))

/** The same, with how many boxes of a tab are `few`. */
export async function choicesOf(input: Asked, context: Asking, few = FEW): Promise<Gives<Call>> {
  if (input.tab === 'awaiting') return found(input, context, { sites: 'china_qc', of: onTheirWay(context), few })
  return choicesAtQc(input, context, { ...inChina(context.caller), inTab: qcTabCondition[input.tab] }, few)
}

/** What boxes at a country's QC can be filtered by; `inTab` is a condition on `qc_box q`. */
export async function choicesAtQc(
  input: Pick<Asked, 'of' | 'search'>,
  context: Asking,
  { sites, inTab }: Pick<AtQc, 'sites'> & { inTab: Expression<SqlBool> },
  few = FEW,
): Promise<Gives<Call>> {
  return found(input, context, { sites, of: atQc({ sites, inTab, caller: context.caller }), few })
}

interface Where extends Pick<AtQc, 'sites'> {
  of: TabBoxes
  few: number
}

async function found(input: Pick<Asked, 'of' | 'search'>, context: Asking, where: Where): Promise<Gives<Call>> {
  const all = await (input.of === 'style' ? styles(input, context, where) : sites(input, context, where))
  return { choices: all.slice(0, mostChoices), has_more: all.length > mostChoices }
}

/** Where a tab's boxes are found, and their SKUs `k`. */
interface TabBoxes {
  /** Ids of the boxes. */
  boxes: RawBuilder<{ id: string }>
  /** From a SKU to the lines of boxes, as `l.box_id`. */
  lines: RawBuilder<unknown>
  /** From such a line to a box of the tab. */
  ofLine: RawBuilder<unknown>
}

function atQc(at: AtQc & { inTab: Expression<SqlBool> }): TabBoxes {
  const inTab = sql`${at.inTab} AND ${atSites(at)} AND ${ownRows(at.caller, 'q.vendor_id')}`
  return {
    // In the order of the tab's index, which it takes then.
    boxes: sql`SELECT q.box_id AS id FROM qc_box q WHERE ${inTab} ORDER BY q.inwarded_at, q.box_id`,
    lines: sql`JOIN qc_line l ON l.sku_id = k.id AND ${ofSites(at, 'l')}`,
    // By the box alone, for which PostgreSQL is quicker: it is at one site of a country at most, and so are its lines there.
    ofLine: sql`SELECT 1 FROM qc_box q WHERE q.box_id = l.box_id AND ${inTab}`,
  }
}

function onTheirWay({ caller }: Asking): TabBoxes {
  const { from, rule } = boxesOnWay(caller)
  const own = sql`${rule} AND ${ownRows(caller, 'h.vendor_id')}`
  return {
    boxes: sql`SELECT b.id FROM ${from} WHERE ${own}`,
    lines: sql`JOIN order_line o ON o.sku_id = k.id JOIN box_line l ON l.order_line_id = o.id`,
    ofLine: sql`SELECT 1 FROM ${from} WHERE b.id = l.box_id AND ${own}`,
  }
}

const choiceColumns = { value: col.text, name: col.text, name_zh: col.text }

async function styles({ search }: Pick<Asked, 'search'>, asking: Asking, { of, few }: Where): Promise<Choice[]> {
  const { db, caller } = asking
  const { boxes, lines, ofLine } = of
  const { rows: found } = await rowsOf({ id: col.text })`${boxes} LIMIT ${sql.lit(few + 1)}`.execute(db)
  const isThere =
    found.length <= few
      ? sql`s.id IN (SELECT k.style_id FROM sku k ${lines} WHERE l.box_id = ANY(${found.map(({ id }) => id)}::uuid[]))`
      : sql`EXISTS (SELECT 1 FROM sku k ${lines} WHERE k.style_id = s.id AND EXISTS (${ofLine}))`
  const { rows } = await rowsOf(choiceColumns)`
    SELECT s.code AS value, s.name, s.name_zh FROM style s
    WHERE ${ownRows(caller, 's.vendor_id')} AND ${named('s', search)} AND ${isThere}
    ORDER BY s.code LIMIT ${sql.lit(mostChoices + 1)}`.execute(db)
  return rows
}

/** Where boxes are inspected; of these a vendor sees the ones that have something of its own. */
async function sites({ search }: Pick<Asked, 'search'>, { db, caller }: Asking, at: Where): Promise<Choice[]> {
  const own =
    forVendor(caller) === null
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM qc_box q WHERE q.site_id = d.id AND ${ownRows(caller, 'q.vendor_id')})`
  const { rows } = await rowsOf(choiceColumns)`
    SELECT d.code AS value, d.name, d.name_zh FROM site d
    WHERE d.kind = ${at.sites} AND ${named('d', search)} AND ${own} AND ${atOwnSites(caller, 'd.id', at.sites)} ORDER BY d.code LIMIT ${sql.lit(mostChoices + 1)}`.execute(
    db,
  )
  return rows
}

function named(of: string, search: string | undefined): RawBuilder<SqlBool> {
  if (!search) return sql<SqlBool>`true`
  const like = containing(search)
  const has = (column: string) => sql`${sql.ref(`${of}.${column}`)} ILIKE ${like}`
  return sql<SqlBool>`(${has('code')} OR ${has('name')} OR ${has('name_zh')})`
}
