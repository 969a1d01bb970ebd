import { sql } from 'kysely'
import type { CostLine } from '../../shared/areas/sample-development/cost.ts'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { updateSkuMaterial } from '../areas/materials/mappings.ts'
import { saveSampleCostingDataUi } from '../areas/sample-development/costing.ts'
import { captureSampleDetails } from '../areas/sample-development/details.ts'
import { saveSampleMeasurementDataUi } from '../areas/sample-development/measures.ts'
import { captureMeasurementPositionsUi } from '../areas/sample-development/positions.ts'
import { createPreProductionOrder } from '../areas/sample-development/pre-production.ts'
import { sendTechPack, writePack } from '../areas/sample-development/tech-packs.ts'
import { moveSample, requestSamples, sendSample } from '../areas/samples/set-sample.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

const sizes = ['S', 'M', 'L'] as const
const points = [
  {
    point: 'Chest',
    zh: '胸围',
    how: '2 cm below the armhole, flat',
    base: 480,
    step: 20,
    tolerance: 10,
    critical: true,
  },
  {
    point: 'Length',
    zh: '衣长',
    how: 'From the shoulder point to the hem',
    base: 640,
    step: 10,
    tolerance: 12,
    critical: true,
  },
  {
    point: 'Sleeve length',
    zh: '袖长',
    how: 'From the shoulder seam',
    base: 580,
    step: 8,
    tolerance: 10,
    critical: false,
  },
  { point: 'Hem', zh: '下摆', how: 'Edge to edge, flat', base: 500, step: 20, tolerance: 10, critical: false },
] as const

const shirt: readonly CostLine[] = [
  line('material', 'Cotton poplin 120 g', 'FB-000011', 'm', 1_350, 18_500, 500),
  line('trim', 'Shell buttons 18L', 'TR-000042', 'pc', 7_000, 150),
  line('trim', 'Fusible interlining', 'TR-000007', 'm', 120, 6_000),
  line('cmt', 'Cut, sew and trim', null, 'pc', 1_000, 9_500),
  line('wash', 'Enzyme wash', null, 'pc', 1_000, 1_800),
  line('packing', 'Polybag and hangtag', 'PK-000003', 'pc', 1_000, 650),
]

function line(
  kind: CostLine['kind'],
  name: string,
  material_code: string | null,
  unit: string,
  quantity_milli: number,
  unit_price_minor: number,
  wastage_bp = 0,
): CostLine {
  return { kind, name, material_code, unit, quantity_milli, unit_price_minor, wastage_bp }
}

/**
 * Samples on their way to production, `today` in milliseconds: one style whose first round failed at a critical point and whose second
 * passed, costed in two versions, with two tech packs and a pre-production order; two more that are costed and measured.
 */
