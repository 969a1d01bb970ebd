import { sql } from 'kysely'
import { z } from 'zod'
import { vendorStatus } from '../../../shared/areas/catalogue/attributes.ts'
import { catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import { type LaunchRow, launchRow } from '../../../shared/areas/launch/calls.ts'
import { launchSheet } from '../../../shared/areas/launch/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { exampleRow } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Handlers } from '../../http/call.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'

type Routes = Handlers<Contract['launch']>

const { element: launchedStyle } = launchRow.shape.styles
const launchFacts = launchRow.extend({
  id: col.text,
  styles: z.array(launchedStyle.extend({ status: z.enum(catalogueStatuses) })),
})

type Asked = Taken<Contract['launch']['getLaunches']>

/** Launches, newest first. */
export const launchQuery = listQuery<Asked, LaunchRow>({
  from: sql`product_launch l`,
  id: sql<string>`l.id`,
  scope: ({ caller }) => ownRows(caller, 'l.vendor_id'),
  check: ({ supplier_id }, context) => assertVendorName(context, supplier_id),
  rules: {
    launch_ids: (codes) => sql`l.code = ANY(${codes}::text[])`,
    supplier_id: (code) => sql`l.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    search: (text) => {
      const like = containing(text)
      return sql`(l.code ILIKE ${like} OR l.file_name ILIKE ${like} OR EXISTS (SELECT 1 FROM catalogue_style sc WHERE sc.launch_id = l.id
        AND (sc.code ILIKE ${like} OR sc.vendor_style ILIKE ${like} OR sc.name ILIKE ${like} OR sc.name_zh ILIKE ${like})))`
    },
  },
  tabs: { all: sql`true`, again: sql`l.warnings > 0` },
  order: () => ({
    by: [
      [sql`l.created_at`, 'timestamptz'],
      [sql`l.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: launchRows,
})

/** A vendor hears where its styles stand in words that are meant for it. */
async function launchRows(ids: readonly string[], { db, caller }: Pick<CallContext, 'db' | 'caller'>) {
  if (ids.length === 0) return []
  const isVendor = forVendor(caller) !== null
  const { rows } = await rowsOf(launchFacts)`
    SELECT l.id, l.code AS launch_id, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, l.file_name, l.colours,
      l.pictures, l.warnings, l.created_at, u.name AS created_by, coalesce((SELECT jsonb_agg(jsonb_build_object('code', c.code,
        'vendor_style', c.vendor_style, 'name', c.name, 'name_zh', c.name_zh, 'status', c.status, 'picture', c.picture_id,
        'colours', (SELECT count(*) FROM catalogue_color o WHERE o.catalogue_id = c.id)) ORDER BY c.number)
        FROM catalogue_style c WHERE c.launch_id = l.id), '[]') AS styles
    FROM product_launch l JOIN vendor v ON v.id = l.vendor_id JOIN app_user u ON u.id = l.created_by
    WHERE l.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, styles, ...row }) => ({
    ...row,
    styles: styles.map((style) => ({ ...style, status: isVendor ? vendorStatus(style.status) : style.status })),
  }))
}

/** With the categories and size sets that there are, to choose from. */
export const sampleBulkProductLaunchFile: Routes['sampleBulkProductLaunchFile'] = async ({ filled }, context) => {
  const validation = await choices(context)
  await recordDownload(context, 'product_launch.xlsx')
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  const size_set = validation.size_set[0] ?? null
  const first = exampleRow(launchSheet)
  const second = {
    vendor_style: first.vendor_style ?? null,
    color: 'Ivory',
    color_zh: '米白',
    pictures: 'A1001_Ivory.jpg',
  }
  const rows = filled ? [{ ...first, size_set }, second] : []
  return { body: writeWorkbook(launchSheet, rows, { validation, spareRows: 100, areExamples: true }) }
}

async function choices({ db }: CallContext) {
  const { rows } = await rowsOf({ categories: col.texts, sets: col.texts })`
    SELECT ARRAY(SELECT DISTINCT category FROM style WHERE retired_at IS NULL ORDER BY 1 LIMIT 200) AS categories,
      ARRAY(SELECT DISTINCT code FROM size_set WHERE retired_at IS NULL ORDER BY 1 LIMIT 200) AS sets`.execute(db)
  return { category: rows[0]?.categories ?? [], size_set: rows[0]?.sets ?? [] }
}
