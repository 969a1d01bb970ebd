import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { people } = contract

describe('accounts for many vendors at once', () => {
  let server: TestServer
  let admin: Client
  const codes: string[] = []
  beforeAll(async () => {
    server = await testServer()
    admin = await server.as('admin')
    for (const _ of [1, 2, 3]) codes.push((await server.makeVendor()).code)
    await server.db
      .updateTable('vendor')
      .set({ contact: 'Chen Li', email: 'chen@yihe.example' })
      .where('code', '=', codes[0] ?? '')
      .execute()
  })

  const without = async () => (await admin.call(people.vendorsWithoutAccount, {})).body.data.vendors
  const account = (at: number, email: string) => ({
    ...{ vendor_id: codes[at] ?? '', name: 'Chen Li', email, password: 'k7tm-q2wx-9fhr-pd4s' },
  })

  // Would catch: accounts typed one by one although the vendors' records hold name and e-mail; half of a list made before one of them fails.
  it('are made of the vendors’ list, all or none, and their people can sign in', async () => {
    expect(await without()).toMatchObject([{ contact: 'Chen Li', email: 'chen@yihe.example' }, {}, {}])
    const accounts = [account(0, 'chen@yihe.example'), account(1, 'Chen@yihe.example')]
    const twice = await admin.call(people.createVendorAccounts, { accounts })
    expect(twice.body).toMatchObject({ code: 'invalid_input', details: { values: { email: 'Chen@yihe.example' } } })
    const nobody = { ...account(1, 'b@b.example'), vendor_id: 'NOPE' }
    const unknown = await admin.call(people.createVendorAccounts, { accounts: [accounts[0] ?? nobody, nobody] })
    expect(unknown.body).toMatchObject({
      message: 'There is no vendor NOPE.',
      details: { values: { vendor: 'NOPE' } },
    })
    expect(await without()).toHaveLength(3)
    const made = await admin.call(people.createVendorAccounts, {
      accounts: [account(0, 'chen@yihe.example'), account(1, 'b@b.example')],
    })
    expect(made.body.data.made).toBe(2)
    expect((await without()).map(({ vendor_id }) => vendor_id)).toEqual([codes[2]])
    const signedIn = await server.anyone.call(people.login, {
      email: 'chen@yihe.example',
      password: 'k7tm-q2wx-9fhr-pd4s',
    })
    expect(signedIn.body.data.user).toMatchObject({ role: 'vendor', must_change_password: true })
    const taken = await admin.call(people.createVendorAccounts, { accounts: [account(2, 'CHEN@yihe.example')] })
    expect([taken.status, taken.body.message]).toEqual([409, 'There is an account with chen@yihe.example already.'])
    expect((await (await server.as('ops')).call(people.createVendorAccounts, { accounts })).status).toBe(403)
  })

  // Would catch: passwords that are nowhere to be had, or that stay in the database in clear.
  it('are handed over as a file, and their passwords are kept nowhere', async () => {
    const accounts = [account(2, 'c@c.example')]
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect((await admin.call(people.createVendorAccounts, { accounts }, key)).body.data.made).toBe(1)
    const { bytes } = await admin.call(people.vendorAccountsFile, { accounts })
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(bytes as unknown as ExcelJS.Buffer)
    expect(book.worksheets[0]?.getRow(2).values).toEqual([
      undefined,
      codes[2],
      'Chen Li',
      'c@c.example',
      'k7tm-q2wx-9fhr-pd4s',
    ])
    for (const table of ['idempotency_key', 'audit_event', 'app_user'] as const) {
      const rows = await server.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('k7tm-q2wx')
    }
  })
})
