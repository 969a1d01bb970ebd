import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { company } = contract

describe('the company', () => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await testServer()
    admin = await server.as('admin')
  })

  const read = async () => (await admin.call(company.getCompanyFacts, {})).body.data

  // Would catch: a save that touches what was not changed, tells nobody, or lets the slower of two win.
  it('is saved field by field, told, and not over what another saved', async () => {
    const { settings, version } = await read()
    expect(settings).toMatchObject({ name: '', currency: 'INR', invoice_series: 'CI' })
    const next = { ...settings, name: 'Yarn and Co', gstin: '07aaacs1429d1zt ', sscc_company_prefix: '8901234' }
    const saved = await admin.call(company.saveCompanyFacts, { settings: next, version })
    expect(saved.body.data.settings).toMatchObject({ name: 'Yarn and Co', gstin: '07AAACS1429D1ZT' })
    const changed = saved.body.data.last_changes.map(({ setting, from, to }) => [setting, from, to]).sort()
    expect(changed).toEqual([
      ['gstin', '', '07AAACS1429D1ZT'],
      ['name', '', 'Yarn and Co'],
      ['sscc_company_prefix', '6901234', '8901234'],
    ])
    const late = await admin.call(company.saveCompanyFacts, { settings: next, version })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    const same = await admin.call(company.saveCompanyFacts, { settings: next, version: saved.body.data.version })
    expect([same.status, same.body.message]).toEqual([200, 'The settings are as they were.'])
    expect(same.body.data.version).toBe(saved.body.data.version)
  })

  // Would catch: a prefix that breaks every box made after it, or a change by those who only see papers.
  it('is refused where it is wrong, by field, and to all but administrators', async () => {
    const { settings, version } = await read()
    const wrong = { ...settings, name: '', sscc_company_prefix: '12' }
    const refused = await admin.call(company.saveCompanyFacts, { settings: wrong, version })
    expect(refused.status).toBe(400)
    expect(refused.body.details?.fields?.map(({ field }) => field)).toEqual(['name', 'sscc_company_prefix'])
    expect(() => makeSscc(0, settings.sscc_company_prefix, 1)).not.toThrow()
    expect((await (await server.as('ops')).call(company.getCompanyFacts, {})).status).toBe(403)
  })
})

describe("a vendor's own contact", () => {
  // Would catch: a vendor that changes another's record, or a change that the company's records do not show and tell.
  it('is changed by itself alone, and told in the history of its record', async () => {
    const server = await testServer()
    const [one, other] = [await server.makeUser({ role: 'vendor' }), await server.makeUser({ role: 'vendor' })]
    const [mine, theirs] = [await server.as(one), await server.as(other)]
    const { vendor } = (await mine.call(company.getVendorProfile, {})).body.data
    expect(vendor).toMatchObject({ id: one.vendor?.code, phone: null })
    const typed = { contact: '陈丽', phone: '020 5550', email: 'chen@yihe.cn', address: '', version: vendor.version }
    const saved = await mine.call(company.saveVendorProfile, typed)
    expect(saved.body.data.vendor).toMatchObject({ contact: '陈丽', address: null, version: vendor.version + 1 })
    expect((await mine.call(company.saveVendorProfile, typed)).body.code).toBe('stale')
    expect((await theirs.call(company.getVendorProfile, {})).body.data.vendor.phone).toBe(null)
    const bad = await mine.call(company.saveVendorProfile, { ...typed, email: 'chen', version: vendor.version + 1 })
    expect([bad.status, bad.body.details?.fields?.[0]?.field]).toEqual([400, 'email'])
    const ops = await server.as('ops')
    expect((await ops.call(company.saveVendorProfile, typed)).status).toBe(403)
    const history = await ops.call(contract.data.getRecordHistory, { kind: 'vendors', id: String(one.vendor?.code) })
    expect(history.body.data.history).toMatchObject([
      { event: 'record.changed', details: { contact: '– → 陈丽', phone: '– → 020 5550', email: '– → chen@yihe.cn' } },
    ])
  })
})
