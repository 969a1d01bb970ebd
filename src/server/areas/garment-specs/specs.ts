import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type GarmentSpec, type SpecStyle, specStyle } from '../../../shared/areas/garment-specs/calls.ts'
import { garmentWords, inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import { garmentSheet, gradingSheet } from '../../../shared/areas/garment-specs/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { exampleRow } from '../../../shared/kernel/sheet.ts'
import { withUsualBetween } from '../../../shared/kernel/sizes.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { bySurveyOrNumber, surveyPlace } from '../style-surveys/places.ts'
import { gradingSheetRows } from './grading-rows.ts'
import { proposalsOf } from './proposals.ts'
import { versionsOf } from './versions.ts'

type Routes = Handlers<Contract['garmentSpecs']>

type Asked = Taken<Contract['garmentSpecs']['specStyles']>

const idStyle = specStyle.extend({ id: col.text })

type Found = z.output<typeof idStyle>

const isMeasured = sql<SqlBool>`EXISTS (SELECT 1 FROM garment_point fp WHERE fp.catalogue_id = c.id)`
const isWaiting = sql<SqlBool>`EXISTS (SELECT 1 FROM garment_proposal fw WHERE fw.catalogue_id = c.id AND fw.state = 'waiting')`
const isGraded = sql<SqlBool>`EXISTS (SELECT 1 FROM grading_size fz WHERE fz.catalogue_id = c.id)`

/** Styles of the catalogue, newest first or by their rank in the last survey. */
export const specQuery = listQuery<Asked, SpecStyle>({
  from: sql`catalogue_style c`,
  id: sql<string>`c.id`,
  scope: ({ caller }) => ownRows(caller, 'c.vendor_id'),
  check: ({ supplier_id }, context) => assertVendorName(context, supplier_id),
  rules: {
    codes: (codes) => sql`c.code = ANY(${codes}::text[])`,
    supplier_id: (code) => sql`c.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    search: (text) => {
      const like = containing(text)
      return sql`(c.code ILIKE ${like} OR c.vendor_style ILIKE ${like} OR c.name ILIKE ${like} OR c.name_zh ILIKE ${like})`
    },
  },
  tabs: {
    all: sql`true`,
    to_measure: sql`NOT ${isMeasured}`,
    to_grade: sql`${isMeasured} AND NOT ${isGraded}`,
    done: sql`${isMeasured} AND ${isGraded}`,
    waiting: isWaiting,
  },
  order: bySurveyOrNumber,
  rows: async (ids, context) => (await findStyles(context, ids)).map(toldOf),
})

/** In the order given. What a survey made of a style is the house's own business. */
async function findStyles(
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(idStyle)`
    SELECT c.id, c.code, c.vendor_style, c.name, c.name_zh, c.category,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
      c.picture_id AS picture, c.size_set,
      (SELECT count(DISTINCT g.point) FROM garment_point g WHERE g.catalogue_id = c.id)::int AS points,
      (SELECT count(*) FROM grading_size g WHERE g.catalogue_id = c.id)::int AS graded,
      (SELECT count(*) FROM (SELECT g.spec_mm - lag(g.spec_mm) OVER (PARTITION BY g.point ORDER BY z.position) AS jump
        FROM garment_point g JOIN size_set z ON z.code = c.size_set AND z.size = g.size WHERE g.catalogue_id = c.id) j
        WHERE j.jump < 0)::int AS backwards,
      (SELECT count(*) FROM grading_jump j JOIN garment_point f ON f.catalogue_id = c.id AND f.point = j.point AND f.size = j.from_size
        JOIN garment_point n ON n.catalogue_id = c.id AND n.point = j.point AND n.size = j.to_size
        WHERE j.catalogue_id = c.id AND n.spec_mm - f.spec_mm <> j.increment_mm)::int AS contradicted,
      (SELECT count(*) FROM garment_proposal w WHERE w.catalogue_id = c.id AND w.state = 'waiting')::int AS waiting, ${surveyPlace} AS survey
    FROM catalogue_style c JOIN vendor v ON v.id = c.vendor_id
    WHERE c.id = ANY(${ids}::uuid[]) AND ${ownRows(caller, 'c.vendor_id')}`.execute(db)
  const isVendor = forVendor(caller) !== null
  return inOrder(ids, rows, ({ id }) => id).map((row) => (isVendor ? { ...row, survey: null } : row))
}

const toldOf = ({ id: _id, ...style }: Found): SpecStyle => style

/** Where a style stood in a survey is nothing that the order of a vendor's list may tell. */
export const inOwnOrder = <A extends Partial<Asked>>(asked: A, { caller }: Pick<CallContext, 'caller'>): A =>
  forVendor(caller) === null ? asked : { ...asked, sort: 'number' }

export const specStyles: Routes['specStyles'] = (asked, context) => specQuery.page(inOwnOrder(asked, context), context)

export const garmentSpec: Routes['garmentSpec'] = async ({ code }, context) => reply(await specOf(context, code))

/** Throws not_found, for another vendor's style as well. */
async function specOf(context: CallContext, code: string): Promise<GarmentSpec> {
  const { db } = context
  const known = await db.selectFrom('catalogue_style').select('id').where('code', '=', code).execute()
  const [found] = await findStyles(
    context,
    known.map(({ id }) => id),
  )
  if (!found) throw notFound(garmentWords.notFound, { code })
  const [points, grading, jumps, set] = [
    await db.selectFrom('garment_point').selectAll().where('catalogue_id', '=', found.id).orderBy('position').execute(),
    await db.selectFrom('grading_size').selectAll().where('catalogue_id', '=', found.id).orderBy('position').execute(),
    await db.selectFrom('grading_jump').selectAll().where('catalogue_id', '=', found.id).orderBy('point').execute(),
    await db
      .selectFrom('size_set')
      .select('size')
      .where('code', '=', found.size_set ?? '')
      .where('retired_at', 'is', null)
      .orderBy('position')
      .execute(),
  ]
  const named = inSizeOrder([...points.map(({ size }) => size), ...grading.map(({ our_size }) => our_size)])
  const sizes = [...new Set([...set.map(({ size }) => size), ...named])]
  return {
    style: toldOf(found),
    sizes,
    points: [...Map.groupBy(points, ({ point }) => point)].map(([point, own]) => ({
      point,
      point_zh: own[0]?.point_zh ?? '',
      how_to_measure: own[0]?.how_to_measure ?? '',
      measures: own
        .map(({ size, spec_mm, tolerance_mm }) => ({ size, spec_mm, tolerance_mm }))
        .toSorted((a, b) => sizes.indexOf(a.size) - sizes.indexOf(b.size)),
    })),
    grading: grading.map(({ vendor_size, our_size }) => ({ vendor_size, our_size })),
    jumps: jumps
      .map(({ catalogue_id: _id, ...jump }) => ({ ...jump, measured_mm: measuredJump(points, jump) }))
      .toSorted((a, b) => a.point.localeCompare(b.point) || sizes.indexOf(a.to_size) - sizes.indexOf(b.to_size)),
    proposals: await proposalsOf(db, found.id),
    versions: await versionsOf(db, found.id),
  }
}

/** By how much a point grows by its own measures; null where they do not name both sizes. */
function measuredJump(
  points: readonly { point: string; size: string; spec_mm: number }[],
  { point, from_size, to_size }: { point: string; from_size: string; to_size: string },
): number | null {
  const of = (size: string) => points.find((one) => one.point === point && one.size === size)?.spec_mm
  const [from, to] = [of(from_size), of(to_size)]
  return from === undefined || to === undefined ? null : to - from
}

/** What stands of a style, or an example: it can be filled in and sent. */
export const specSample: Routes['specSample'] = async ({ of, code }, context) => {
  const spec = code === undefined ? null : await specOf(context, code)
  await recordDownload(context, `${of}_file.xlsx`)
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  const isGarment = of === 'garment'
  const rows =
    spec === null
      ? [exampleRow(isGarment ? garmentSheet : gradingSheet)]
      : isGarment
        ? specRows(spec)
        : gradingRows(spec)
  return {
    body: writeWorkbook(isGarment ? garmentSheet : gradingSheet, rows, { spareRows: 60, areExamples: spec === null }),
  }
}

function specRows({ style, points }: GarmentSpec) {
  return points.flatMap(({ point, point_zh, how_to_measure, measures }) =>
    measures.map(({ size, spec_mm, tolerance_mm }) => ({
      ...{ catalogue: style.code, size, point, point_zh, how: how_to_measure },
      measure: spec_mm / 10,
      tolerance: tolerance_mm / 10,
    })),
  )
}

function gradingRows(spec: GarmentSpec) {
  // Without a size set, a size that lies between two others is their neighbour all the same.
  const sizes = spec.style.size_set === null ? withUsualBetween(spec.sizes) : spec.sizes
  return gradingSheetRows({ ...spec, sizes }).map((row) => ({ catalogue: spec.style.code, ...row }))
}
