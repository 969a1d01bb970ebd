import { type Insertable, type Kysely, sql } from 'kysely'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { hashPassword } from '../areas/people/passwords.ts'
import { rebuildPipeline } from '../areas/pipeline/recount.ts'
import { inTransaction } from '../database/database-errors.ts'
import { writeSetting } from '../database/settings.ts'
import type { AppUser, SignInFailure, Tables } from '../database/types.gen.ts'
import type { Files } from '../files/files.ts'
import type { Tx } from '../http/call.ts'
import {
  type Book,
  type DemoAccount,
  demoAccounts,
  demoPassword,
  fixedId,
  makeRandom,
  oddAccounts,
  openBook,
  userId,
} from './book.ts'
import { settleTimes } from './by-commands.ts'
import { sites, skuRows, styleRows, vendorRows } from './catalogue.ts'
import { tellGoods } from './goods.ts'
import { writeDemoPhotos } from './photos.ts'
import { writeDemoPictures } from './pictures.ts'
import { writeQcBook } from './qc-book.ts'
import { tellRetail } from './retail.ts'
import { insertRows, inTime } from './seed-volume.ts'
import { tellLanguages } from './stories.ts'
import { tellAllocation } from './tell-allocation.ts'
import { tellAssortments } from './tell-assortments.ts'
import { tellCatalogue } from './tell-catalogue.ts'
import { tellCorrective } from './tell-corrective.ts'
import { tellDevelopment, tellMappedCosting } from './tell-development.ts'
import { tellDisputes } from './tell-disputes.ts'
import { tellFacilities } from './tell-facilities.ts'
import { tellGatePasses } from './tell-gate-passes.ts'
import { tellIndia } from './tell-india.ts'
import { tellIndiaReceipts } from './tell-india-receipts.ts'
import { tellInventory } from './tell-inventory.ts'
import { tellLaunch } from './tell-launch.ts'
import { tellMaterials } from './tell-materials.ts'
import { type CompanyRules, type DemoOrder, tellOrder, writeOrder } from './tell-order.ts'
import { tellOutcomes } from './tell-outcomes.ts'
import { tellPreStock } from './tell-pre-stock.ts'
import { tellPrices } from './tell-prices.ts'
import { tellProduction } from './tell-production.ts'
import { tellProposals, writeProposals } from './tell-proposals.ts'
import { tellQc } from './tell-qc.ts'
import { tellReviews } from './tell-reviews.ts'
import { tellSamples } from './tell-samples.ts'
import { type Counters, readyAt, tellShipment } from './tell-shipment.ts'
import { tellStock } from './tell-stock.ts'
import { tellStockCounts } from './tell-stock-counts.ts'
import { tellPastAllocation } from './tell-stores.ts'
import { tellTalk } from './tell-talk.ts'
import { tellTrustedVendor } from './tell-trusted-vendor.ts'
import { company, planOrders, startOfDay } from './trade.ts'

const SEED = 20_260_101

/**
 * Fills an empty database with the demo data, in one transaction. The same day gives the same rows; dates lie around `now`,
 * so that every status is there whenever it is done. Photographs are there only with `files` to put them in. Gives false, and
 * changes nothing, when the database has users already.
 */
export async function seedDemo(db: Kysely<Tables>, options: { now?: Date; files?: Files } = {}): Promise<boolean> {
  if (await hasUsers(db)) return false
  const today = dayIn(vendorZone, options.now ?? new Date())
  const users = await userRows()
  const oddUsers = await oddUserRows()
  const isFilled = await inTransaction(db, async (tx) => {
    if (!(await isFirst(tx, today))) return false
    const vendors = vendorRows(today)
    const counters = { shipments: 0, boxes: 0, ssccPrefix: String(await setting(tx, 'sscc_company_prefix')) }
    const rules: CompanyRules = {
      newVendorDays: Number(await setting(tx, 'new_vendor_days')),
      onboardedOn: new Map(vendors.map((vendor) => [vendor.code, vendor.onboarded_on])),
    }
    await insertRows(tx, 'site', sites)
    await sql`INSERT INTO place (id, site_id, kind, code) SELECT gen_random_uuid(), s.id, k.kind, k.kind
      FROM site s, unnest(ARRAY['floor', 'quarantine', 'packing']) AS k (kind)`.execute(tx)
    await insertRows(tx, 'vendor', vendors)
    await insertRows(tx, 'app_user', users)
    await insertRows(tx, 'app_user', oddUsers)
    await insertRows(tx, 'sign_in_failure', failureRows(startOfDay(today)))
    await insertRows(tx, 'style', styleRows)
    await insertRows(tx, 'sku', skuRows)
    await tellRetail(tx, today)
    await tellGoods(tx, startOfDay(today))
    const { book, proposals } = tellStories(today, rules, counters)
    const series = String(await setting(tx, 'invoice_series'))
    const qc = tellQc(book, startOfDay(today), { invoiceSeries: series })
    await writeBook(tx, book)
    await writeProposals(tx, proposals)
    await writeQcBook(tx, qc)
    if (options.files) await writeDemoPhotos(tx, options.files, qc)
    if (options.files) await writeDemoPictures(tx, options.files)
    await sql`SELECT setval('shipment_number', ${counters.shipments}), setval('box_serial', ${counters.boxes}),
      setval('return_note_number', ${qc.returnNotes}), setval('export_order_number', ${qc.exportOrders.length})`.execute(
      tx,
    )
    await tellIndiaReceipts(tx)
    await tellInventory(tx, startOfDay(today))
    await tellPreStock(tx)
    await tellStock(tx)
    await tellIndia(tx)
    await tellOutcomes(tx)
    await tellTrustedVendor(tx)
    await tellPrices(tx)
    await tellCatalogue(tx, options.files)
    await tellAssortments(tx)
    await tellReviews(tx, startOfDay(today))
    await tellSamples(tx, startOfDay(today))
    await tellDevelopment(tx, startOfDay(today))
    await tellLaunch(tx)
    await tellCorrective(tx, startOfDay(today))
    await tellDisputes(tx, startOfDay(today))
    await tellStockCounts(tx)
    await tellGatePasses(tx, startOfDay(today))
    await tellAllocation(tx, today)
    await tellPastAllocation(tx, startOfDay(today))
    await tellMaterials(tx, today)
    await tellProduction(tx, today)
    // After production, whose season is of the cloth that is there.
    await tellMappedCosting(tx)
    await tellFacilities(tx, today)
    await tellTalk(tx)
    await settleTimes(tx, startOfDay(today))
    await tellLanguages(tx)
    await writeSetting(tx, 'company', company)
    await writeSetting(tx, 'first_day', 'done')
    // Its moments were put into the past: how long pieces stand is counted by those.
    await rebuildPipeline(tx)
    return true
  })
  // The planner knows nothing of the new rows until the database looks at them by itself, a minute later.
  if (isFilled) await sql`ANALYZE`.execute(db)
  return isFilled
}

