import { againstFields, type UploadFields } from '../../../shared/areas/catalogue/upload-fields.ts'
import { launchFaults, launchLimits, launchWords, offerOf } from '../../../shared/areas/launch/rules.ts'
import { launchSheet } from '../../../shared/areas/launch/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { hsCodeWords, readHsCode } from '../../../shared/kernel/codes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { forVendor } from '../../http/own-rows.ts'
import { withUploadedFile } from '../../sheets/refused-files.ts'
import {
  checkSheet,
  type OpenSheet,
  openSheet,
  readKnownSheet,
  type SheetValues,
  type ToldOfFault,
} from '../../sheets/take-sheet.ts'
import { findDoubles, type NewColour } from './doubles.ts'
import { type Drop, type LaunchRow, readDrop } from './drop.ts'
import { type Launcher, type StandingStyle, saveLaunch } from './save-launch.ts'

type Routes = Handlers<Contract['launch']>
type Told = Gives<Contract['launch']['uploadBulkProductLaunchFile']>
type Values = SheetValues<typeof launchSheet>
type Refuse = OpenSheet<Values>['refuse']

/** Doubles that a reply names, since each may bring two small pictures. */
const NAMED_WARNINGS = 100
const NAMED_CATEGORIES = 12

/** Takes a workbook and its pictures: all of it in one command, or nothing. A check ends where something would be written. */
export const uploadBulkProductLaunchFile: Routes['uploadBulkProductLaunchFile'] = (input, context) =>
  withUploadedFile(context, input.file, async () => {
    const launcher = await launcherOf(context, input.supplier_id)
    const read = await readKnownSheet(input.file, launchSheet, {}, context)
    if (read.rows.length > launchLimits.rows)
      throw invalidInput(launchWords.tooMany, { values: { rows: launchLimits.rows } })
    const isCheck = input.mode === 'check'
    const drop = await readDrop(input, openSheet(launchSheet, read).rows, context, isCheck)
    const kept = new Set<string>()
    try {
      return await context.command(async (tx) => {
        kept.clear()
        const asked = { file: input.file, mode: input.mode === 'check' ? ('all' as const) : input.mode }
        const { taking, checked } = await checkSheet(
          launchSheet,
          { check: ({ rows, refuse }) => checkRows(tx, { ...launcher, said: input }, rows, drop, refuse) },
          { read, tx, context, input: asked },
        )
        const { good, idle, standing } = checked
        const warnings = await findDoubles(tx, good, launcher)
        const told: Told = {
          rows_taken: good.length,
          rows_unchanged: idle,
          rows_refused: taking.read.rows.length - good.length - idle,
          launch_id: null,
          styles: new Set(good.map(({ row }) => row.values.vendor_style)).size,
          pictures: good.reduce((sum, { pictures }) => sum + pictures.length, 0),
          warnings: warnings.slice(0, NAMED_WARNINGS),
          warning_count: warnings.length,
          unused: [...drop.unused],
        }
        if (isCheck) return reply(told, launchWords.checked)
        if (good.length === 0) return reply(told, launchWords.unchanged)
        const saved = await saveLaunch(tx, context, launcher, {
          ...{ colours: good, standing, warnings: warnings.length, fileName: input.file.name },
        })
        for (const id of saved.files) kept.add(id)
        return reply({ ...told, launch_id: saved.code }, launchWords.launched)
      })
    } catch (error) {
      kept.clear()
      throw error
    } finally {
      // Of a call that was made before nothing is named either: its pictures are there already.
      await drop.dropRest(kept)
    }
  })

/** Whose styles these are: a vendor's own, or those of the vendor that the house names. */
async function launcherOf({ db, caller }: CallContext, supplierId: string | undefined): Promise<Launcher> {
  const own = forVendor(caller)
  if (own === null && !supplierId) throw invalidInput(launchWords.noVendor)
  const { rows } = await rowsOf({ id: col.text, code: col.text, is_india: col.flag })`
    SELECT id, code, time_zone = 'Asia/Kolkata' AS is_india FROM vendor
    WHERE (${own}::uuid IS NULL OR id = ${own}::uuid) AND (${supplierId ?? null}::text IS NULL OR code = ${supplierId ?? null})
      AND retired_at IS NULL`.execute(db)
  const [vendor] = rows
  if (!vendor) throw invalidInput('Invalid vendor name.')
  return { vendorId: vendor.id, vendor: vendor.code, chain: vendor.is_india ? 'india' : 'china', seesAll: own === null }
}

