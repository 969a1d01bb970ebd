import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import { inMeasuringOrder } from '../../../shared/areas/sample-development/measures.ts'
import {
  type PackContent,
  packChanges,
  packWords,
  saidChange,
} from '../../../shared/areas/sample-development/tech-pack.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { holdCatalogue } from '../catalogue/hold.ts'
import { readSpecs } from '../garment-specs/spec-store.ts'
import { askedPoints, bySize } from '../samples/asked-points.ts'
import { sampleOf } from '../samples/samples.ts'
import { holdSample } from '../samples/set-sample.ts'
import { lastCostings } from './costing.ts'
import { makingOf } from './details.ts'
import { type Pack, packColumns } from './pack-columns.ts'
import { positionsOf } from './positions.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

/** Tech packs of a style, newest first. A vendor finds those that were sent to it, of its own styles. */
export async function packsOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, code: string): Promise<Pack[]> {
  const seen = isBoundToVendor(caller) ? sql<SqlBool>`t.sent_at IS NOT NULL` : sql<SqlBool>`true`
  const { rows } = await rowsOf(packColumns)`
    SELECT t.id::text AS id, t.number, s.code AS sample_id, t.content, c.vendor_id::text AS vendor_id, u.name AS made_by, t.made_at, t.sent_at
    FROM tech_pack t JOIN catalogue_style c ON c.id = t.catalogue_id JOIN catalogue_sample s ON s.id = t.sample_id JOIN app_user u ON u.id = t.made_by
    WHERE c.code = ${code} AND ${ownRows(caller, 'c.vendor_id')} AND ${seen} ORDER BY t.number DESC`.execute(db)
  return rows
}

/** As they are told: each with what it says otherwise than the one before. */
export function packsTold(code: string, packs: readonly Pack[]) {
  return packs.map(({ number, sample_id, made_by, made_at, sent_at, content }, at) => {
    const before = packs[at + 1]
    return {
      ...{ catalogue_id: code, sample_id, number, made_by, made_at: made_at.toISOString() },
      sent_at: sent_at?.toISOString() ?? null,
      changes: before ? packChanges(before.content, content).map(saidChange) : [],
    }
  })
}

/** Throws not_found, for another vendor's style as well. */
export const getTechPacks: Routes['getTechPacks'] = async ({ catalogue_id }, context) => {
  const { rows } = await rowsOf({ code: col.text })`
    SELECT c.code FROM catalogue_style c WHERE c.code = ${catalogue_id} AND ${ownRows(context.caller, 'c.vendor_id')}`.execute(
    context.db,
  )
  if (rows.length === 0) throw notFound(catalogueWords.notFound, { catalogue_id })
  return reply({ packs: packsTold(catalogue_id, await packsOf(context.db, context, catalogue_id)) })
}

/** Everything that is known of a style by a sample of it, in the order in which it is measured. */
async function contentOf(tx: Tx, context: CallContext, code: string): Promise<PackContent> {
  const { sample, style } = await holdSample(tx, context, code)
  const row = await sampleOf(tx, context, code)
  const { points: asked, today, sizes } = (await askedPoints(tx, [sample.id]))(sample.id)
  // Made by what the style’s spec says today: production does not sew by the spec of an old round.
  const points = today.length > 0 ? today : asked
  if (points.length === 0) throw conflict(packWords.noPoints, { values: { catalogue_id: style.code } })
  const placed = (await positionsOf(tx, [style.id]))(style.id)
  const critical = new Set(placed.flatMap(({ point, is_critical }) => (is_critical ? [point] : [])))
  const spec = (await readSpecs(tx, [style.id], 'points'))(style.id).points
  const { sizes: grading } = (await readSpecs(tx, [style.id], 'grading'))(style.id)
  const costing = (await lastCostings(tx, [sample.id])).get(sample.id)
  const { base_size, ...making } = await makingOf(tx, style.id)
  const { rows: facts } = await rowsOf({ category: col.text })`
    SELECT category FROM catalogue_style WHERE id = ${style.id}::uuid`.execute(tx)
  const { rows: photos } = await rowsOf({ image_id: col.text })`
    SELECT image_id::text AS image_id FROM catalogue_sample_photo WHERE sample_id = ${sample.id}::uuid ORDER BY position, image_id LIMIT 12`.execute(
    tx,
  )
  return {
    ...{ catalogue_id: style.code, name: row.name, name_zh: row.name_zh, category: facts[0]?.category ?? '' },
    ...{ sample_id: row.sample_id, round: row.round, base_size, sizes: [...sizes], grading, making },
    points: inMeasuringOrder(
      [...Map.groupBy(points, ({ point }) => point)].map(([point]) => ({ point })),
      placed,
    ).map(({ point }) => {
      const about = spec.find((one) => one.point === point)
      return {
        ...{ point, point_zh: about?.point_zh ?? '', how_to_measure: about?.how_to_measure ?? '' },
        is_critical: critical.has(point),
        measures: points
          .filter((one) => one.point === point)
          .toSorted(bySize(sizes))
          .map(({ size, spec_mm, tolerance_mm }) => ({ size, spec_mm, tolerance_mm })),
      }
    }),
    materials: (costing?.content.lines ?? [])
      .filter(({ kind }) => kind === 'material' || kind === 'trim' || kind === 'packing')
      .map(({ kind, name, material_code, quantity_milli, unit }) => ({
        kind,
        name,
        material_code,
        quantity_milli,
        unit,
      })),
    ...{ weight_g: row.weight_qc_g ?? row.weight_vendor_g, picture: row.picture },
    image_ids: photos.map(({ image_id }) => image_id),
  }
}

