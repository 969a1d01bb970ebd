import { z } from 'zod'
import { key } from '../../kernel/words.ts'

/** What a garment costs, part by part, in the order of the sheet. */
export const costKinds = ['material', 'trim', 'cmt', 'wash', 'print', 'packing'] as const
export type CostKind = (typeof costKinds)[number]

export const costKindWords = {
  material: key('Fabric'),
  trim: key('Trims'),
  cmt: key('CMT'),
  wash: key('Wash'),
  print: key('Print and embroidery'),
  packing: key('Packaging'),
} as const satisfies Record<CostKind, string>

const costLine = z.object({
  kind: z.enum(costKinds),
  name: z.string(),
  material_code: z.string().nullable(),
  /** Metres, pieces: free words. */
  unit: z.string(),
  quantity_milli: z.int(),
  unit_price_minor: z.int(),
  /** Of materials alone. */
  wastage_bp: z.int(),
  /** Of a line that product mapping filled in: of which SKU, and where the garment takes it. */
  source: z.object({ nm_sku: z.string(), placement: z.string() }).optional(),
})
/** One part of the cost of one piece. Whole numbers throughout: thousandths of a unit, minor units of the currency, hundredths of a percent. */
export type CostLine = z.output<typeof costLine>

export const storedCosting = z.object({
  currency: z.string(),
  lines: z.array(costLine),
  overhead_bp: z.int(),
  margin_bp: z.int(),
  /** What it may cost, what the vendor asks, and what was paid. */
  target_minor: z.int().nullable(),
  quoted_minor: z.int().nullable(),
  actual_minor: z.int().nullable(),
  /** Of one unit of the costing's currency, in millionths of another; of which day. */
  rate: z.object({ currency: z.string(), millionths: z.int(), on: z.string() }).nullable(),
  remark: z.string(),
})
/** A costing as it is typed, read from a sheet, and kept. */
export type Costing = z.output<typeof storedCosting>

export interface Cost {
  /** Of each line. */
  amounts: number[]
  byKind: Record<CostKind, number>
  /** All lines. */
  direct: number
  overhead: number
  cost: number
  margin: number
  price: number
  /** The price in the rate's currency. */
  converted: number | null
}

const PERCENT = 10_000n

/** Half a minor unit and more goes up; both are whole and not negative. */
const rounded = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

export const lineAmount = ({ quantity_milli, unit_price_minor, wastage_bp }: CostLine): number =>
  rounded(BigInt(quantity_milli) * BigInt(unit_price_minor) * (PERCENT + BigInt(wastage_bp)), 1_000n * PERCENT)

const share = (minor: number, bp: number): number => rounded(BigInt(minor) * BigInt(bp), PERCENT)

/**
 * Cost = (material × (1 + wastage) + trims + CMT + wash + print + packing) × (1 + overhead), + margin on that (rules, section 5), in minor
 * units. Rounded half up five times and nowhere else: each line, the overhead, the margin, and the price in another currency; sums are exact.
 */
export function costOf({ lines, overhead_bp, margin_bp, rate }: Costing): Cost {
  const amounts = lines.map(lineAmount)
  const byKind = Object.fromEntries(costKinds.map((kind) => [kind, 0])) as Record<CostKind, number>
  for (const [at, { kind }] of lines.entries()) byKind[kind] += amounts[at] ?? 0
  const direct = amounts.reduce((sum, amount) => sum + amount, 0)
  const overhead = share(direct, overhead_bp)
  const cost = direct + overhead
  const margin = share(cost, margin_bp)
  const price = cost + margin
  const converted = rate && rounded(BigInt(price) * BigInt(rate.millionths), 1_000_000n)
  return { amounts, byKind, direct, overhead, cost, margin, price, converted }
}

/** Another world to cost in: percents on top of what parts cost, another overhead or margin. */
export interface WhatIf {
  /** Hundredths of a percent, also below nothing, by kind. */
  kinds: Partial<Record<CostKind, number>>
  overhead_bp?: number
  margin_bp?: number
  rate_millionths?: number
}