export async function tellDevelopment(tx: Tx, today: number): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT c.id::text AS id, c.code FROM catalogue_style c JOIN vendor v ON v.id = c.vendor_id WHERE c.status IN ('Selected for Sample QC', 'New Styles', 'Info to be added')
      AND NOT EXISTS (SELECT 1 FROM garment_point g WHERE g.catalogue_id = c.id)
      AND NOT EXISTS (SELECT 1 FROM catalogue_sample s WHERE s.catalogue_id = c.id)
    ORDER BY c.category ~* 'trouser|pant|legging|short|skirt|bra|lingerie|bottom',
      v.code IN ('GZ01', 'SZ02') DESC, c.number DESC LIMIT 3`.execute(tx)
  const [first, second, third] = rows
  if (!first || !second || !third) return
  for (const style of rows) await specify(tx, style.id)
  const day = (days: number) => dayIn(vendorZone, new Date(today + days * 86_400_000))

  const versionOf = async (sample_id: string) => {
    const { version } = await tx
      .selectFrom('catalogue_sample')
      .where('code', '=', sample_id)
      .select('version')
      .executeTakeFirstOrThrow()
    return { sample_id, version }
  }
  const round = async (code: string): Promise<string> => {
    const { data } = await requestSamples({ catalogue_ids: [code], due_on: day(-4) }, ops)
    const [sample_id = ''] = data.sample_ids
    await sendSample({ sample_id, carrier: 'SF Express', tracking: '' }, ops)
    await moveSample({ ...(await versionOf(sample_id)), to: 'received', next_round: false }, ops)
    return sample_id
  }
  const measure = async (sample_id: string, off: Partial<Record<string, number>> = {}) => {
    const measures = points.flatMap(({ point, base, step }) =>
      sizes.map((size, at) => ({
        ...{ size, point, is_sure: false },
        measured_mm: base + (at - 1) * step + (off[`${point} ${size}`] ?? ((at * 3) % 5) - 2),
      })),
    )
    await saveSampleMeasurementDataUi({ ...(await versionOf(sample_id)), measures }, ops)
  }
  const cost = (sample_id: string, last: number, more: Partial<Parameters<typeof saveSampleCostingDataUi>[0]> = {}) =>
    saveSampleCostingDataUi(
      {
        ...{ sample_id, last, currency: 'INR', lines: [...shirt], overhead_bp: 800, margin_bp: 1_200, remark: '' },
        ...{ target_minor: 52_000, quoted_minor: 54_900, actual_minor: null },
        rate: { currency: 'CNY', millionths: 84_000, on: day(-2) },
        ...more,
      },
      ops,
    )
  const judge = async (sample_id: string, to: 'passed' | 'failed', remark?: string) =>
    moveSample({ ...(await versionOf(sample_id)), to, next_round: false, ...(remark && { remark }) }, ops)

  const one = await round(first.code)
  await captureMeasurementPositionsUi(
    {
      ...(await versionOf(one)),
      positions: points.map(({ point, critical }) => ({ point, is_critical: critical })),
    },
    ops,
  )
  await measure(one, { 'Chest M': 24, 'Hem L': 13 })
  await judge(one, 'failed', 'Chest of M is 2.4 cm too wide')
  const two = await round(first.code)
  await measure(two)
  await captureSampleDetails(
    {
      ...(await versionOf(two)),
      ...{ base_size: 'M', weight_qc_g: 214 },
      making: {
        fabric: 'Cotton poplin 120 g, 144 cm wide',
        construction: 'Flat-felled side seams. Collar with fusible interlining. 12 stitches an inch.',
        labels: 'Main label at the neck, care label at the left side seam',
        packing: 'One piece a polybag, hangtag at the first button',
        care: 'Wash at 30 °C, line dry',
      },
    },
    ops,
  )
  await judge(two, 'passed')
  await cost(two, 0)
  const pack = await writePack(tx, ops, two)
  await sendTechPack({ catalogue_id: pack.catalogueId, number: pack.number }, ops)
  await cost(two, 1, {
    margin_bp: 1_000,
    quoted_minor: 52_900,
    lines: shirt.map((each) => (each.kind === 'cmt' ? { ...each, unit_price_minor: 9_000 } : each)),
  })
  await captureSampleDetails(
    {
      ...(await versionOf(two)),
      making: { construction: 'French side seams. Collar with fusible interlining. 12 stitches an inch.' },
    },
    ops,
  )
  await writePack(tx, ops, two)
  await createPreProductionOrder({ ...(await versionOf(two)), lines: [] }, ops)

  const other = await round(second.code)
  await measure(other)
  await judge(other, 'passed')
  await cost(other, 0, { quoted_minor: null })

  const open = await round(third.code)
  await measure(open, { 'Length M': 20 })
  await cost(open, 0, { target_minor: null })
}

/** What the style is measured by and graded in, as its vendor's sheets said; the jumps are those of its measures (`tellLaunch`). */
async function specify(tx: Tx, style: string): Promise<void> {
  for (const [at, { point, zh, how, base, step, tolerance }] of points.entries())
    await sql`INSERT INTO garment_point (catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm, position)
      SELECT ${style}::uuid, n.size, ${point}, ${zh}, ${how}, ${base}::int + (n.at::int - 2) * ${step}::int, ${tolerance}::int, ${at + 1}::int
      FROM unnest(${[...sizes]}::text[]) WITH ORDINALITY AS n (size, at)`.execute(tx)
  await sql`INSERT INTO grading_size (catalogue_id, vendor_size, our_size, position)
    SELECT ${style}::uuid, n.size, n.size, n.at FROM unnest(${[...sizes]}::text[]) WITH ORDINALITY AS n (size, at)`.execute(
    tx,
  )
  await sql`INSERT INTO style_making (catalogue_id, base_size) VALUES (${style}::uuid, 'M')`.execute(tx)
}

/**
 * A sample of a style that is live, costed from what product mapping says that its SKUs take; the consumption of one line is changed since.
 * After `tellMaterials`.
 */
export async function tellMappedCosting(tx: Tx): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const { rows } = await rowsOf({ sample: col.text, nm_skus: col.texts })`
    SELECT s.code AS sample, ARRAY(SELECT k.nm_sku FROM sku k WHERE k.style_id = c.style_id AND k.retired_at IS NULL
      ORDER BY k.color, k.size_rank) AS nm_skus
    FROM catalogue_style c JOIN catalogue_sample s ON s.catalogue_id = c.id AND s.state = 'passed'
    WHERE c.style_id IS NOT NULL ORDER BY c.number LIMIT 1`.execute(tx)
  const [found] = rows
  const [nm_sku] = found?.nm_skus ?? []
  if (!found || nm_sku === undefined) return
  const takes = [
    ['FAB-LACE-RSE', 'Body', 0.62, 6],
    ['TRM-ELA-20', 'Waist', 0.7, 2],
    ['TRM-LBL-MAIN', '', 0.004, 0],
  ] as const
  await updateSkuMaterial(
    {
      is_confirmed: true,
      mappings: found.nm_skus.flatMap((sku, at) =>
        takes.map(([material_id, placement, consumption, wastage]) => ({
          ...{ nm_sku: sku, material_id, placement, wastage, version: 0 },
          // Larger sizes take a little more.
          consumption: Math.round(consumption * (1 + 0.03 * (at % 5)) * 10_000) / 10_000,
        })),
      ),
    },
    ops,
  )
  const source = (placement: string) => ({ nm_sku, placement })
  await saveSampleCostingDataUi(
    {
      ...{ sample_id: found.sample, last: 0, currency: 'INR', overhead_bp: 700, margin_bp: 1_500, rate: null },
      ...{ target_minor: 68_000, quoted_minor: 66_500, actual_minor: null, remark: 'Lace by the marker of March' },
      lines: [
        { ...line('material', 'Corded lace (Body)', 'FAB-LACE-RSE', 'm', 580, 63_000, 600), source: source('Body') },
        { ...line('trim', 'Elastic 20 mm (Waist)', 'TRM-ELA-20', 'm', 714, 450), source: source('Waist') },
        { ...line('trim', 'Main label', 'TRM-LBL-MAIN', 'pack', 4, 32_000), source: source('') },
        line('cmt', 'Cut, sew and trim', null, 'pc', 1_000, 8_200),
      ],
    },
    ops,
  )
}
