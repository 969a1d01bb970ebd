import { sql } from 'kysely'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { moveSample, requestSamples, sendSample } from '../areas/samples/set-sample.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** How far the samples of the demo go, one after another. */
const ways = ['requested', 'sent', 'received', 'measured', 'passed', 'failed'] as const

const points = [
  { point: 'Chest, 1 in below armhole', spec: 460, tolerance: 10 },
  { point: 'Body length from shoulder', spec: 640, tolerance: 12 },
  { point: 'Sleeve length', spec: 580, tolerance: 10 },
] as const

/** Samples in every state but planned, of styles that wait for one, `today` in milliseconds; measures of every other one go beyond their tolerance. */
export async function tellSamples(tx: Tx, today: number): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const qc = demoContext(tx, 'cataloguer')
  const { rows } = await rowsOf({ code: col.text })`
    SELECT code FROM catalogue_style WHERE status IN ('Selected for Sample QC', 'Info to be added', 'Additional Details Pending')
    ORDER BY number`.execute(tx)
  const move = async (
    sample_id: string,
    to: Partial<Parameters<typeof moveSample>[0]> & Pick<Parameters<typeof moveSample>[0], 'to'>,
  ) => {
    const { version } = await tx
      .selectFrom('catalogue_sample')
      .where('code', '=', sample_id)
      .select('version')
      .executeTakeFirstOrThrow()
    await moveSample({ sample_id, version, next_round: false, ...to }, qc)
  }
  const day = (days: number) => dayIn(vendorZone, new Date(today + days * 86_400_000))
  for (const [at, { code }] of rows.entries()) {
    const way = ways[at % ways.length] ?? 'requested'
    const { data } = await requestSamples({ catalogue_ids: [code], due_on: day(at % 12 === 0 ? -3 : 5) }, ops)
    const [sample_id] = data.sample_ids
    if (sample_id === undefined || way === 'requested') continue
    await sendSample({ sample_id, carrier: 'SF Express', tracking: `SF14${String(70_210_000 + at * 137)}` }, ops)
    if (way === 'sent') continue
    await move(sample_id, { to: 'received' })
    if (way === 'received') continue
    const beyond = way === 'failed' || at % 2 === 1 ? 9 : 0
    for (const { point, spec, tolerance } of points)
      await sql`INSERT INTO catalogue_sample_measure (sample_id, size, point, spec_mm, tolerance_mm, measured_mm)
        SELECT id, 'M', ${point}, ${spec}::int, ${tolerance}::int, ${spec + tolerance - 4 + beyond}::int FROM catalogue_sample
        WHERE code = ${sample_id}`.execute(tx)
    await sql`UPDATE catalogue_sample SET weight_vendor_g = ${170 + at}::int, weight_qc_g = ${174 + at}::int, transparency = 'Opaque',
      pilling = 'None', stretchability = 'Low stretch' WHERE code = ${sample_id}`.execute(tx)
    await move(sample_id, { to: 'measured' })
    if (way === 'passed') await move(sample_id, { to: 'passed' })
    if (way === 'failed')
      await move(sample_id, { to: 'failed', remark: 'Wider than asked for at the chest', next_round: true })
  }
}