/** The costing as it would be; unit prices are rounded half up, and never below nothing. */
export function whatIf(costing: Costing, { kinds, overhead_bp, margin_bp, rate_millionths }: WhatIf): Costing {
  const { rate } = costing
  return {
    ...costing,
    lines: costing.lines.map((line) => ({
      ...line,
      unit_price_minor: share(line.unit_price_minor, Math.max(0, 10_000 + (kinds[line.kind] ?? 0))),
    })),
    overhead_bp: overhead_bp ?? costing.overhead_bp,
    margin_bp: margin_bp ?? costing.margin_bp,
    rate: rate && { ...rate, millionths: rate_millionths ?? rate.millionths },
  }
}

export const costingWords = {
  saved: key('Costing saved as a new version.'),
  taken: key('Costings saved.'),
  unchanged: key('The costing is as it was.'),
  noRows: key('Please fill in what samples cost.'),
  noLines: key('Please give at least one cost.'),
  twice: key('This part of the cost stands twice.'),
  wastage: key('Only materials have wastage.'),
  tooMuch: key('This is more than a piece can cost.'),
  future: key('The rate is of a day to come.'),
  sameCurrency: key('The rate leads to another currency than that of the costs.'),
  halfRate: key('A rate needs its currency and its day.'),
  noRate: key('A rate is more than nothing.'),
  oneCurrency: key('The amounts of one sample are in one currency.'),
  different: key('Another row of this sample says something else.'),
  notHere: key('Sample {{sample}} is costed once it is here.'),
  notHereYet: key('This sample is costed once it is here.'),
  noSample: key('There is no such sample.'),
  seenOther: key('Version {{number}} was saved since you looked: please look at it first.'),
  needed: key('Please fill this in.'),
  noPart: key('The costing has no such part.'),
  newer: key('Another version was saved since this sheet was downloaded: please download it again.'),
  otherStyle: key('This sample is of another style.'),
  noCosting: key('There is no costing of {{sample}} yet.'),
} as const

/** What is wrong with a costing; `line` null where it is no line's. `at` is the field, as calls and sheets name it. */
export interface CostingFault {
  line: number | null
  at: 'lines' | 'name' | 'wastage' | 'rate' | 'rate_on' | 'rate_currency'
  message: string
}

/** Minor units: beyond them numbers are no longer exact. */
const MOST_COST = 1e13

/** A part of the cost is known by its kind and name. */
export const lineKey = ({ kind, name }: Pick<CostLine, 'kind' | 'name'>): string =>
  `${kind}\n${name.trim().toLowerCase()}`

/** "NM-1 · collar". */
export const sourceText = ({ source }: Pick<CostLine, 'source'>): string | null =>
  source === undefined ? null : [source.nm_sku, source.placement].filter((one) => one !== '').join(' · ')

/** The one rule for what is typed and what stands in a sheet; `today` is the day in India. */
export function costingFaults(costing: Costing, today: string): CostingFault[] {
  const { lines, currency, rate } = costing
  const seen = new Set<string>()
  const faults: CostingFault[] = lines.length === 0 ? [{ line: null, at: 'lines', message: costingWords.noLines }] : []
  for (const [line, one] of lines.entries()) {
    if (seen.has(lineKey(one))) faults.push({ line, at: 'name', message: costingWords.twice })
    seen.add(lineKey(one))
    if (one.kind !== 'material' && one.wastage_bp !== 0)
      faults.push({ line, at: 'wastage', message: costingWords.wastage })
  }
  const { price, converted } = costOf(costing)
  if (Math.max(price, converted ?? 0) > MOST_COST)
    faults.push({ line: null, at: 'lines', message: costingWords.tooMuch })
  if (rate && rate.on > today) faults.push({ line: null, at: 'rate_on', message: costingWords.future })
  if (rate && rate.currency === currency)
    faults.push({ line: null, at: 'rate_currency', message: costingWords.sameCurrency })
  return faults
}

