import { z } from 'zod'
import {
  type Costing,
  type CostingFault,
  type CostLine,
  costingFaults,
  costingWords,
  isSameCosting,
  lineKey,
} from '../../../shared/areas/sample-development/cost.ts'
import { withSources } from '../../../shared/areas/sample-development/from-mapping.ts'
import { costingSheet } from '../../../shared/areas/sample-development/sheets.ts'
import { sampleStates } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Money } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { sampleQuery } from '../samples/samples.ts'
import { lastCostings, mayBeCosted, todayInIndia, writeCosting } from './costing.ts'

type Routes = Handlers<Contract['sampleDevelopment']>
type Values = SheetValues<typeof costingSheet>
type CostRow = SheetRow<Values>

const MOST = 500
const FILE = 'Sample-Costing.xlsx'

/** What stands on any row of a sample, and is of the costing as a whole. */
const ofWhole = [
  'overhead',
  'margin',
  'target',
  'quoted',
  'actual',
  'rate',
  'rate_currency',
  'rate_on',
  'remark',
] as const
type Whole = { -readonly [K in (typeof ofWhole)[number]]?: NonNullable<Values[K]> }

/** The last costings as a sheet that can be changed and sent back; what is not costed yet has a row to begin with. */
export const downloadSampleCostingFile: Routes['downloadSampleCostingFile'] = async ({ sample_ids }, context) => {
  if (!hasRight(context.caller, 'seePrices')) throw forbidden()
  const filter = { tab: 'all' as const, ...(sample_ids && { sample_ids }) }
  const ids = await sampleQuery.idsInOrder(filter, context, MOST)
  const samples = await sampleQuery.byId(ids, context)
  const costings = await lastCostings(context.db, ids)
  await recordDownload(context, FILE, { samples: samples.length })
  const rows = samples.flatMap((sample, at) => {
    if (!mayBeCosted(sample.state)) return []
    const { content, number: version = 0 } = costings.get(ids[at] ?? '') ?? {}
    const head = { sample: sample.sample_id, catalogue: sample.catalogue_id, style: sample.name, version }
    return content ? rowsOfCosting(content).map((row) => ({ ...head, ...row })) : [head]
  })
  return { body: writeWorkbook(costingSheet, rows, { spareRows: 60 }) }
}

function rowsOfCosting(content: Costing) {
  const { currency, rate, remark } = content
  const inCurrency = (minor: number | null) => (minor === null ? null : { minor, currency })
  const whole = {
    ...{ overhead: content.overhead_bp / 100, margin: content.margin_bp / 100, remark: remark || null },
    ...{ target: inCurrency(content.target_minor), quoted: inCurrency(content.quoted_minor) },
    ...{ actual: inCurrency(content.actual_minor), rate: rate && rate.millionths / 1e6 },
    ...{ rate_currency: rate?.currency ?? null, rate_on: rate?.on ?? null },
  }
  return content.lines.map((line, at) => ({
    ...{ kind: line.kind, name: line.name, material_code: line.material_code, unit: line.unit || null },
    ...{ quantity: line.quantity_milli / 1_000, unit_price: inCurrency(line.unit_price_minor) },
    wastage: line.wastage_bp / 100,
    // Once is enough: whoever changes it need not change it on every row.
    ...(at === 0 ? whole : {}),
  }))
}

const bp = (percent: number | null) => Math.round((percent ?? 0) * 100)

const ofLine = ['kind', 'name', 'material_code', 'unit', 'quantity', 'unit_price', 'wastage', 'remove'] as const
const says = ({ values }: CostRow, fields: readonly (keyof Values)[]) => fields.some((field) => values[field] !== null)

interface Refused {
  row: CostRow
  at: keyof Values & string
  message: string
}

