import { sql } from 'kysely'
import { v7 } from 'uuid'
import { readHsCode } from '../../../shared/kernel/codes.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { type Offered, offerStyles } from '../catalogue/make.ts'
import type { NewColour } from './doubles.ts'

/** Whose styles are launched, in which supply chain, and whether their sender may hear of other vendors' styles. */
export interface Launcher {
  vendorId: string
  vendor: string
  chain: 'china' | 'india'
  seesAll: boolean
}

/** A style of this vendor that is in the catalogue. */
export interface StandingStyle {
  id: string
  code: string
  vendor_style: string
  is_ended: boolean
  colors: string[]
}

interface Launched {
  colours: readonly NewColour[]
  /** Styles of these numbers that are there, locked. */
  standing: ReadonlyMap<string, StandingStyle>
  warnings: number
  fileName: string
}

/**
 * Writes the launch, its new styles as New Styles, colours and pictures; gives its code, and the files that rows name now. Throws
 * conflict where somebody else has just launched one of these styles.
 */
export async function saveLaunch(
  tx: Tx,
  context: CallContext,
  { vendorId, vendor, chain }: Launcher,
  { colours, standing, warnings, fileName }: Launched,
): Promise<{ code: string; files: string[] }> {
  const launchId = v7()
  const by = context.caller.userId
  const numbered = await rowsOf({
    code: col.text,
  })`SELECT 'PL-' || lpad(nextval('product_launch_number')::text, 6, '0') AS code`.execute(tx)
  const code = numbered.rows[0]?.code ?? ''
  const pictures = colours.reduce((sum, one) => sum + one.pictures.length, 0)
  await sql`INSERT INTO product_launch (id, code, vendor_id, file_name, colours, pictures, warnings, created_by)
    VALUES (${launchId}, ${code}, ${vendorId}, ${fileName}, ${colours.length}, ${pictures}, ${warnings}, ${by})`.execute(
    tx,
  )
  const groups = [...Map.groupBy(colours, ({ row }) => row.values.vendor_style)]
  const fresh = groups.filter(([vendorStyle]) => !standing.has(vendorStyle))
  const offered = await offerStyles(
    tx,
    context,
    fresh.map(([vendorStyle, own]) => offeredOf(vendorStyle, own, { vendorId, supplyChain: chain, launchId })),
  )
  const made = new Map(fresh.map(([vendorStyle], at) => [vendorStyle, offered[at]?.id]))
  const files: string[] = []
  for (const [vendorStyle, own] of groups) {
    const there = standing.get(vendorStyle)
    const id = there?.id ?? made.get(vendorStyle) ?? ''
    if (there) await insertColours(tx, id, own, there.colors.length)
    files.push(...(await insertPictures(tx, id, own, by)))
  }
  await recordEvent(tx, context, {
    ...{ entity: 'product_launch', entityId: code, event: 'launch.made' },
    details: { supplier_id: vendor, colours: colours.length, pictures, warnings },
  })
  return { code, files }
}

/** Its first row says what all its colours share. */
function offeredOf(
  vendorStyle: string,
  own: readonly NewColour[],
  whose: Pick<Offered, 'vendorId' | 'supplyChain' | 'launchId'>,
): Offered {
  const [first] = own
  if (!first) throw new TypeError('a style without colours')
  const said = first.row.values
  return {
    ...whose,
    ...{ vendorStyle, name: said.name ?? said.name_zh ?? '', nameZh: said.name_zh ?? said.name ?? '' },
    ...{ category: said.category ?? '', catalogueType: said.catalogue_type ?? 'Regular', price: said.price },
    ...{ fabricType: said.fabric_type, fabricComposition: said.fabric_composition, link1688: said.link_1688 },
    ...{ padded: said.padded, pushUp: said.push_up, wiring: said.wiring },
    ...{
      sizeSet: said.size_set,
      hsCode: said.hs_code && readHsCode(said.hs_code),
      piecesPerMonth: said.pieces_per_month,
    },
    colors: own.map(({ row }) => ({ color: row.values.color, colorZh: row.values.color_zh ?? '' })),
  }
}

async function insertColours(tx: Tx, id: string, own: readonly NewColour[], before: number): Promise<void> {
  await sql`
    INSERT INTO catalogue_color (id, catalogue_id, color, color_zh, position)
    SELECT n.id, ${id}::uuid, n.color, n.color_zh, ${before} + n.at
    FROM unnest(${own.map(() => v7())}::uuid[], ${own.map(({ row }) => row.values.color)}::text[],
      ${own.map(({ row }) => row.values.color_zh ?? '')}::text[]) WITH ORDINALITY AS n (id, color, color_zh, at)`.execute(
    tx,
  )
}

async function insertPictures(tx: Tx, id: string, own: readonly NewColour[], by: string): Promise<string[]> {
  const put = own.flatMap(({ row, pictures }) =>
    pictures.flatMap((picture, at) =>
      picture.put
        ? [{ ...picture.put, id: v7(), color: row.values.color, at: at + 1, likeness: picture.likeness }]
        : [],
    ),
  )
  if (put.length === 0) return []
  await sql`
    INSERT INTO catalogue_picture (id, catalogue_id, color, position, file_id, width, height, bytes, sha256, average_hash, added_by)
    SELECT n.id, ${id}::uuid, n.color, n.at, n.file_id, n.width, n.height, n.bytes, n.sha256, n.likeness, ${by}::uuid
    FROM unnest(${put.map((one) => one.id)}::uuid[], ${put.map(({ color }) => color)}::text[], ${put.map(({ at }) => at)}::int[],
      ${put.map(({ fileId }) => fileId)}::uuid[], ${put.map(({ width }) => width)}::int[], ${put.map(({ height }) => height)}::int[],
      ${put.map(({ bytes }) => bytes)}::int[], ${put.map(({ sha256 }) => sha256)}::bytea[],
      ${put.map(({ likeness }) => String(likeness))}::bigint[])
      AS n (id, color, at, file_id, width, height, bytes, sha256, likeness)`.execute(tx)
  await sql`UPDATE catalogue_style SET picture_id = ${put[0]?.id ?? null}::uuid WHERE id = ${id}::uuid AND picture_id IS NULL`.execute(
    tx,
  )
  return put.map(({ fileId }) => fileId)
}