/** What two versions differ in. Amounts are minor units of the version's own currency; null where one of them says nothing. */
export interface CostingChange {
  /** A part of the cost, or (null) the costing as a whole. */
  kind: CostKind | null
  /** The part's name, or the field's English. */
  what: string
  field: keyof typeof changeWords
  was: string | number | null
  now: string | number | null
}

/** How a changed field is read: money in minor units, hundredths of a percent, thousandths, millionths, or text. */
export const changeWords = {
  line: { label: key('Amount'), of: 'money' },
  unit_price_minor: { label: key('Unit price'), of: 'money' },
  quantity_milli: { label: key('Consumption'), of: 'milli' },
  wastage_bp: { label: key('Wastage %'), of: 'bp' },
  material_code: { label: key('Material code'), of: 'text' },
  unit: { label: key('Unit'), of: 'text' },
  source: { label: key('From mapping'), of: 'text' },
  currency: { label: key('Currency'), of: 'text' },
  overhead_bp: { label: key('Overhead %'), of: 'bp' },
  margin_bp: { label: key('Margin %'), of: 'bp' },
  target_minor: { label: key('Target'), of: 'money' },
  quoted_minor: { label: key('Quoted'), of: 'money' },
  actual_minor: { label: key('Actual'), of: 'money' },
  rate: { label: key('Exchange rate'), of: 'millionths' },
  rate_currency: { label: key('Rate to'), of: 'text' },
  rate_on: { label: key('Rate of'), of: 'text' },
  remark: { label: key('Remark'), of: 'text' },
} as const

const ofLine = ['unit_price_minor', 'quantity_milli', 'wastage_bp', 'material_code', 'unit'] as const
const ofWhole = ['currency', 'overhead_bp', 'margin_bp', 'target_minor', 'quoted_minor', 'actual_minor'] as const

/** What changed from one version to the next, part by part; a part is known by its kind and name, whatever its place. */
export function costingChanges(was: Costing, now: Costing): CostingChange[] {
  const before = new Map(was.lines.map((line) => [lineKey(line), line]))
  const after = new Map(now.lines.map((line) => [lineKey(line), line]))
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((one): CostingChange[] => {
    const [old, fresh] = [before.get(one), after.get(one)]
    const { kind = null, name = '' } = fresh ?? old ?? {}
    if (!old || !fresh)
      return [
        { kind, what: name, field: 'line', was: old ? lineAmount(old) : null, now: fresh ? lineAmount(fresh) : null },
      ]
    const [from, to] = [sourceText(old), sourceText(fresh)]
    return [
      ...ofLine
        .filter((field) => old[field] !== fresh[field])
        .map((field) => ({ kind, what: name, field, was: old[field], now: fresh[field] })),
      ...(from === to ? [] : [{ kind, what: name, field: 'source' as const, was: from, now: to }]),
    ]
  })
  const whole = (field: CostingChange['field'], from: string | number | null, to: string | number | null) =>
    from === to ? [] : [{ kind: null, what: changeWords[field].label, field, was: from, now: to }]
  return [
    ...lines,
    ...ofWhole.flatMap((field) => whole(field, was[field], now[field])),
    ...whole('rate', was.rate?.millionths ?? null, now.rate?.millionths ?? null),
    ...whole('rate_currency', was.rate?.currency ?? null, now.rate?.currency ?? null),
    ...whole('rate_on', was.rate?.on ?? null, now.rate?.on ?? null),
    ...whole('remark', was.remark, now.remark),
  ]
}

/** Whether they say the same in the same order: what is saved again unchanged makes no version. */
export const isSameCosting = (was: Costing, now: Costing): boolean =>
  costingChanges(was, now).length === 0 && was.lines.every((line, at) => now.lines[at]?.name === line.name)
