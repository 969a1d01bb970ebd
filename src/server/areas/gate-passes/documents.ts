import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { companyLine } from '../../../shared/areas/company/facts.ts'
import {
  type DocumentKind,
  documentFaults,
  documentFor,
  documentKinds,
  documentNumber,
  documentSeries,
  documentWarnings,
  financialYear,
  isSameState,
  placeOfSupply,
  type SplitTax,
  type TaxRules,
  taxedLine,
  taxRulesOn,
} from '../../../shared/areas/gate-passes/documents.ts'
import { passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { readCompany } from '../company/facts.ts'
import { readItems } from './item-rows.ts'
import { type PassRow, todayAt } from './pass-rows.ts'

const party = z.object({
  name: z.string(),
  name_zh: z.string(),
  address: z.string(),
  gstin: z.string().nullable(),
  /** Whose the site is; empty of strangers, and on papers of before. */
  company: z.string().default(''),
})
export type Party = z.output<typeof party>

const line = z.object({
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string().default(''),
  color: z.string(),
  color_zh: z.string().default(''),
  size: z.string(),
  condition: z.string(),
  hs_code: z.string().nullable(),
  quantity: z.int(),
  /** Paise; null where nobody knows what a piece is worth. */
  unit_minor: z.number().nullable(),
  rate: z.number(),
  value_minor: z.number(),
  tax_minor: z.number(),
})

/** What a paper says, as it was when it was issued. Money is paise. */
export const documentContent = z.object({
  from: party,
  to: party,
  company: z.string(),
  type: z.enum(Object.keys(passTypes) as [keyof typeof passTypes, ...(keyof typeof passTypes)[]]),
  purpose: z.string(),
  place_of_supply: z.string(),
  expected_return_on: z.string().nullable(),
  carrier: z.string().nullable(),
  vehicle_no: z.string().nullable(),
  lr_no: z.string().nullable(),
  eway_bill_no: z.string().nullable(),
  boxes: z.int(),
  pieces: z.int(),
  lines: z.array(line),
  value_minor: z.number(),
  igst_minor: z.number(),
  cgst_minor: z.number(),
  sgst_minor: z.number(),
})
export type DocumentContent = z.output<typeof documentContent>

const partyColumns = {
  from_address: col.text,
  from_gstin: col.textOrNull,
  to_address: col.text,
  to_gstin: col.textOrNull,
}

/** The GSTIN of a site: without one of its own the company's. */
export function gstinOfSite(gstin: string | null | undefined, company: { gstin: string }): string | null {
  return gstin || company.gstin || null
}

/** Both sides of a pass as papers name them. */
export async function partiesOf(db: Db, pass: PassRow): Promise<{ from: Party; to: Party }> {
  const { rows } = await rowsOf(partyColumns)`
    SELECT f.address AS from_address, nullif(f.gstin, '') AS from_gstin, coalesce(t.address, v.address, p.party_address, '') AS to_address,
      nullif(coalesce(t.gstin, p.party_gstin), '') AS to_gstin
    FROM gate_pass p JOIN site f ON f.id = p.from_site_id LEFT JOIN site t ON t.id = p.to_site_id LEFT JOIN vendor v ON v.id = p.vendor_id
    WHERE p.id = ${pass.id}`.execute(db)
  const [found] = rows
  const facts = await readCompany(db)
  const company = companyLine(facts)
  const { from_site_name, from_site_name_zh, to_name, to_name_zh, to_site_id } = pass
  return {
    from: {
      ...{ name: from_site_name, name_zh: from_site_name_zh, address: found?.from_address ?? '' },
      gstin: gstinOfSite(found?.from_gstin, facts),
      company,
    },
    to: {
      ...{ name: to_name, name_zh: to_name_zh, address: found?.to_address ?? '' },
      gstin: to_site_id === null ? (found?.to_gstin ?? null) : gstinOfSite(found?.to_gstin, facts),
      company: to_site_id === null ? '' : company,
    },
  }
}

export interface PlannedPaper {
  kind: DocumentKind
  content: DocumentContent
  value_minor: number | null
  needs_eway_bill: boolean
  faults: { message: string; values: Record<string, string | number> }[]
  warnings: { message: string; values: Record<string, string | number> }[]
}

type PaperLine = DocumentContent['lines'][number]
type Goods = Omit<PaperLine, 'rate' | 'value_minor' | 'tax_minor'>

/** Lines of a paper with their taxes and sums; only a tax invoice has any tax. */
export function taxGoods(
  goods: readonly Goods[],
  { kind, rules, staysInState }: { kind: DocumentKind; rules: TaxRules | null; staysInState: boolean },
) {
  const isTaxed = kind === 'tax_invoice' && rules !== null
  const taxed = goods.map((item) => {
    const { nm_sku, style_id, style_name, style_name_zh, color, color_zh, size, condition } = item
    const { hs_code, quantity, unit_minor } = item
    const { rate, tax } =
      isTaxed && unit_minor !== null
        ? taxedLine(rules, { quantity, unit_minor, hs_code }, staysInState)
        : { rate: 0, tax: { igst: 0, cgst: 0, sgst: 0 } }
    const line: PaperLine = {
      nm_sku,
      style_id,
      style_name,
      style_name_zh,
      color,
      color_zh,
      size,
      condition,
      hs_code,
      quantity,
      unit_minor,
      rate,
      value_minor: quantity * (unit_minor ?? 0),
      tax_minor: tax.igst + tax.cgst + tax.sgst,
    }
    return { line, tax }
  })
  const lines = taxed.map(({ line }) => line)
  const sum = (of: (each: PaperLine) => number) => lines.reduce((all, each) => all + of(each), 0)
  const taxes = (of: keyof SplitTax) => taxed.reduce((all, { tax }) => all + tax[of], 0)
  return {
    lines,
    pieces: sum(({ quantity }) => quantity),
    value_minor: sum(({ value_minor }) => value_minor),
    igst_minor: taxes('igst'),
    cgst_minor: taxes('cgst'),
    sgst_minor: taxes('sgst'),
    /** Lines of whose worth nobody knows. */
    worthless: lines.filter(({ unit_minor }) => unit_minor === null),
    /** SKUs without an HSN code. */
    unknown: new Set(lines.filter(({ hs_code }) => hs_code === null).map(({ nm_sku }) => nm_sku)).size,
  }
}

/** What forbids to write a paper. */
export function paperFaults(
  kind: DocumentKind,
  rules: TaxRules | null,
  worthless: readonly Pick<PaperLine, 'nm_sku'>[],
): PlannedPaper['faults'] {
  if (kind !== 'tax_invoice') return []
  const [first] = worthless
  return [
    ...(rules === null ? [{ message: documentFaults.noRules, values: {} }] : []),
    ...(first ? [{ message: documentFaults.noValue, values: { count: worthless.length, nm_sku: first.nm_sku } }] : []),
  ]
}

/** The paper that goes with what is packed (or was sent) now: what it says, what forbids it, and what whoever sends should know. */
export async function planPaper(db: Db, pass: PassRow): Promise<PlannedPaper> {
  const { from, to } = await partiesOf(db, pass)
  const kind = documentFor({
    type: pass.type,
    is_return: pass.returns !== null,
    from_gstin: from.gstin,
    to_gstin: to.gstin,
  })
  const rules = taxRulesOn(await readSetting(db, 'gate_pass_tax'), todayAt(pass))
  const items = (await readItems(db, pass)).filter(({ packed, sent }) => packed + sent > 0)
  const goods = items.map(({ unit_value, sent, packed, ...item }) => ({
    ...item,
    quantity: sent || packed,
    unit_minor: unit_value?.minor ?? null,
  }))
  const taxed = taxGoods(goods, { kind, rules, staysInState: isSameState(from.gstin, to.gstin) })
  const { lines, value_minor: value, worthless, unknown } = taxed
  const isOver = rules !== null && value > rules.eway_threshold_minor
  const warnings = [
    isOver && !pass.eway_bill_no && { message: documentWarnings.eway, values: {} },
    (from.gstin === null || (to.gstin === null && pass.to_site_id !== null)) && {
      message: documentWarnings.gstin,
      values: {},
    },
    kind !== 'tax_invoice' &&
      worthless.length > 0 && { message: documentWarnings.value, values: { count: worthless.length } },
    unknown > 0 && { message: documentWarnings.hsn, values: { count: unknown } },
  ]
  const { type, purpose, expected_return_on, carrier, vehicle_no, lr_no, eway_bill_no, boxes } = pass
  return {
    kind,
    value_minor: worthless.length > 0 ? null : value,
    needs_eway_bill: isOver,
    faults: paperFaults(kind, rules, worthless),
    warnings: warnings.filter((warning) => warning !== false),
    content: {
      ...{ from, to, type, purpose, expected_return_on, carrier, vehicle_no, lr_no, eway_bill_no, boxes, lines },
      company: (await readCompany(db)).name,
      place_of_supply: placeOfSupply(to.gstin ?? from.gstin),
      pieces: taxed.pieces,
      value_minor: value,
      igst_minor: taxed.igst_minor,
      cgst_minor: taxed.cgst_minor,
      sgst_minor: taxed.sgst_minor,
    },
  }
}

/**
 * Issues the paper of a pass, which must be locked: its number is the next of its series and financial year, without gaps, since the
 * series is held until the command ends. Throws move_not_allowed where it cannot be written.
 */
export async function issuePaper(tx: Tx, pass: PassRow): Promise<{ kind: DocumentKind; number: string }> {
  const { kind, content, faults } = await planPaper(tx, pass)
  const [fault] = faults
  if (fault) throw moveNotAllowed(fault.message, ['edit'], { values: fault.values })
  const day = todayAt(pass)
  const { number, series, serial } = await nextDocumentNumber(tx, kind, day)
  await sql`
    INSERT INTO gate_pass_document (id, pass_id, kind, number, series, serial, issued_on, content)
    VALUES (${v7()}, ${pass.id}, ${kind}, ${number}, ${series}, ${serial}, ${day}, ${JSON.stringify(content)}::jsonb)`.execute(
    tx,
  )
  return { kind, number }
}

/** The next number of a kind of paper in its financial year; the series is held until the command ends, so it has no gaps. */
export async function nextDocumentNumber(
  tx: Tx,
  kind: DocumentKind,
  day: string,
): Promise<{ number: string; series: string; serial: number }> {
  const year = financialYear(day)
  const series = `${documentSeries[kind]} ${year}`
  const { rows } = await rowsOf({ serial: col.number })`
    INSERT INTO number_series AS s (series, next) VALUES (${series}, 2)
    ON CONFLICT (series) DO UPDATE SET next = s.next + 1 RETURNING next - 1 AS serial`.execute(tx)
  const serial = rows[0]?.serial ?? 0
  return { number: documentNumber(kind, year, serial), series, serial }
}

const documentColumns = {
  kind: z.enum(Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]),
  number: col.text,
  issued_on: col.text,
  state: z.enum(['LIVE', 'CANCELLED']),
}

/** Papers of a pass, the one that counts first. */
export async function papersOf(db: Db, passId: string) {
  const { rows } = await rowsOf(documentColumns)`
    SELECT kind, number, issued_on::text AS issued_on, state FROM gate_pass_document WHERE pass_id = ${passId}
    ORDER BY state DESC, issued_at DESC`.execute(db)
  return rows
}