async function checkRows(
  tx: Tx,
  { vendorId, chain, said }: Launcher & { said: UploadFields },
  rows: readonly LaunchRow[],
  drop: Drop,
  refuse: Refuse,
) {
  const styles = [...new Set(rows.map(({ values }) => values.vendor_style))]
  const { rows: found } = await rowsOf({
    ...{ id: col.text, code: col.text, vendor_style: col.text, is_ended: col.flag, colors: col.texts },
  })`
    SELECT c.id, c.code, c.vendor_style, c.status IN ('Design Rejected', 'Assortment Failed', 'Live on Website') AS is_ended,
      ARRAY(SELECT o.color FROM catalogue_color o WHERE o.catalogue_id = c.id ORDER BY o.position) AS colors
    FROM catalogue_style c WHERE c.vendor_id = ${vendorId}::uuid AND c.vendor_style = ANY(${styles}::text[])
    ORDER BY c.id FOR NO KEY UPDATE OF c`.execute(tx)
  const standing = new Map(found.map((one): [string, StandingStyle] => [one.vendor_style, one]))
  const sets = await sizeSets(tx, rows)
  const categories = await knownCategories(tx)
  const firsts = new Map<string, LaunchRow>()
  const good: NewColour[] = []
  let idle = 0
  for (const row of rows) {
    const style = standing.get(row.values.vendor_style)
    const color = row.values.color.toUpperCase()
    if (style?.colors.some((one) => one.toUpperCase() === color)) {
      idle += 1
      continue
    }
    const first = firsts.get(row.values.vendor_style)
    if (!first) firsts.set(row.values.vendor_style, row)
    const offer = row.values.link_1688 === null ? null : offerOf(row.values.link_1688)
    const found = [...faultsOf(row, { first, style, sets, offer, categories })]
    const against = againstFields(said, {
      code: style?.code ?? null,
      supply_chain: chain,
      isThere: style !== undefined,
    })
    if (against !== null) found.unshift(['vendor_style', against])
    const ofPictures = drop.faultOf(row)
    for (const fault of found) refuse(row, ...fault)
    if (ofPictures) {
      const { key, message, expected, value } = ofPictures
      refuse(row, key, message, expected, value === undefined ? {} : { value })
    }
    if (found.length === 0 && !ofPictures)
      good.push({
        row,
        pictures: drop.of(row),
        offer: offer ?? (first?.values.link_1688 ? offerOf(first.values.link_1688) : null),
      })
  }
  return { good: whole(good, firsts), idle, standing }
}

/** A style whose first row has a fault says nothing: its other colours wait with it. */
function whole(good: readonly NewColour[], firsts: ReadonlyMap<string, LaunchRow>): NewColour[] {
  const rows = new Set(good.map(({ row }) => row))
  return good.filter(({ row }) => {
    const first = firsts.get(row.values.vendor_style)
    return first !== undefined && rows.has(first)
  })
}

interface Around {
  first: LaunchRow | undefined
  style: StandingStyle | undefined
  sets: ReadonlySet<string>
  offer: string | null
  categories: ReadonlySet<string>
}

/** What all colours of a style share; the rest is each colour's own. */
const ofStyle = [
  ...([
    'name',
    'name_zh',
    'category',
    'catalogue_type',
    'fabric_type',
    'fabric_composition',
    'link_1688',
    'price',
  ] as const),
  ...(['padded', 'push_up', 'wiring', 'size_set', 'hs_code', 'pieces_per_month'] as const),
] as const

type Fault = [key: keyof Values & string, message: string, expected?: string, more?: ToldOfFault]

function* faultsOf({ values }: LaunchRow, { first, style, sets, offer, categories }: Around): Generator<Fault> {
  if (style?.is_ended) yield ['vendor_style', launchFaults.ended]
  if (values.link_1688 !== null && offer === null) yield ['link_1688', launchFaults.wrongLink, launchFaults.offerLink]
  if (values.price?.minor === 0) yield ['price', launchFaults.noPrice]
  if (values.size_set !== null && !sets.has(values.size_set)) yield ['size_set', launchFaults.unknownSizeSet]
  if (values.hs_code !== null && readHsCode(values.hs_code) === null)
    yield ['hs_code', hsCodeWords.wrong, hsCodeWords.expected]
  // The first style of a company has a category that nobody knows yet.
  if (values.category !== null && categories.size > 0 && !categories.has(values.category))
    yield [
      'category',
      launchFaults.unknownCategory,
      launchFaults.knownCategories,
      {
        values: { categories: [...categories].slice(0, NAMED_CATEGORIES).join(', ') },
      },
    ]
  if (first) {
    for (const key of ofStyle)
      if (values[key] !== null && JSON.stringify(values[key]) !== JSON.stringify(first.values[key]))
        yield [key, launchFaults.differs, launchFaults.asAbove]
  } else if (!style) {
    if (values.name === null && values.name_zh === null) yield ['name', launchFaults.noName]
    if (values.category === null) yield ['category', launchFaults.noName]
  }
}

/** Of all styles and of what is in the catalogue, the most usual first. */
async function knownCategories(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await rowsOf({ category: col.text })`
    SELECT category FROM (SELECT category FROM style UNION ALL SELECT category FROM catalogue_style) AS of
    WHERE category <> '' GROUP BY category ORDER BY count(*) DESC, category`.execute(tx)
  return new Set(rows.map(({ category }) => category))
}

async function sizeSets(tx: Tx, rows: readonly LaunchRow[]): Promise<ReadonlySet<string>> {
  const named = [...new Set(rows.flatMap(({ values }) => values.size_set ?? []))]
  const { rows: known } = await rowsOf({ code: col.text })`
    SELECT DISTINCT code FROM size_set WHERE code = ANY(${named}::text[]) AND retired_at IS NULL`.execute(tx)
  return new Set(known.map(({ code }) => code))
}