const isSame = (one: PackContent, other: PackContent) =>
  packChanges(one, other).length === 0 && JSON.stringify(one.sizes) === JSON.stringify(other.sizes)

/** Writes the tech pack of a sample: unchanged since the last it is that one, else the one not sent yet, else the next. */
export async function writePack(
  tx: Tx,
  context: CallContext,
  code: string,
): Promise<{ catalogueId: string; number: number }> {
  const { sample, style } = await holdSample(tx, context, code)
  if (['planned', 'requested', 'sent', 'called_off'].includes(sample.state)) throw conflict(packWords.notHere)
  const content = await contentOf(tx, context, code)
  const [last] = await packsOf(tx, context, style.code)
  if (last && isSame(last.content, content)) return { catalogueId: style.code, number: last.number }
  const isAnew = last !== undefined && last.sent_at === null
  const number = isAnew ? last.number : (last?.number ?? 0) + 1
  const id = isAnew ? last.id : v7()
  await sql`INSERT INTO tech_pack (id, catalogue_id, number, sample_id, content, made_by)
    VALUES (${id}::uuid, ${style.id}::uuid, ${number}, ${sample.id}::uuid, ${JSON.stringify(content)}::jsonb, ${context.caller.userId}::uuid)
    ON CONFLICT (id) DO UPDATE SET sample_id = excluded.sample_id, content = excluded.content, made_at = now(), made_by = excluded.made_by`.execute(
    tx,
  )
  await sql`DELETE FROM tech_pack_photo WHERE pack_id = ${id}::uuid`.execute(tx)
  await sql`INSERT INTO tech_pack_photo (pack_id, image_id) SELECT ${id}::uuid, i FROM unnest(${content.image_ids}::uuid[]) AS n (i)`.execute(
    tx,
  )
  await recordEvent(tx, context, {
    ...{ entity: 'tech_pack', entityId: `${style.code}/${number}`, event: 'tech_pack.written' },
    details: { sample: sample.code },
  })
  return { catalogueId: style.code, number }
}

export const createTechPack: Routes['createTechPack'] = async ({ material_id, language }, context) => {
  const { catalogueId, number } = await context.command((tx) => writePack(tx, context, material_id))
  return packFile(context, catalogueId, number, language)
}

export const techPackFile: Routes['techPackFile'] = async ({ catalogue_id, number, language }, context) => {
  const file = await packFile(context, catalogue_id, number, language)
  await recordDownload(context, 'tech_pack.pdf', { catalogue_id, number })
  return file
}

/** Throws not_found, for one of another vendor and for one that was not sent yet as well. */
async function packFile(context: CallContext, code: string, number: number, language: string) {
  const packs = await packsOf(context.db, context, code)
  const at = packs.findIndex((pack) => pack.number === number)
  const pack = packs[at]
  if (!pack) throw notFound(packWords.noPack)
  // Loaded when needed: the libraries for pages would hold up every start.
  const { techPackPdf } = await import('./tech-pack-paper.ts')
  return { body: await techPackPdf(pack, packs[at + 1] ?? null, language, context) }
}

export const sendTechPack: Routes['sendTechPack'] = ({ catalogue_id, number }, context) =>
  context.command(async (tx) => {
    await holdCatalogue(tx, context, [catalogue_id])
    const packs = await packsOf(tx, context, catalogue_id)
    const pack = packs.find((one) => one.number === number)
    if (!pack) throw notFound(packWords.noPack)
    if (pack.sent_at) throw conflict(packWords.isSent, { values: { number } })
    if (pack !== packs[0]) throw conflict(packWords.notLast)
    const now = await contentOf(tx, context, pack.sample_id)
    if (!isSame(pack.content, now)) {
      const changed = packChanges(pack.content, now).map(({ what }) => what)
      throw conflict(packWords.changedSince, { values: { number, what: [...new Set(changed)].slice(0, 3).join(', ') } })
    }
    await sql`UPDATE tech_pack SET sent_at = now(), sent_by = ${context.caller.userId}::uuid WHERE id = ${pack.id}::uuid`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      ...{ entity: 'tech_pack', entityId: `${catalogue_id}/${number}`, event: 'tech_pack.sent' },
      details: { number },
    })
    await notify(tx, context, {
      ...{ kind: 'tech_pack_sent' as const, vendorId: pack.vendor_id, things: [`${catalogue_id}/${number}`] },
      values: { catalogue_id, number },
    })
    return reply({ number }, packWords.sent)
  })
