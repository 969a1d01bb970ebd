import { sql } from 'kysely'
import type { CostingVersion } from '../../../shared/areas/sample-development/calls.ts'
import {
  type Costing,
  costingFaults,
  costingWords,
  costOf,
  isSameCosting,
  storedCosting,
} from '../../../shared/areas/sample-development/cost.ts'
import { mappingWords } from '../../../shared/areas/sample-development/from-mapping.ts'
import type { SampleState } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, refusedField } from '../../http/errors.ts'
import { holdSample } from '../samples/set-sample.ts'
import { mappedSkus, skusOfStyle } from './from-mapping.ts'
import { developmentOf } from './list.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

/** A sample is costed once somebody holds it in hands. */
export const mayBeCosted = (state: SampleState | (string & {})): boolean =>
  ['received', 'measured', 'passed', 'failed'].includes(state)

export const todayInIndia = (): string => dayIn(indiaZone, new Date())

/** The last version of samples' costings, by catalogue_sample.id. */
export async function lastCostings(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, { number: number; content: Costing }>> {
  const { rows } = await rowsOf({ sample: col.text, number: col.number, content: storedCosting })`
    SELECT DISTINCT ON (sample_id) sample_id::text AS sample, number, content FROM sample_costing
    WHERE sample_id = ANY(${ids}::uuid[]) ORDER BY sample_id, number DESC`.execute(db)
  return new Map(rows.map(({ sample, ...last }) => [sample, last]))
}

/** Writes a sound costing as the next version, and gives its number. The sample is held. */
export async function writeCosting(
  tx: Tx,
  context: CallContext,
  sample: { id: string; code: string },
  { content, last, fileName }: { content: Costing; last: number; fileName: string | null },
): Promise<number> {
  const number = last + 1
  await sql`INSERT INTO sample_costing (sample_id, number, content, file_name, made_by)
    VALUES (${sample.id}::uuid, ${number}, ${JSON.stringify(content)}::jsonb, ${fileName}, ${context.caller.userId}::uuid)`.execute(
    tx,
  )
  // No amount: the history of a sample is read by people who see none.
  await recordEvent(tx, context, {
    ...{ entity: 'catalogue_sample', entityId: sample.code, event: 'sample.costed' },
    details: { version: number },
  })
  return number
}

const fieldNames = { name: 'name', wastage: 'wastage_bp' } as Record<string, string>
const wholeNames = { lines: 'lines', rate: 'rate', rate_on: 'rate.on', rate_currency: 'rate.currency' } as Record<
  string,
  string
>

export const saveSampleCostingDataUi: Routes['saveSampleCostingDataUi'] = ({ sample_id, last, ...content }, context) =>
  context.command(async (tx) => {
    const { sample, style } = await holdSample(tx, context, sample_id)
    if (!mayBeCosted(sample.state)) throw conflict(costingWords.notHere, { values: { sample: sample.code } })
    const before = (await lastCostings(tx, [sample.id])).get(sample.id)
    if ((before?.number ?? 0) !== last)
      throw conflict(costingWords.seenOther, { values: { number: before?.number ?? 0 } })
    const faults = costingFaults(content, todayInIndia())
    const [first] = faults
    if (first)
      throw invalidInput(first.message, {
        fields: faults.map(({ line, at, message }) => ({
          field: line === null ? (wholeNames[at] ?? at) : `lines.${line}.${fieldNames[at] ?? at}`,
          message,
        })),
      })
    const named = content.lines.flatMap(({ source }) => source?.nm_sku ?? [])
    const own = await skusOfStyle(tx, style.id, named)
    const strange = content.lines.findIndex(({ source }) => source && !own.has(source.nm_sku))
    if (strange >= 0) throw refusedField(`lines.${strange}.source`, mappingWords.otherStyle)
    if (before && isSameCosting(before.content, content)) return reply({ number: last }, costingWords.unchanged)
    const number = await writeCosting(tx, context, sample, { content, last, fileName: null })
    return reply({ number }, costingWords.saved)
  })

const versionColumns = {
  ...{ number: col.number, made_by: col.text, made_at: col.instant, file_name: col.textOrNull },
  content: storedCosting,
}

/** Versions with what they come to, newest first: amounts are reckoned by the rule, whoever wrote them. */
export const getSampleCosting: Routes['getSampleCosting'] = async ({ sample_id }, context) => {
  const { id, style, row } = await developmentOf(context.db, context, sample_id)
  const { rows } = await rowsOf(versionColumns)`
    SELECT k.number, u.name AS made_by, k.made_at, k.file_name, k.content FROM sample_costing k JOIN app_user u ON u.id = k.made_by
    WHERE k.sample_id = ${id}::uuid ORDER BY k.number DESC`.execute(context.db)
  const versions = rows.map(({ content, made_at, ...version }) => ({
    ...{ ...version, made_at: made_at.toISOString() },
    ...costingTold(content),
  }))
  const { is_live, skus } = await mappedSkus(context.db, context, style)
  return reply({
    ...{ sample: row, versions, is_live },
    skus: skus.map((sku) => ({ ...sku, materials: [...sku.materials] })),
  })
}

function costingTold(content: Costing): Omit<CostingVersion, 'number' | 'made_by' | 'made_at' | 'file_name'> {
  const { cost, price, converted, amounts } = costOf(content)
  const { currency, lines, overhead_bp, margin_bp, target_minor, quoted_minor, actual_minor, rate, remark } = content
  const inCurrency = (minor: number | null) => (minor === null ? null : { minor, currency })
  return {
    currency: currency as CostingVersion['currency'],
    lines: lines.map(({ unit_price_minor, ...line }, at) => ({
      ...{ ...line, unit_price: inCurrency(unit_price_minor), amount: inCurrency(amounts[at] ?? 0) },
    })),
    ...{ overhead_bp, margin_bp, remark, rate: rate as CostingVersion['rate'] },
    ...{ cost: inCurrency(cost), price: inCurrency(price) },
    converted: rate && converted !== null ? { minor: converted, currency: rate.currency } : null,
    ...{ target: inCurrency(target_minor), quoted: inCurrency(quoted_minor), actual: inCurrency(actual_minor) },
  }
}