/** The line that a row says; null where something is missing, which is told. `remove` leaves amounts out. */
function lineOf(row: CostRow, refused: Refused[]): CostLine | null {
  const { kind, name, material_code, unit, quantity, unit_price, wastage, remove } = row.values
  const needed = remove === true ? (['kind', 'name'] as const) : (['kind', 'name', 'quantity', 'unit_price'] as const)
  const missing = needed.filter((field) => row.values[field] === null)
  refused.push(...missing.map((at) => ({ row, at, message: costingWords.needed })))
  if (kind === null || name === null || missing.length > 0) return null
  return {
    ...{ kind, name, material_code, unit: unit ?? '', quantity_milli: Math.round((quantity ?? 0) * 1_000) },
    ...{ unit_price_minor: unit_price?.minor ?? 0, wastage_bp: bp(wastage) },
  }
}

const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The lines of the costing before with those of the sheet over them, and behind them what is new. */
function linesOver(rows: readonly CostRow[], before: readonly CostLine[], refused: Refused[]) {
  const lines = new Map(before.map((line) => [lineKey(line), line]))
  const named = new Map<string, CostRow>()
  for (const row of rows) {
    const line = lineOf(row, refused)
    if (!line) continue
    const key = lineKey(line)
    if (named.has(key)) refused.push({ row, at: 'name', message: costingWords.twice })
    else if (row.values.remove === true && !lines.has(key))
      refused.push({ row, at: 'name', message: costingWords.noPart })
    else if (row.values.remove === true) lines.delete(key)
    else lines.set(key, line)
    if (!named.has(key)) named.set(key, row)
  }
  return { lines: [...lines.values()], rowOf: (line: CostLine | undefined) => line && named.get(lineKey(line)) }
}

/** What the rows of a sample make of its costing before, and what is wrong with them as rows; what is wrong with the costing is its own rule's to say. */
function costingOf(rows: readonly CostRow[], before: Costing | null) {
  const refused: Refused[] = []
  const whole = {} as Whole
  for (const row of rows)
    for (const name of ofWhole) {
      const value = row.values[name]
      if (value === null) continue
      if (whole[name] !== undefined && !sameValue(whole[name], value))
        refused.push({ row, at: name, message: costingWords.different })
      else Object.assign(whole, { [name]: value })
    }
  const { lines, rowOf } = linesOver(
    rows.filter((row) => says(row, ofLine)),
    before?.lines ?? [],
    refused,
  )
  const amounts = rows.flatMap((row) =>
    (['unit_price', 'target', 'quoted', 'actual'] as const).flatMap((at) => {
      const money: Money | null = row.values[at]
      return money ? [{ row, at, currency: money.currency }] : []
    }),
  )
  // Amounts that the sheet does not name stay in the currency that they have.
  const stays = lines.find((line) => rowOf(line) === undefined)
  const currency = (stays && before?.currency) ?? amounts[0]?.currency ?? before?.currency ?? 'INR'
  for (const { row, at, currency: other } of amounts)
    if (other !== currency) refused.push({ row, at, message: costingWords.oneCurrency })
  const { rate, rate_currency, rate_on } = whole
  const said = [rate, rate_currency, rate_on].filter((one) => one !== undefined).length
  const [first] = rows
  if (first && said % 3 !== 0) refused.push({ row: first, at: 'rate', message: costingWords.halfRate })
  if (first && rate === 0) refused.push({ row: first, at: 'rate', message: costingWords.noRate })
  const minor = (money: Money | null | undefined, kept: number | null | undefined) => money?.minor ?? kept ?? null
  const content: Costing = {
    ...{ currency, lines: withSources(lines, before?.lines ?? []) },
    overhead_bp: whole.overhead === undefined ? (before?.overhead_bp ?? 0) : bp(whole.overhead),
    margin_bp: whole.margin === undefined ? (before?.margin_bp ?? 0) : bp(whole.margin),
    target_minor: minor(whole.target, before?.target_minor),
    quoted_minor: minor(whole.quoted, before?.quoted_minor),
    actual_minor: minor(whole.actual, before?.actual_minor),
    rate:
      rate && rate_currency && rate_on
        ? { currency: rate_currency, millionths: Math.round(rate * 1e6), on: rate_on }
        : (before?.rate ?? null),
    remark: whole.remark ?? before?.remark ?? '',
  }
  /** Of a fault: the row that says it. */
  const faulty = ({ line, at }: CostingFault) =>
    line !== null
      ? rowOf(content.lines[line])
      : (rows.find(({ values }) => at !== 'lines' && at !== 'name' && values[at] !== null) ?? first)
  return { content, refused, faulty }
}

