import { z } from 'zod'
import {
  type Costing,
  type CostingFault,
  type CostLine,
  costingFaults,
  costingWords,
  isSameCosting,
} from '../../../shared/areas/sample-development/cost.ts'
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
type Whole = { -readonly [K in (typeof ofWhole)[number]]: Values[K] }

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
    const head = { sample: sample.sample_id, catalogue: sample.catalogue_id, style: sample.name }
    const content = costings.get(ids[at] ?? '')?.content
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

function lineOf({ values }: CostRow): CostLine {
  const { kind, name, material_code, unit, quantity, unit_price, wastage } = values
  return {
    ...{ kind, name, material_code, unit: unit ?? '', quantity_milli: Math.round(quantity * 1_000) },
    ...{ unit_price_minor: unit_price.minor, wastage_bp: bp(wastage) },
  }
}

interface Refused {
  row: CostRow
  at: string
  message: string
}

const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The rows of one sample as a costing, and what is wrong with them as rows; what is wrong with the costing is its own rule's to say. */
function costingOf(rows: readonly CostRow[]): { content: Costing | null; refused: Refused[] } {
  const [first] = rows
  if (!first) return { content: null, refused: [] }
  const { currency } = first.values.unit_price
  const whole = { overhead: null, margin: null, target: null, quoted: null, actual: null } as Whole
  const refused: Refused[] = []
  for (const row of rows) {
    for (const name of ofWhole) {
      const value = row.values[name]
      if (value === null) continue
      if (whole[name] !== null && whole[name] !== undefined && !sameValue(whole[name], value))
        refused.push({ row, at: name, message: costingWords.different })
      else Object.assign(whole, { [name]: value })
    }
    for (const name of ['unit_price', 'target', 'quoted', 'actual'] as const) {
      const money: Money | null = row.values[name]
      if (money && money.currency !== currency) refused.push({ row, at: name, message: costingWords.oneCurrency })
    }
  }
  const { rate = null, rate_currency = null, rate_on = null } = whole
  const said = [rate, rate_currency, rate_on].filter((one) => one !== null).length
  if (said % 3 !== 0) refused.push({ row: first, at: 'rate', message: costingWords.halfRate })
  if (rate === 0) refused.push({ row: first, at: 'rate', message: costingWords.noRate })
  const minor = (money: Money | null) => money?.minor ?? null
  const content = {
    ...{ currency, lines: rows.map(lineOf), overhead_bp: bp(whole.overhead), margin_bp: bp(whole.margin) },
    ...{ target_minor: minor(whole.target), quoted_minor: minor(whole.quoted), actual_minor: minor(whole.actual) },
    rate:
      rate === null || rate_currency === null || rate_on === null
        ? null
        : { currency: rate_currency, millionths: Math.round(rate * 1e6), on: rate_on },
    remark: whole.remark ?? '',
  }
  return { content, refused }
}

/** Of a fault without a line of its own: the row that says it. */
function rowOf(rows: readonly CostRow[], { line, at }: CostingFault): CostRow | undefined {
  if (line !== null) return rows[line]
  return rows.find(({ values }) => at !== 'lines' && at !== 'name' && values[at] !== null) ?? rows[0]
}

const wholeColumn = (at: CostingFault['at']) => (at === 'lines' ? 'unit_price' : at)

/** Each sample of the sheet gets a new version where it says something else. All of them are held in the order of their ids. */
export const uploadSampleCostingFile: Routes['uploadSampleCostingFile'] = takeSheet(costingSheet, {
  words: { taken: costingWords.taken, unchanged: costingWords.unchanged },
  async lock({ tx, rows }) {
    const codes = [...new Set(rows.map(({ values }) => values.sample))]
    const { rows: held } = await rowsOf({ id: col.text, code: col.text, state: z.enum(sampleStates) })`
      SELECT s.id, s.code, s.state FROM catalogue_sample s WHERE s.code = ANY(${codes}::text[]) ORDER BY s.id FOR UPDATE OF s`.execute(
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
    for (const [code, own] of Map.groupBy(rows, ({ values }) => values.sample)) {
      const sample = samples.get(code)
      const message = !sample ? costingWords.noSample : mayBeCosted(sample.state) ? null : costingWords.notHereYet
      if (message !== null || !sample) {
        for (const row of own) refuse(row, 'sample', message ?? costingWords.noSample)
        continue
      }
      const { content, refused } = costingOf(own)
      const faults = content && refused.length === 0 ? costingFaults(content, today) : []
      for (const { row, at, message: told } of refused) refuse(row, at, told)
      for (const fault of faults) {
        const row = rowOf(own, fault)
        if (row) refuse(row, wholeColumn(fault.at), fault.message)
      }
      // A costing is taken whole or not at all: with one part wrong the others would be another costing.
      if (!content || refused.length > 0 || faults.length > 0) continue
      const before = costings.get(sample.id)?.content
      const isNew = !before || !isSameCosting(before, content)
      good.push(...own.map(() => ({ sample: code, content, isNew })))
    }
    return { good }
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
