import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { type Client, formOf } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { mountTrial, trial } from '../support/trial.ts'

let server: TestServer
let caller: Client
beforeAll(async () => {
  server = await testServer()
  mountTrial(server)
  caller = await server.as('ops')
})

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', ...headers },
  })

describe('what a call takes', () => {
  it('names every faulty field at once, and says the contract’s own words first', async () => {
    const reply = await caller.call(contract.shipments.updateShipmentDetails, {
      shipment_id: '',
      version: 0,
      boxes: [{ box_no: '' }],
    })
    expect([reply.status, reply.body.message]).toEqual([400, 'Please provide shipment id.'])
    expect(reply.body.details.fields).toEqual([
      { field: 'shipment_id', message: 'Please provide shipment id.' },
      {
        field: 'version',
        message: 'At least 1 is needed here.',
        message_key: 'At least {{least}} is needed here.',
        values: { least: '1' },
      },
      { field: 'boxes.0.box_no', message: 'This is too short.' },
    ])
  })

  it('says what is missing in plain words where the contract has none', async () => {
    const reply = await post('/v1/erp/vendor/update-shipment-details', '{"shipment_id":"SH-1"}')
    expect(reply.json()).toEqual({
      message: 'Please check the values sent.',
      code: 'invalid_input',
      details: { fields: [{ field: 'version', message: 'Please fill this in.' }] },
    })
  })

  it('takes an empty body as nothing said', async () => {
    expect((await post('/v1/erp/get-sidemenu', '')).statusCode).toBe(200)
    const bare = {
      method: 'POST',
      url: '/v1/erp/get-sidemenu',
      headers: { authorization: `Bearer ${caller.token}` },
    } as const
    expect((await server.app.inject(bare)).statusCode).toBe(200)
  })

  it.each(['{', '[]', '"x"', 'null ,', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])(
    'refuses %s in the API’s own shape',
    async (body) => {
      const reply = await post('/v1/erp/get-sidemenu', body)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  it('reads no form that another site could send without asking', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const reply = await post('/v1/erp/get-sidemenu', '{}', { 'content-type': type })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    }
    const form = formOf({ a: '1' }, null)
    const reply = await post('/v1/erp/get-sidemenu', form.payload ?? '', form.headers)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  it('refuses a JSON body over 4 MB with 413', async () => {
    const reply = await post('/v1/erp/get-sidemenu', JSON.stringify({ x: 'y'.repeat(4 * 1024 * 1024) }))
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  })

  it('a NUL sign, which PostgreSQL cannot store, is the caller’s fault and no 500', async () => {
    const reply = await caller.call(trial.write, { name: 'a\u0000b' })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('a form with a file', () => {
  const send = (fields: Record<string, string>, name: string, bytes: string | Buffer, fileFirst = false) => {
    const form = formOf(fields, { name, bytes }, fileFirst)
    return post('/trial/send/here', form.payload ?? '', form.headers)
  }

  it('is read with its fields before or after the file; the path wins over a field', async () => {
    for (const fileFirst of [false, true]) {
      const reply = await send({ note: '备注', word: 'elsewhere' }, 'list.XLSX', 'abc', fileFirst)
      expect(reply.json().data).toEqual({ word: 'here', note: '备注', file: 'list.XLSX', bytes: 3 })
    }
  })

  it('keeps a Chinese file name, and no path or sign that could harm', async () => {
    const names = {
      '箱单 1.xlsx': '箱单 1.xlsx',
      '..\\\\..\\\\etc\\\\a.xlsx': 'a.xlsx',
      '../../b.xlsx': 'b.xlsx',
      'c\u202excod.xlsx': 'cxcod.xlsx',
    }
    for (const [sent, saved] of Object.entries(names)) expect((await send({}, sent, 'x')).json().data.file).toBe(saved)
  })

  it.each(['list.csv', 'list.xls', 'list.xlsx.exe', 'xlsx'])(
    'refuses %s in the specification’s words',
    async (name) => {
      const reply = await send({}, name, 'x')
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Please upload .xlsx files.'])
    },
  )

  it('refuses a form without a file, and JSON in its place, in the same words', async () => {
    const form = formOf({ note: 'x' }, null)
    for (const reply of [
      await post('/trial/send/here', form.payload ?? '', form.headers),
      await post('/trial/send/here', '{}'),
    ]) {
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Please upload .xlsx files.'])
    }
  })

  it('refuses a file over 10 MB with 413, whether or not its length was announced', async () => {
    const reply = await send({}, 'big.xlsx', Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
    const huge = await send({}, 'big.xlsx', Buffer.alloc(11 * 1024 * 1024))
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'too_large'])
    expect((await send({}, 'most.xlsx', Buffer.alloc(10 * 1024 * 1024))).statusCode).toBe(200)
  })

  it('refuses a form that breaks off', async () => {
    const form = formOf({ note: 'x' }, { name: 'a.xlsx', bytes: 'x'.repeat(500) })
    const reply = await post('/trial/send/here', Buffer.from(form.payload ?? '').subarray(0, 300), form.headers)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })
})