const wholeColumn = (at: CostingFault['at']) => (at === 'lines' ? 'unit_price' : at)

/** Each sample of the sheet gets a new version where it says something else. All of them are held in the order of their ids. */
export const uploadSampleCostingFile: Routes['uploadSampleCostingFile'] = takeSheet(costingSheet, {
  words: { taken: costingWords.taken, unchanged: costingWords.unchanged },
  async lock({ tx, rows }) {
    const codes = [...new Set(rows.map(({ values }) => values.sample))]
    const { rows: held } = await rowsOf({ id: col.text, code: col.text, state: z.enum(sampleStates), style: col.text })`
      SELECT s.id, s.code, s.state, c.code AS style FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id WHERE s.code = ANY(${codes}::text[]) ORDER BY s.id FOR UPDATE OF s`.execute(
      tx,
    )
    const costings = await lastCostings(
      tx,
      held.map(({ id }) => id),
    )
    return { samples: new Map(held.map((row) => [row.code, row])), costings }
  },
  async check({ rows, held: { samples, costings }, refuse }) {
    const good: { sample: string; content: Costing; isNew: boolean }[] = []
    const today = todayInIndia()
    // The sheet gives a sample without a costing a row to begin with: left as it was it says nothing.
    const filled = rows.filter((row) => says(row, [...ofLine, ...ofWhole]))
    for (const [code, own] of Map.groupBy(filled, ({ values }) => values.sample)) {
      const sample = samples.get(code)
      const message = !sample ? costingWords.noSample : mayBeCosted(sample.state) ? null : costingWords.notHereYet
      if (message !== null || !sample) {
        for (const row of own) refuse(row, 'sample', message ?? costingWords.noSample)
        continue
      }
      const { content: before = null, number = 0 } = costings.get(sample.id) ?? {}
      const { content, refused, faulty } = costingOf(own, before)
      for (const row of own) {
        const { catalogue, version } = row.values
        if (catalogue !== null && catalogue !== sample.style)
          refused.push({ row, at: 'catalogue', message: costingWords.otherStyle })
        if (version !== null && version !== number) refused.push({ row, at: 'version', message: costingWords.newer })
      }
      // With a row refused nobody knows whether there are no lines.
      const faults = costingFaults(content, today).filter(({ at }) => refused.length === 0 || at !== 'lines')
      for (const { row, at, message: told } of refused) refuse(row, at, told)
      for (const fault of faults) {
        const row = faulty(fault)
        if (row) refuse(row, wholeColumn(fault.at), fault.message)
      }
      // A costing is taken whole or not at all: with one part wrong the others would be another costing.
      if (refused.length > 0 || faults.length > 0) continue
      const isNew = !before || !isSameCosting(before, content)
      good.push(...own.map(() => ({ sample: code, content, isNew })))
    }
    return { good, idle: rows.length - filled.length }
  },
  async save({ tx, context, input, held: { samples, costings } }, { good }) {
    const changed = good.filter(({ isNew }) => isNew)
    const contents = new Map(changed.map(({ sample, content }) => [sample, content]))
    for (const [code, content] of contents) {
      const sample = samples.get(code)
      const last = sample ? (costings.get(sample.id)?.number ?? 0) : 0
      if (sample) await writeCosting(tx, context, sample, { content, last, fileName: input.file.name })
    }
    return { changed: changed.length, sample_ids: [...contents.keys()] }
  },
})
