import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteFirstDayDone } from '../../src/server/areas/company/first-day.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { KindName } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { decideOn } from '../support/order-decisions.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { company, data, people } = contract

afterAll(stopSheetThreads)

/** Saved by LibreOffice and by openpyxl (`make.py` beside them). */
const workbook = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', 'support', 'workbooks', 'first-day', `${name}.xlsx`))

const kinds = ['sites', 'vendors', 'styles', 'skus', 'orders'] as const satisfies readonly KindName[]

describe('the first steps of an installation', () => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await testServer()
    admin = await server.as('admin')
  })

  const day = async () => (await admin.call(company.getFirstDay, {})).body.data
  const missing = async () =>
    Object.fromEntries((await day()).steps.map((step) => [step.key, step.missing.map(({ message }) => message)]))
  const menu = async (who: Client) =>
    (await who.call(people.getSidemenu, {})).body.data.groups.flatMap(({ items }) => items.map(({ path }) => path))
  const landing = async (who: Client) => (await who.call(people.getUserDetails, {})).body.data.user.landing_path

  // Would catch: an installation that begins with an empty list of orders and no word of how they come; steps shown to who cannot take them.
  it('lead the menu of the office and are where it lands; nobody else sees them', async () => {
    expect((await day()).state).toBe('open')
    expect((await menu(admin))[0]).toBe('/ops/first-day')
    const [ops, qc] = [await server.as('ops'), await server.as('china_warehouse_team')]
    expect([await landing(admin), await landing(ops), await landing(qc)]).toEqual([
      '/ops/first-day',
      '/ops/first-day',
      '/supplier/qc-platform',
    ])
    expect(await menu(qc)).not.toContain('/ops/first-day')
    expect((await qc.call(company.getFirstDay, {})).status).toBe(403)
    // Would catch: operations who have begun to work and cannot put the steps away.
    expect((await ops.call(company.dismissFirstDay, {})).body.data.state).toBe('dismissed')
    expect((await ops.call(company.dismissFirstDay, { is_dismissed: false })).body.data.state).toBe('open')
    expect((await qc.call(company.dismissFirstDay, {})).status).toBe(403)
  })

  // Would catch: a workbook of another program that is not understood, a step that stays though all is there, or counts of what is retired.
  it('go one by one as workbooks come in and people get accounts', async () => {
    expect((await missing()).company).toEqual([
      'The company has no name yet.',
      'No QC site in China yet.',
      'No warehouse and no QC site in India yet, so no order has a destination.',
    ])
    for (const kind of kinds) {
      const file = { name: `${kind}.xlsx`, bytes: workbook(kind) }
      const reply = await admin.call(data.importRecords, { kind, file })
      expect(reply.body.data?.import, JSON.stringify(reply.body)).toMatchObject({ state: 'taken', fault_count: 0 })
    }
    const { settings, version } = (await admin.call(company.getCompanyFacts, {})).body.data
    await admin.call(company.saveCompanyFacts, { settings: { ...settings, name: 'Yarn and Co' }, version })
    expect(await missing()).toEqual({
      ...{ company: [], vendors: [], styles: [] },
      orders: ['No order is approved yet: no vendor sees one.'],
      // A company that begins with empty shelves is done without.
      stock: ['No opening stock yet. Where nothing lies yet, go on.'],
      people: ['{{count}} vendors have no account.', 'Nobody of a warehouse has an account.'],
    })
    const rows = (await day()).steps.flatMap((step) => step.kinds.map(({ kind, rows: n }) => [kind, n]))
    expect(Object.fromEntries(rows)).toMatchObject({ sites: 3, vendors: 2, styles: 2, skus: 3, orders: 1 })
    // A vendor that takes no orders needs no account.
    await server.db.updateTable('vendor').set({ is_selectable: false }).where('code', '=', 'LX02').execute()
    expect((await missing()).people).toContain('1 vendor has no account.')
    const vendor = await server.db
      .selectFrom('vendor')
      .where('code', '=', 'YH01')
      .select('id')
      .executeTakeFirstOrThrow()
    await server.makeUser({ role: 'vendor', vendor: { ...vendor, code: 'YH01', name: 'Yihe Garment' } })
    await server.makeUser({ role: 'warehouse' })
    expect((await day()).state).toBe('open')
    const orders = await server.db.selectFrom('vendor_order').select('order_id').execute()
    await decideOn(
      server,
      admin,
      orders.map(({ order_id }) => order_id),
    )
    expect(await day()).toMatchObject({ state: 'done' })
    expect(await menu(admin)).not.toContain('/ops/first-day')
    expect(await landing(admin)).toBe('/ops/all-pending-orders')
  })

  // Would catch: steps that come back months later because one new vendor has no account yet.
  it('stay done once they were, and come back only when an administrator asks', async () => {
    await noteFirstDayDone(server.db)
    await server.makeVendor()
    expect(await day()).toMatchObject({ state: 'done' })
    const recalled = await admin.call(company.dismissFirstDay, { is_dismissed: false })
    expect(recalled.body.data.state).toBe('open')
    expect((await menu(admin))[0]).toBe('/ops/first-day')
    await admin.call(company.dismissFirstDay, {})
    expect(await landing(admin)).toBe('/ops/all-pending-orders')
    await noteFirstDayDone(server.db)
    expect((await day()).state).toBe('dismissed')
    const told = await server.db
      .selectFrom('audit_event')
      .where('entity_id', '=', 'first_day')
      .orderBy('id')
      .select(['event', 'from_state', 'to_state'])
      .execute()
    expect(told.slice(2).map((one) => `${one.event} ${one.from_state} ${one.to_state}`)).toEqual([
      'first_day.recalled done open',
      'first_day.dismissed open dismissed',
    ])
  })
})
