import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type Offered, offerStyles } from '../../src/server/areas/catalogue/make.ts'
import type { CatalogueStatus } from '../../src/shared/areas/catalogue/statuses.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

/** What lacks nothing to go live but a picture. */
export const whole: Partial<Offered> = {
  ...{ category: 'Lingerie', fabricType: 'Lace', fabricComposition: '82% polyamide', padded: true, pushUp: false },
  ...{ wiring: 'Wired', transparency: 'Opaque', stretchability: 'Low stretch', sizeSet: 'CATSET', hsCode: '621210' },
  price: { minor: 4_650, currency: 'CNY' },
}

let serial = 0

/** Styles in the catalogue as a vendor offered them; their codes. */
export async function offered(
  server: TestServer,
  vendorId: string,
  styles: readonly Partial<Offered>[] = [{}],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM app_user ORDER BY id LIMIT 1`.execute(server.db)
  const by = { caller: { userId: rows[0]?.id ?? '' }, requestId: 'test', source: 'screen' as const }
  await sql`INSERT INTO size_set (id, code, size, position) SELECT gen_random_uuid(), 'CATSET', x.size, x.at
    FROM unnest(ARRAY['S', 'M', 'L']) WITH ORDINALITY AS x (size, at) ON CONFLICT DO NOTHING`.execute(server.db)
  const made = await server.db.transaction().execute((tx) =>
    offerStyles(
      tx,
      by,
      styles.map((style) => ({
        ...{
          vendorId,
          supplyChain: 'china' as const,
          vendorStyle: `V-${++serial}`,
          name: `Style ${serial}`,
          nameZh: '款',
        },
        ...{ category: 'Dresses', catalogueType: 'Regular', colors: [{ color: 'Black', colorZh: '黑色' }] },
        ...style,
      })),
    ),
  )
  return made.map(({ code }) => code)
}

/** A picture's row without its files: what it shows does not matter. */
export async function pictured(server: TestServer, code: string): Promise<void> {
  await sql`WITH made AS (INSERT INTO catalogue_picture (id, catalogue_id, position, file_id, width, height, bytes, sha256, added_by)
      SELECT ${v7()}::uuid, c.id, 1, ${v7()}::uuid, 4, 5, 9, sha256(c.code::bytea), c.created_by FROM catalogue_style c
      WHERE c.code = ${code} RETURNING id, catalogue_id)
    UPDATE catalogue_style c SET picture_id = made.id FROM made WHERE c.id = made.catalogue_id`.execute(server.db)
}

/** A sample of a style asked for, sent, received, measured and passed, which takes the style on. */
async function passSample(by: Client, catalogue_id: string): Promise<void> {
  const { samples } = contract
  const asked = await by.call(samples.requestSamples, { catalogue_ids: [catalogue_id], due_on: '2030-01-02' })
  const sample_id = asked.body.data.sample_ids[0] ?? ''
  const sent = await by.call(samples.sendSample, { sample_id, carrier: 'SF', tracking: '' })
  const got = await by.call(samples.moveSample, {
    ...{ sample_id, to: 'received', version: sent.body.data.sample.version },
  })
  const { points } = (await by.call(samples.getSample, { sample_id })).body.data
  const asItShouldBe = points.map(({ size, point, spec_mm, tolerance_mm }) => ({
    size,
    point,
    spec_mm,
    tolerance_mm,
    measured_mm: spec_mm,
  }))
  const one = { size: 'M', point: 'Chest', spec_mm: 500, tolerance_mm: 10, measured_mm: 500 }
  const measures = points.length > 0 ? asItShouldBe : [one]
  const measured = await by.call(samples.describeSample, {
    ...{ sample_id, version: got.body.data.sample.version, measures },
  })
  const { version } = measured.body.data.sample
  const passed = await by.call(samples.moveSample, { sample_id, to: 'passed', version })
  if (passed.status !== 200) throw new Error(`${catalogue_id}: ${JSON.stringify(passed.body)}`)
}

/** A sample that passed, without the way that led there. */
export async function sampled(server: TestServer, code: string): Promise<void> {
  await sql`INSERT INTO catalogue_sample (id, catalogue_id, round, state, judged_at, judged_by, created_by)
    SELECT gen_random_uuid(), id, 1, 'passed', now(), created_by, created_by FROM catalogue_style WHERE code = ${code}`.execute(
    server.db,
  )
}

/** A buyers' review of a style, which whoever moved it last decides, and has judged. */
export async function reviewed(server: TestServer, code: string): Promise<void> {
  await sql`WITH moved AS (SELECT c.id, m.moved_by FROM catalogue_style c JOIN catalogue_move m ON m.catalogue_id = c.id
      WHERE c.code = ${code} ORDER BY m.seq DESC LIMIT 1),
    made AS (INSERT INTO buyer_review (id, catalogue_id, responsible_id, deadline, opened_by)
      SELECT gen_random_uuid(), id, moved_by, '2040-01-02', moved_by FROM moved RETURNING id, responsible_id)
    INSERT INTO buyer_review_verdict (review_id, reviewer_id, verdict, score) SELECT id, responsible_id, 'pass', 4 FROM made`.execute(
    server.db,
  )
}

/** Makes a review's deadline one that has passed. */
export async function overdue(server: TestServer, code: string, deadline = '2020-01-02'): Promise<void> {
  await sql`UPDATE buyer_review r SET deadline = ${deadline}::date FROM catalogue_style c
    WHERE c.id = r.catalogue_id AND c.code = ${code}`.execute(server.db)
}

/** Moves a style along a way, all of it allowed to whoever moves. */
export async function moveAlong(by: Client, code: string, ...way: CatalogueStatus[]): Promise<void> {
  for (const to of way) {
    if (to === 'Sample QC Done') {
      await passSample(by, code)
      continue
    }
    const answer = await by.call(contract.catalogue.updateVendorCatalogue, {
      ...{ catalogue_ids: [code], to, remark: 'As it should be' },
    })
    if (answer.status !== 200) throw new Error(`${code} to ${to}: ${JSON.stringify(answer.body)}`)
  }
}
