import { sql } from 'kysely'
import type { LaunchWarning } from '../../../shared/areas/launch/calls.ts'
import { mostBitsApart } from '../../../shared/areas/launch/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import type { DrawnPicture, LaunchRow } from './drop.ts'

/** A colour that is new, with its pictures and the offer that its link is of. */
export interface NewColour {
  row: LaunchRow
  pictures: readonly DrawnPicture[]
  offer: string | null
}

type Side = LaunchWarning['one']

interface Asked {
  vendorId: string
  /** The house: it is told of other vendors' styles as well. */
  seesAll: boolean
}

/** What of these colours is there twice, in the workbook or in the catalogue. A vendor is told of its own styles alone. */
export async function findDoubles(tx: Tx, colours: readonly NewColour[], asked: Asked): Promise<LaunchWarning[]> {
  const warnings = [
    ...withoutPicture(colours),
    ...linksInFile(colours),
    ...picturesInFile(colours),
    ...(await linksInCatalogue(tx, colours, asked)),
    ...(await picturesInCatalogue(tx, colours, asked)),
  ]
  return warnings.toSorted((a, b) => (a.one.row ?? 0) - (b.one.row ?? 0))
}

function side({ row }: NewColour, picture?: DrawnPicture): Side {
  const { vendor_style, color } = row.values
  const shown = { picture: null, thumbnail: picture?.thumbnail.toString('base64') ?? null }
  return { where: 'file', row: row.row, code: null, vendor_style, color, supplier_name: null, ...shown }
}

function withoutPicture(colours: readonly NewColour[]): LaunchWarning[] {
  return colours
    .filter(({ pictures }) => pictures.length === 0)
    .map((one) => ({ kind: 'no_picture', cell: one.row.cells.pictures ?? '', one: side(one), other: null }))
}

function linksInFile(colours: readonly NewColour[]): LaunchWarning[] {
  const first = new Map<string, NewColour>()
  const told = new Set<string>()
  return colours.flatMap((one): LaunchWarning[] => {
    if (one.offer === null) return []
    const other = first.get(one.offer)
    if (!other) first.set(one.offer, one)
    const style = one.row.values.vendor_style
    // A style's colours share their link, and each style is told of once.
    if (!other || other.row.values.vendor_style === style || told.has(`${one.offer} ${style}`)) return []
    told.add(`${one.offer} ${style}`)
    const [mine, theirs] = [side(one, one.pictures[0]), side(other, other.pictures[0])]
    return [{ kind: 'link', cell: one.row.cells.link_1688 ?? '', one: mine, other: theirs }]
  })
}

/** In how many of 64 bits two pictures differ. */
export function bitsApart(a: bigint, b: bigint): number {
  let left = BigInt.asUintN(64, a ^ b)
  let count = 0
  for (; left > 0n; left &= left - 1n) count++
  return count
}

function picturesInFile(colours: readonly NewColour[]): LaunchWarning[] {
  const seen: { of: NewColour; picture: DrawnPicture }[] = []
  const warnings: LaunchWarning[] = []
  for (const of of colours) {
    for (const picture of of.pictures) {
      const cell = of.row.cells.pictures ?? ''
      const others = seen.filter((one) => one.of !== of)
      const same = others.find((one) => one.picture.sha256.equals(picture.sha256))
      // Colours of one style look alike.
      const near = others.find(
        (one) =>
          one.of.row.values.vendor_style !== of.row.values.vendor_style &&
          bitsApart(one.picture.likeness, picture.likeness) <= mostBitsApart,
      )
      const other = same ?? near
      if (other) {
        const kind = same ? 'picture' : 'near_picture'
        warnings.push({ kind, cell, one: side(of, picture), other: side(other.of, other.picture) })
      }
    }
    seen.push(...of.pictures.map((picture) => ({ of, picture })))
  }
  return warnings
}

const found = {
  at: col.number,
  code: col.text,
  vendor_style: col.text,
  color: col.text,
  picture: col.textOrNull,
  supplier_name: col.textOrNull,
}

/** Other styles of this vendor, and to the house also those of others. */
const others = ({ vendorId, seesAll }: Asked) =>
  sql`(${seesAll} OR c.vendor_id = ${vendorId}::uuid) AND NOT (c.vendor_id = ${vendorId}::uuid AND c.vendor_style = n.style)`

const supplierName = ({ vendorId }: Asked) =>
  sql`CASE WHEN c.vendor_id = ${vendorId}::uuid THEN NULL ELSE (SELECT v.name FROM vendor v WHERE v.id = c.vendor_id) END`

async function linksInCatalogue(tx: Tx, colours: readonly NewColour[], asked: Asked): Promise<LaunchWarning[]> {
  const byStyle = Map.groupBy(
    colours.filter(({ offer }) => offer !== null),
    ({ row }) => row.values.vendor_style,
  )
  const linked = [...byStyle.values()].flatMap(([first]) => first ?? [])
  const { rows } = await rowsOf(found)`
    SELECT DISTINCT ON (n.at) n.at::int AS at, c.code, c.vendor_style, '' AS color, c.picture_id AS picture, ${supplierName(asked)} AS supplier_name
    FROM unnest(${linked.map(({ offer }) => offer)}::text[], ${linked.map(({ row }) => row.values.vendor_style)}::text[])
      WITH ORDINALITY AS n (offer, style, at)
    JOIN catalogue_style c ON c.link_key = n.offer AND ${others(asked)}
    ORDER BY n.at, c.number`.execute(tx)
  return rows.flatMap(({ at, ...other }): LaunchWarning[] => {
    const one = linked[at - 1]
    return one
      ? [{ kind: 'link', cell: one.row.cells.link_1688 ?? '', one: side(one, one.pictures[0]), other: standing(other) }]
      : []
  })
}

async function picturesInCatalogue(tx: Tx, colours: readonly NewColour[], asked: Asked): Promise<LaunchWarning[]> {
  const all = colours.flatMap((of) => of.pictures.map((picture) => ({ of, picture })))
  if (all.length === 0) return []
  const { rows } = await rowsOf({ ...found, is_same: col.flag })`
    SELECT DISTINCT ON (n.at) n.at::int AS at, c.code, c.vendor_style, coalesce(p.color, '') AS color, p.id AS picture,
      ${supplierName(asked)} AS supplier_name, p.sha256 = n.sum AS is_same
    FROM unnest(${all.map(({ picture }) => picture.sha256)}::bytea[], ${all.map(({ picture }) => String(picture.likeness))}::bigint[],
      ${all.map(({ of }) => of.row.values.vendor_style)}::text[]) WITH ORDINALITY AS n (sum, likeness, style, at)
    JOIN catalogue_picture p ON p.removed_at IS NULL
      AND (p.sha256 = n.sum OR bit_count((p.average_hash # n.likeness)::bit(64)) <= ${mostBitsApart})
    JOIN catalogue_style c ON c.id = p.catalogue_id AND ${others(asked)}
    ORDER BY n.at, is_same DESC, c.number`.execute(tx)
  return rows.flatMap(({ at, is_same, ...other }): LaunchWarning[] => {
    const one = all[at - 1]
    if (!one) return []
    const cell = one.of.row.cells.pictures ?? ''
    return [
      { kind: is_same ? 'picture' : 'near_picture', cell, one: side(one.of, one.picture), other: standing(other) },
    ]
  })
}

function standing(of: Pick<Side, 'code' | 'vendor_style' | 'color' | 'picture' | 'supplier_name'>): Side {
  return { where: 'catalogue', row: null, thumbnail: null, ...of }
}