async function hasUsers(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).execute()).length > 0
}

/** Another server may be seeding at this moment: the setting's row makes this one wait for it. */
async function isFirst(tx: Tx, today: string): Promise<boolean> {
  const row = { name: 'demo_data', value: JSON.stringify(today) }
  const written = await tx
    .insertInto('setting')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('name')
    .execute()
  return written.length > 0 && !(await hasUsers(tx))
}

async function setting(tx: Tx, name: string): Promise<unknown> {
  const row = await tx.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirstOrThrow()
  return row.value
}

function userRows(accounts: readonly DemoAccount[] = demoAccounts): Promise<Insertable<AppUser>[]> {
  return Promise.all(
    accounts.map(async (account) => {
      const { email, name, role, team, vendor, sites: own = [] } = account
      const vendor_id = vendor === null ? null : fixedId('vendor', vendor)
      return {
        id: userId(account),
        email,
        name,
        role,
        team,
        vendor_id,
        site_ids: own.map((code) => fixedId('site', code)),
        password_hash: await hashPassword(demoPassword),
      }
    }),
  )
}

const DAY_MS = 86_400_000

async function oddUserRows(): Promise<Insertable<AppUser>[]> {
  const rows = await userRows(oddAccounts)
  return rows.map((row, at) => {
    const state = oddAccounts[at]?.state
    return {
      ...row,
      is_active: state !== 'inactive',
      must_change_password: state === 'must-change-password',
    }
  })
}

/** Held back for longer than anybody really is: whoever looks at the demo next week should still see it. */
function failureRows(today: number): Insertable<SignInFailure>[] {
  const held_until = new Date(today + 30 * DAY_MS)
  return oddAccounts
    .filter(({ state }) => state === 'locked')
    .flatMap((account) => {
      const row = { user_id: userId(account), held_until }
      return [
        { ...row, whence: 'address 203.0.113.24', failures: 12 },
        { ...row, whence: 'strangers', failures: 57 },
      ]
    })
}

function tellStories(today: string, rules: CompanyRules, counters: Counters) {
  const book = openBook(makeRandom(SEED))
  const end = startOfDay(today)
  const orders = planOrders(book.random, today).map((plan) => tellOrder(book, plan, end))
  for (const together of shippedTogether(orders, end)) tellShipment(book, together, end, counters)
  const proposals = tellProposals(book, orders)
  for (const order of orders) writeOrder(book, order, rules)
  return { book, proposals }
}

/** Orders of one vendor and one story, as many to a shipment as the story says; the oldest shipment first. */
function shippedTogether(orders: readonly DemoOrder[], end: number): DemoOrder[][] {
  const groups = Map.groupBy(orders, ({ plan }) => `${plan.story.name} ${plan.vendor}`)
  return [...groups.values()]
    .flatMap((group) => {
      const size = group[0]?.plan.story.shipment?.size
      if (size === undefined) return []
      return Array.from({ length: Math.ceil(group.length / size) }, (_, at) => group.slice(at * size, (at + 1) * size))
    })
    .sort((a, b) => readyAt(a, end) - readyAt(b, end))
}

async function writeBook(tx: Tx, book: Book): Promise<void> {
  await insertRows(tx, 'vendor_order', book.orders)
  await insertRows(tx, 'order_line', book.lines)
  await insertRows(tx, 'audit_event', inTime(book.events))
  await insertRows(tx, 'shipment', book.shipments)
  await insertRows(tx, 'shipment_line', book.shipmentLines)
  await insertRows(tx, 'box', book.boxes)
  await insertRows(tx, 'box_line', book.boxLines)
  await insertRows(tx, 'line_move', inTime(book.moves))
}
