import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { costingSheet, measurementSheet } from '../../src/shared/areas/sample-development/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, utcDay } from '../../src/shared/kernel/days.ts'
import { asItStands, type Unseeing } from '../support/as-it-stands.ts'
import { moveAlong, offered } from '../support/catalogue.ts'
import type { Client, SentFile } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeSkus } from '../support/stock.ts'

const { samples, sampleDevelopment: calls, garmentSpecs } = contract

let server: TestServer
let ops: Unseeing
let cad: Client
let vendor: Client
let thief: Client
let maker: Awaited<ReturnType<TestServer['makeVendor']>>

afterAll(stopSheetThreads)
beforeAll(async () => {
  server = await testServer()
  ops = asItStands(server, await server.as('ops'))
  cad = await server.as('cad')
  maker = await server.makeVendor()
  vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
  thief = await server.as('vendor')
})

const csv = (head: string, ...rows: string[]): SentFile => ({ name: 'sheet.csv', bytes: [head, ...rows].join('\n') })
const specHead = 'Catalogue style,Size,Point of measure,Measure (cm),Tolerance (cm)'
const measureHead = 'Sample no.,Point of measure,Size,Measured (cm),Measured again'

/** A style of S, M, L with chest and length, and a sample of it that we have. */
async function received(): Promise<{ code: string; sample: string }> {
  const [code = ''] = await offered(server, maker.id, [{ sizeSet: 'CATSET' }])
  const rows = ['S', 'M', 'L'].flatMap((size, at) => [
    `${code},${size},Chest,${44 + at * 2},1`,
    `${code},${size},Length,${60 + at},1.5`,
  ])
  const spec = await ops.call(garmentSpecs.uploadGarmentFile, { file: csv(specHead, ...rows) })
  expect(spec.status, JSON.stringify(spec.body)).toBe(200)
  await moveAlong(ops, code, 'Selected for Sample QC')
  const asked = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
  return { code, sample: await arrived(asked.body.data.sample_ids[0] ?? '') }
}

async function arrived(sample_id: string): Promise<string> {
  await ops.call(samples.sendSample, { sample_id, carrier: 'SF', tracking: '' })
  const got = await ops.call(samples.moveSample, { sample_id, to: 'received' })
  expect(got.body.data.sample.state).toBe('received')
  return sample_id
}

const right = [
  ['Chest', 'S', 440],
  ['Chest', 'M', 460],
  ['Chest', 'L', 480],
  ['Length', 'S', 600],
  ['Length', 'M', 610],
  ['Length', 'L', 620],
] as const
type Said = readonly [point: string, size: string, measured_mm: number | null, is_sure?: boolean]
const typed = (...all: Said[]) =>
  all.map(([point, size, measured_mm, is_sure = false]) => ({ point, size, measured_mm, is_sure }))

const versionOf = async (sample_id: string) =>
  (await ops.call(calls.getSampleDevelopment, { sample_id })).body.data.sample.version
const save = async (sample_id: string, ...all: Said[]) =>
  ops.call(calls.saveSampleMeasurementDataUi, {
    ...{ sample_id, version: await versionOf(sample_id), measures: typed(...all) },
  })
const one = async (sample_id: string, by: Client = ops) =>
  (await by.call(calls.getSampleDevelopment, { sample_id })).body.data

async function passed() {
  const made = await received()
  await save(made.sample, ...right)
  const judged = await ops.call(samples.moveSample, { sample_id: made.sample, to: 'passed' })
  expect(judged.status, JSON.stringify(judged.body)).toBe(200)
  return made
}

const future = addDays(utcDay(new Date()), 30)

const shirt = {
  currency: 'INR' as const,
  lines: [
    {
      kind: 'material' as const,
      name: 'Poplin',
      material_code: 'FB-1',
      unit: 'm',
      quantity_milli: 1_350,
      unit_price_minor: 18_500,
      wastage_bp: 500,
    },
    { kind: 'cmt' as const, name: 'Sewing', unit: 'pc', quantity_milli: 1_000, unit_price_minor: 9_000 },
  ],
  ...{ overhead_bp: 800, margin_bp: 1_200, target_minor: 45_000 },
}

describe('final measurements', () => {
  // Would catch: half of what was typed written, a fault told of the wrong cell, an unknown point taken as one beside the spec.
  it('refuse what cannot be meant at its cell, and write nothing', async () => {
    const { sample } = await received()
    const answer = await save(
      sample,
      ['Chest', 'M', 181],
      ['Pocket', 'M', 100],
      ['Chest', '4XL', 500],
      ['Length', 'M', 610],
      ['Length', 'M', 610],
    )
    expect(answer.status).toBe(400)
    expect(answer.body.details.fields).toEqual([
      { field: 'measures.0.measured_mm', message: 'This looks like inches: it is taken as centimetres.' },
      { field: 'measures.1.point', message: 'The style’s spec has no such point of measure.' },
      { field: 'measures.2.size', message: 'The style has no such size.' },
      // Which of the two is meant, nobody knows.
      { field: 'measures.3.point', message: 'This point of this size stands twice for this sample.' },
      { field: 'measures.4.point', message: 'This point of this size stands twice for this sample.' },
    ])
    expect((await one(sample)).rounds[0]?.measures).toEqual([])
    const stale = await ops.call(calls.saveSampleMeasurementDataUi, {
      ...{ sample_id: sample, version: 1, measures: typed(['Chest', 'M', 460]) },
    })
    expect(stale.body.code).toBe('stale')
    expect((await save(sample, ['Chest', 'M', 181, true])).status).toBe(200)
    expect((await save(sample, ['Chest', 'M', null])).status).toBe(200)
    expect((await one(sample)).sample).toMatchObject({ state: 'received', points: 0, lacking: 6 })
    // One measure makes it measured; until all are there it still waits for them.
    await save(sample, ['Chest', 'M', 460])
    const tabOf = async (tab: 'to_measure' | 'to_judge') =>
      (await ops.call(calls.getSampleDevelopments, { tab, sample_ids: [sample] })).body.data.rows.length
    expect([await tabOf('to_measure'), await tabOf('to_judge')]).toEqual([1, 0])
    await save(sample, ...right)
    expect([await tabOf('to_measure'), await tabOf('to_judge')]).toEqual([0, 1])
  })

  // Would catch: a sheet that goes by another rule or other words than the screen, or is taken for the wrong style or sample.
  it('come by sheet by the same rule and in the same words', async () => {
    const { code, sample } = await received()
    const other = await received()
    const send = (rows: readonly string[], more = {}) =>
      ops.call(calls.uploadSampleMeasurementDetailsFile, {
        file: csv(measureHead, ...rows),
        vendor_catalogue_id: code,
        ...more,
      })
    const bad = await send([
      `${sample},Chest,M,18.1,`,
      `${sample},Pocket,M,10,`,
      `${sample},Chest,4XL,50,`,
      `${sample},Length,M,61,`,
      `${sample},Length,M,61,`,
      `${other.sample},Chest,M,46,`,
      `SM-999999,Chest,M,46,`,
    ])
    expect(bad.body.details.faults?.map(({ cell, message }) => `${cell} ${message}`).sort()).toEqual([
      'A7 This sample is of another style.',
      'A8 There is no such sample.',
      'B3 The style’s spec has no such point of measure.',
      'B5 This point of this size stands twice for this sample.',
      'B6 This point of this size stands twice for this sample.',
      'C4 The style has no such size.',
      'D2 This looks like inches: it is taken as centimetres.',
    ])
    expect((await one(sample)).rounds[0]?.measures).toEqual([])
    const rows = right.map(([point, size, mm]) => `${sample},${point},${size},${mm / 10},`)
    const good = await send(rows)
    expect(good.body.data).toMatchObject({ rows_taken: 6, rows_refused: 0, sample_ids: [sample] })
    expect((await one(sample)).sample).toMatchObject({ state: 'measured', points: 6, lacking: 0, computed: 'passed' })
    // The same again changes nothing, and goes out as it came in.
    expect((await send(rows)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 6 })
    const file = await ops.call(calls.downloadSampleMeasurementFile, { sample_ids: [sample] })
    expect(file.headers['content-disposition']).toContain('Sample-measurements.xlsx')
    const again = await ops.call(calls.uploadSampleMeasurementDetailsFile, {
      file: { name: 'Sample-measurements.xlsx', bytes: file.bytes },
    })
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 6 })
    // Out of tolerance, sure of it: taken and judged.
    expect((await send([`${sample},Chest,M,"18,1",yes`])).body.data).toMatchObject({ rows_taken: 1 })
    expect((await one(sample)).sample).toMatchObject({ out_of_tolerance: 1, computed: 'failed' })
  })

  // Would catch: critical points that are not told, an order that is forgotten, a sheet of another sample.
  it('have critical points first, typed or by sheet', async () => {
    const { sample } = await received()
    const put = async (positions: { point: string; is_critical: boolean }[]) =>
      ops.call(calls.captureMeasurementPositionsUi, { sample_id: sample, version: await versionOf(sample), positions })
    const bad = await put([
      { point: 'Pocket', is_critical: false },
      { point: 'Chest', is_critical: false },
      { point: 'Chest', is_critical: true },
    ])
    expect(bad.body.details.fields?.map(({ field }) => field)).toEqual(['positions.0.point', 'positions.2.point'])
    expect(
      (
        await put([
          { point: 'Chest', is_critical: false },
          { point: 'Length', is_critical: true },
        ])
      ).status,
    ).toBe(200)
    expect((await one(sample)).points.map(({ point, is_critical }) => `${point} ${is_critical}`)).toEqual([
      'Length true',
      'Chest false',
    ])
    await save(sample, ['Length', 'M', 640], ['Chest', 'M', 475])
    expect((await one(sample)).sample).toMatchObject({ out_of_tolerance: 2, critical_out: 1 })
    const head = 'Sample no.,Point of measure,Critical'
    const sheet = (...rows: string[]) =>
      ops.call(calls.captureMeasurementPositionsFile, { sample_id: sample, file: csv(head, ...rows) })
    const wrong = await sheet('SM-999999,Chest,yes', `${sample},Pocket,no`)
    expect(wrong.body.details.faults?.map(({ message }) => message)).toEqual([
      'This file was sent for another sample.',
      'The style’s spec has no such point of measure.',
    ])
    expect((await sheet(`${sample},Chest,yes`, `${sample},Length,no`)).body.data.rows_taken).toBe(2)
    expect((await one(sample)).sample.critical_out).toBe(1)
    expect((await sheet(`${sample},Chest,yes`, `${sample},Length,no`)).body.data.rows_taken).toBe(0)
  })

  // Would catch: a vendor's sheet that tells what we measured, and one with another vendor's samples.
  it('reach a vendor only as what is asked of its own samples', async () => {
    const { sample } = await received()
    await save(sample, ...right)
    const read = async (by: Client) => {
      const file = await by.call(calls.downloadSampleMeasurementFile, {})
      expect(file.status).toBe(200)
      const found = await readRows({ name: 'x.xlsx', bytes: file.bytes }, measurementSheet, {
        ...{ accept: ['xlsx'], signal: new AbortController().signal, user: 'test' },
      })
      return found.rows.map(({ values }) => values)
    }
    const own = await read(vendor)
    expect(own.some((row) => row.sample === sample)).toBe(true)
    expect(own.every((row) => row.measured === null)).toBe(true)
    expect((await read(ops)).some((row) => row.sample === sample && row.measured !== null)).toBe(true)
    await expect(read(thief)).rejects.toThrow('Please fill in what was measured.')
    for (const by of [vendor, thief]) {
      expect((await by.call(calls.getSampleDevelopments, {})).status).toBe(403)
      expect((await by.call(calls.getSampleDevelopment, { sample_id: sample })).status).toBe(403)
    }
  })

  it('stand beside what the grading makes of the base size', async () => {
    const { code, sample } = await received()
    const grading = csv(
      'Catalogue style,Vendor size,Our size,Point of measure,Increment (cm)',
      ...['S,0', 'M,2', 'L,2'].map((row) => {
        const [size, jump] = row.split(',')
        return `${code},${size}-v,${size},Chest,${jump}`
      }),
    )
    expect((await ops.call(garmentSpecs.uploadGradingFile, { file: grading })).status).toBe(200)
    const details = async (more: object) =>
      ops.call(calls.captureSampleDetails, { sample_id: sample, version: await versionOf(sample), ...more })
    expect((await details({ base_size: '9XL' })).body.details.fields?.[0]?.field).toBe('base_size')
    expect((await details({ base_size: 'M', weight_qc_g: 180, making: { construction: 'French seams' } })).status).toBe(
      200,
    )
    const found = await one(sample)
    expect(found).toMatchObject({
      base_size: 'M',
      weight_qc_g: 180,
      making: { construction: 'French seams', care: '' },
    })
    expect(
      found.points.find(({ point }) => point === 'Chest')?.cells.map(({ size, graded_mm }) => `${size} ${graded_mm}`),
    ).toEqual(['S 440', 'M 460', 'L 480'])
    expect(found.points.find(({ point }) => point === 'Length')?.cells.map(({ graded_mm }) => graded_mm)).toEqual([
      null,
      610,
      null,
    ])
  })
})

describe('costing', () => {
  const cost = (sample_id: string, last: number, more: object = {}) =>
    ops.call(calls.saveSampleCostingDataUi, { sample_id, last, ...shirt, ...more })

  // Would catch: a version written over, two people who cost at once, amounts that differ from the rule.
  it('is kept version by version', async () => {
    const { sample } = await received()
    expect((await cost(sample, 0)).body.data).toEqual({ number: 1 })
    expect((await cost(sample, 1)).body).toMatchObject({ message: 'The costing is as it was.', data: { number: 1 } })
    expect((await cost(sample, 0, { margin_bp: 0 })).body.code).toBe('conflict')
    expect((await cost(sample, 1, { margin_bp: 0 })).body.data).toEqual({ number: 2 })
    const { versions } = (await ops.call(calls.getSampleCosting, { sample_id: sample })).body.data
    expect(versions.map(({ number, price }) => [number, price?.minor])).toEqual([
      [2, 38_042],
      [1, 42_607],
    ])
    expect(versions[1]?.lines[0]?.amount).toEqual({ minor: 26_224, currency: 'INR' })
    await expect(sql`UPDATE sample_costing SET number = 9`.execute(server.db)).rejects.toThrow()
  })

  it('refuses what cannot be meant at its field, and a sample that nobody has yet', async () => {
    const { sample } = await received()
    const [fabric] = shirt.lines
    const bad = await cost(sample, 0, {
      lines: [
        fabric,
        fabric,
        { kind: 'cmt', name: 'Sewing', quantity_milli: 1_000, unit_price_minor: 1, wastage_bp: 5 },
      ],
      rate: { currency: 'USD', millionths: 12_000, on: future },
    })
    expect(bad.body.details.fields).toEqual([
      { field: 'lines.1.name', message: 'This part of the cost stands twice.' },
      { field: 'lines.2.wastage_bp', message: 'Only materials have wastage.' },
      { field: 'rate.on', message: 'The rate is of a day to come.' },
    ])
    const negative = await cost(sample, 0, { lines: [{ ...fabric, unit_price_minor: -1 }] })
    expect(negative.body.details.fields?.[0]).toEqual({
      ...{ field: 'lines.0.unit_price_minor', message: 'An amount cannot be negative.' },
    })
    const [code = ''] = await offered(server, maker.id)
    await moveAlong(ops, code, 'Selected for Sample QC')
    const asked = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
    expect((await cost(asked.body.data.sample_ids[0] ?? '', 0)).body.message).toEqual(
      expect.stringContaining('is costed once it is here.'),
    )
  })

  // Would catch: a sheet by another rule, one that is half taken, and one that comes back as another costing.
  it('comes by sheet by the same rule, and goes out as it came in', async () => {
    const { sample } = await received()
    const head =
      'Sample no.,Cost of,Name,Material code,Quantity,Unit,Unit price,Wastage %,Overhead %,Margin %,Target,Rate,Rate to,Rate of'
    const send = (...rows: string[]) => ops.call(calls.uploadSampleCostingFile, { file: csv(head, ...rows) })
    const bad = await send(
      `${sample},Fabric,Poplin,FB-1,1.35,m,185.00 INR,5,8,12,450 INR,0.012,USD,${future}`,
      `${sample},CMT,Sewing,,1,pc,90 INR,5,,,,,,`,
      `${sample},CMT,sewing,,1,pc,90 INR,,,,,,,`,
    )
    expect(bad.body.details.faults?.map(({ cell, message }) => `${cell} ${message}`).sort()).toEqual([
      'C4 This part of the cost stands twice.',
      'H3 Only materials have wastage.',
      'N2 The rate is of a day to come.',
    ])
    const currencies = await send(
      `${sample},Fabric,Poplin,,1,m,185.00 INR,,8,,,,,`,
      `${sample},CMT,Sewing,,1,pc,90 CNY,,9,,,0.5,,`,
    )
    expect(currencies.body.details.faults?.map(({ cell, message }) => `${cell} ${message}`).sort()).toEqual([
      'G3 The amounts of one sample are in one currency.',
      'I3 Another row of this sample says something else.',
      'L2 A rate needs its currency and its day.',
    ])
    expect((await send(`${sample},CMT,Sewing,,1,pc,-90 INR,,,,,,,`)).body.details.faults?.[0]).toMatchObject({
      ...{ cell: 'G2', message: 'An amount cannot be negative.' },
    })
    const good = await send(
      `${sample},Fabric,Poplin,fb-1,1.35,m,185.00 INR,5,8,12,450 INR,,,`,
      `${sample},CMT,Sewing,,1,pc,90.00 INR,,,,,,,`,
    )
    expect(good.body.data, JSON.stringify(good.body)).toMatchObject({ rows_taken: 2, sample_ids: [sample] })
    // What was typed of the same is the same: no new version.
    expect((await cost(sample, 1)).body.data).toEqual({ number: 1 })
    const file = await ops.call(calls.downloadSampleCostingFile, { sample_ids: [sample] })
    expect(file.headers['content-disposition']).toContain('Sample-Costing.xlsx')
    const again = await ops.call(calls.uploadSampleCostingFile, {
      file: { name: 'Sample-Costing.xlsx', bytes: file.bytes },
    })
    expect(again.body.data, JSON.stringify(again.body)).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
    const read = await readRows({ name: 'x.xlsx', bytes: file.bytes }, costingSheet, {
      ...{ accept: ['xlsx'], signal: new AbortController().signal, user: 'test' },
    })
    expect(read.rows).toHaveLength(2)
  })

  // Would catch: a cost told by a list, a history, a file or a call to who sees no prices, and to vendors.
  it('reaches nobody without prices', async () => {
    const { sample } = await received()
    await cost(sample, 0, { remark: 'SECRET-REMARK' })
    const listed = await cad.call(calls.getSampleDevelopments, { sample_ids: [sample] })
    expect(listed.body.data.rows[0]).toMatchObject({ sample_id: sample, last_version: 1, cost: null, target: null })
    const mine = await ops.call(calls.getSampleDevelopments, { sample_ids: [sample] })
    expect(mine.body.data.rows[0]?.cost).toEqual({ minor: 38_042, currency: 'INR' })
    for (const by of [cad, vendor, thief]) {
      expect((await by.call(calls.getSampleCosting, { sample_id: sample })).status).toBe(403)
      expect((await by.call(calls.downloadSampleCostingFile, {})).status).toBe(403)
      expect((await by.call(calls.saveSampleCostingDataUi, { sample_id: sample, last: 1, ...shirt })).status).toBe(403)
      expect((await by.call(calls.uploadSampleCostingFile, { file: csv('x') })).status).toBe(403)
    }
    const { rows } = await sql<{
      told: string
    }>`SELECT details::text AS told FROM audit_event WHERE event = 'sample.costed'`.execute(server.db)
    expect(rows.map(({ told }) => told).join()).not.toMatch(/\d{3}|SECRET/)
    const columns = [
      { id: 'sample_id', header: 'no' },
      { id: 'cost', header: 'cost' },
    ] as const
    const file = await cad.call(contract.frame.exportSampleDevelopment, { columns: [...columns] })
    expect(file.bytes.toString()).not.toContain('380.42')
  })
})

describe('materials from the mapping', () => {
  /** Makes the sample's style live with an SKU that takes a fabric and buttons. */
  async function mapped(code: string): Promise<string> {
    const [sku] = await makeSkus(server.db, 1)
    const nm_sku = sku?.nm_sku ?? ''
    await sql`UPDATE catalogue_style SET style_id = (SELECT style_id FROM sku WHERE nm_sku = ${nm_sku}) WHERE code = ${code}`.execute(
      server.db,
    )
    const { materials } = contract
    const fabric = await ops.call(materials.createFabricMaterial, {
      ...{ name: 'Poplin', unit: 'metre', properties: { composition: 'Cotton', width_cm: 148 } },
      price: { minor: 18_500, currency: 'INR' },
    })
    const trim = await ops.call(materials.createAccessoryMaterial, {
      ...{ name: 'Button', unit: 'piece', properties: { trim: 'Button' } },
    })
    const taken = await ops.call(materials.updateSkuMaterial, {
      mappings: [
        {
          nm_sku,
          material_id: fabric.body.data.material.material_id,
          placement: 'Body',
          consumption: 1.4201,
          wastage: 5,
        },
        { nm_sku, material_id: trim.body.data.material.material_id, consumption: 6, wastage: 1 },
      ],
    })
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    return nm_sku
  }

  // Would catch: consumption or price of another SKU or unit, a source of another style, one that is lost by a sheet.
  it('come with where they are from, which a version keeps', async () => {
    const { code, sample } = await received()
    const before = await ops.call(calls.getSampleCosting, { sample_id: sample })
    expect(before.body.data).toMatchObject({ is_live: false, skus: [] })
    const nm_sku = await mapped(code)
    const { body } = await ops.call(calls.getSampleCosting, { sample_id: sample })
    const [found] = body.data.skus
    expect(found).toMatchObject({ nm_sku, materials: [{ name: 'Poplin' }, { name: 'Button' }] })
    const [fabric, button] = found?.materials ?? []
    expect(fabric).toMatchObject({
      ...{ kind: 'material', placement: 'Body', unit: 'm', quantity_milli: 1_421, wastage_bp: 500 },
      unit_price: { minor: 18_500, currency: 'INR' },
    })
    expect(button).toMatchObject({ kind: 'trim', unit: 'pc', quantity_milli: 6_060, wastage_bp: 0, unit_price: null })
    const line = {
      ...{ kind: 'material' as const, name: 'Poplin', material_code: fabric?.material_id ?? '', unit: 'm' },
      ...{ quantity_milli: 1_350, unit_price_minor: 18_500, wastage_bp: 500, source: { nm_sku, placement: 'Body' } },
    }
    const save = (lines: (typeof line)[], last: number) =>
      ops.call(calls.saveSampleCostingDataUi, { sample_id: sample, last, ...shirt, lines })
    const strange = await save([{ ...line, source: { nm_sku: 'NM-NOBODY', placement: '' } }], 0)
    expect(strange.body.details.fields?.[0]).toEqual({
      ...{ field: 'lines.0.source', message: 'This SKU is not of the sample’s style.' },
    })
    expect((await save([line], 0)).body.data).toEqual({ number: 1 })
    const file = await ops.call(calls.downloadSampleCostingFile, { sample_ids: [sample] })
    const sent = { name: 'Sample-Costing.xlsx', bytes: file.bytes }
    const again = await ops.call(calls.uploadSampleCostingFile, { file: sent })
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 1 })
    const head = 'Sample no.,Cost of,Name,Material code,Quantity,Unit,Unit price'
    const row = `${sample},Fabric,Poplin,${fabric?.material_id},1.5,m,185 INR`
    await ops.call(calls.uploadSampleCostingFile, { file: csv(head, row) })
    const { versions } = (await ops.call(calls.getSampleCosting, { sample_id: sample })).body.data
    expect(versions.map(({ lines }) => lines[0]?.source)).toEqual([line.source, line.source])
  })
})

// Would catch: parts that go because a sheet does not name them, an old sheet over a newer version, a row of another style, blank rows refused.
it('a costing sheet adds and changes, by the version that it was downloaded at', async () => {
  const { code, sample } = await received()
  const cost = (last: number, more = {}) =>
    ops.call(calls.saveSampleCostingDataUi, { sample_id: sample, last, ...shirt, ...more })
  await cost(0)
  const head = 'Sample no.,Catalogue no.,Version,Cost of,Name,Quantity,Unit price,Take off,Overhead %'
  const send = (...rows: string[]) => ops.call(calls.uploadSampleCostingFile, { file: csv(head, ...rows) })
  const faults = async (...rows: string[]) =>
    (await send(...rows)).body.details.faults?.map(({ cell, message }) => `${cell} ${message}`)
  expect(await faults(`${sample},CT-999999,1,CMT,Sewing,1,95 INR,,`)).toEqual(['B2 This sample is of another style.'])
  expect(await faults(`${sample},${code},0,CMT,Sewing,1,95 INR,,`)).toEqual([
    'C2 Another version was saved since this sheet was downloaded: please download it again.',
  ])
  expect(await faults(`${sample},${code},1,CMT,,1,95 INR,,`)).toEqual(['E2 Please fill this in.'])
  expect(await faults(`${sample},${code},1,Wash,Enzyme,,,Yes,`)).toEqual(['E2 The costing has no such part.'])
  const other = await received()
  const taken = await send(
    `${sample},${code},1,CMT,Sewing,1,95 INR,,`,
    `${sample},,,Packaging,Polybag,1,6 INR,,9`,
    `${other.sample},${other.code},0,,,,,,`,
  )
  expect(taken.body.data, JSON.stringify(taken.body)).toMatchObject({ rows_taken: 2, rows_unchanged: 1 })
  const last = async () => (await ops.call(calls.getSampleCosting, { sample_id: sample })).body.data.versions[0]
  const second = await last()
  expect(second?.lines.map(({ name, unit_price }) => [name, unit_price?.minor])).toEqual([
    ['Poplin', 18_500],
    ['Sewing', 9_500],
    ['Polybag', 600],
  ])
  expect([second?.overhead_bp, second?.margin_bp, second?.target?.minor]).toEqual([900, 1_200, 45_000])
  await send(`${sample},,2,Packaging,Polybag,,,Yes,`)
  expect((await last())?.lines.map(({ name }) => name)).toEqual(['Poplin', 'Sewing'])
})

describe('tech packs', () => {
  const write = (sample: string, language = 'en') => ops.call(calls.createTechPack, { material_id: sample, language })

  // Would catch: a sent one that changes, a second number for nothing, one that a vendor reads before it is sent or of another's style.
  it('are frozen when sent, and the next says what changed', async () => {
    const { code, sample } = await passed()
    await ops.call(calls.saveSampleCostingDataUi, { sample_id: sample, last: 0, ...shirt })
    const first = await write(sample)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.headers['content-disposition']).toContain('tech_pack.pdf')
    const packs = async (by: Client) => (await by.call(calls.getTechPacks, { catalogue_id: code })).body.data.packs
    expect((await packs(ops)).map(({ number, sent_at }) => [number, sent_at])).toEqual([[1, null]])
    expect(await packs(vendor)).toEqual([])
    const fetch = (by: Client, number: number) => by.call(calls.techPackFile, { catalogue_id: code, number })
    expect((await fetch(vendor, 1)).status).toBe(404)
    expect((await ops.call(calls.sendTechPack, { catalogue_id: code, number: 1 })).status).toBe(200)
    expect((await ops.call(calls.sendTechPack, { catalogue_id: code, number: 1 })).body.code).toBe('conflict')
    expect((await packs(vendor)).map(({ number }) => number)).toEqual([1])
    expect((await fetch(vendor, 1)).status).toBe(200)
    expect((await fetch(thief, 1)).status).toBe(404)
    expect((await thief.call(calls.getTechPacks, { catalogue_id: code })).status).toBe(404)
    // Nothing new: no new one.
    await write(sample)
    expect(await packs(ops)).toHaveLength(1)
    const details = {
      sample_id: sample,
      version: await versionOf(sample),
      making: { construction: 'Felled seams 缝份 1 cm' },
    }
    expect((await ops.call(calls.captureSampleDetails, details)).status).toBe(200)
    await write(sample)
    const [second] = await packs(ops)
    expect(second).toMatchObject({ number: 2, sent_at: null })
    expect(second?.changes).toEqual([
      { part: 'making', what: 'Construction', was: null, now: 'Felled seams 缝份 1 cm' },
    ])
    expect((await packs(vendor)).map(({ number }) => number)).toEqual([1])
    await expect(sql`UPDATE tech_pack SET content = '{}' WHERE number = 1`.execute(server.db)).rejects.toThrow('frozen')
  })

  // Would catch: pages of another size, signs that no font has, and any amount of money on paper.
  it('are pages of A4 with every sign, without a cost', async () => {
    const { code, sample } = await passed()
    await ops.call(calls.saveSampleCostingDataUi, { sample_id: sample, last: 0, ...shirt })
    await ops.call(calls.captureSampleDetails, {
      ...{ sample_id: sample, version: await versionOf(sample) },
      making: {
        construction: `${'Felled seams, 缝份一厘米。'.repeat(60)}\nBartack at the placket`,
        labels: 'Neck, woven',
      },
    })
    for (const language of ['en', 'zh'] as const) {
      const answer = await write(sample, language)
      const facts = execFileSync('pdfinfo', ['-'], { input: answer.bytes, encoding: 'utf8' })
      expect(facts).toMatch(/Page size:\s+595\.\d+ x 841\.\d+ pts \(A4\)/)
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' })
      expect(text).toContain(code)
      expect(text).toContain(language === 'en' ? 'Points of measure' : '测量部位')
      expect(text).toContain('Bartack')
      expect(text).not.toContain('\u25a1')
      for (const amount of ['185', '262.24', '90.00', 'INR']) expect(text).not.toContain(amount)
    }
  })

  // Would catch: a language that somebody added and the paper does not speak, and one in letters that no font has.
  it('speak any language that is kept, in letters that are there', async () => {
    const { sample } = await passed()
    const admin = await server.as('admin')
    const words = [
      ['hi', 'Tech pack', 'टेक पैक'],
      ['ta', 'Tech pack', 'தொழில்நுட்பத் தொகுப்பு'],
      ['am', 'Tech pack', 'የቴክኒክ ጥቅል'],
    ] as const
    for (const [language, key, text] of words) {
      await admin.call(contract.languages.addLanguage, { code: language, name: language })
      await admin.call(contract.languages.saveTranslation, { language, key, text, version: 0 })
    }
    for (const [language, , text] of words) {
      const answer = await write(sample, language)
      const told = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' })
      expect(told).not.toContain('\u25a1')
      // Ethiopic is in none of the fonts: it stays English.
      if (language === 'am') expect(told).toContain('Tech pack')
      else expect(told.normalize('NFC').replace(/\s/g, '')).toContain(text.slice(0, 2))
    }
    expect((await write(sample, 'not a language')).status).toBe(400)
    expect((await write(sample, 'pt-BR')).status).toBe(200)
  })

  // Would catch: a paper of yesterday sent and frozen, when the style has changed since.
  it('are not sent once the style has changed since they were written', async () => {
    const { code, sample } = await passed()
    await write(sample)
    const version = await versionOf(sample)
    await ops.call(calls.captureSampleDetails, { sample_id: sample, version, making: { labels: 'Neck' } })
    const sent = await ops.call(calls.sendTechPack, { catalogue_id: code, number: 1 })
    expect([sent.body.code, sent.body.message]).toEqual([
      'conflict',
      'The style has changed since tech pack 1 was written (Garment labels): write it again first.',
    ])
    await write(sample)
    expect((await ops.call(calls.sendTechPack, { catalogue_id: code, number: 1 })).status).toBe(200)
  })

  // Would catch: a pack or an order that the trace box and the change feed do not know, or that a vendor learns of before its time.
  it('are traced and followed: of a vendor, what was sent to it', async () => {
    const { code, sample } = await passed()
    await write(sample)
    const made = await ops.call(calls.createPreProductionOrder, { sample_id: sample, version: await versionOf(sample) })
    const { number } = made.body.data.order
    const hits = async (by: Client, text: string) =>
      (await by.call(contract.trace.findTraced, { text })).body.data.hits.map(({ kind, code: found }) => [kind, found])
    const life = (by: Client, kind: 'tech_pack' | 'production_order' | 'catalogue_sample', of: string) =>
      by.call(contract.trace.traceLife, { kind, code: of })
    const pack = `${code}/1`
    expect(await hits(ops, pack)).toEqual([['tech_pack', pack]])
    expect(await hits(ops, code)).toEqual([['tech_pack', pack]])
    expect(await hits(ops, sample)).toEqual([['catalogue_sample', sample]])
    expect(await hits(ops, number)).toEqual([['production_order', number]])
    expect(await hits(vendor, pack)).toEqual([])
    await ops.call(calls.sendTechPack, { catalogue_id: code, number: 1 })
    expect(await hits(vendor, pack)).toEqual([['tech_pack', pack]])
    expect([await hits(thief, pack), await hits(vendor, number), await hits(vendor, sample)]).toEqual([[], [], []])
    const events = async (by: Client) => (await life(by, 'tech_pack', pack)).body.data.events.map(({ event }) => event)
    expect(await events(ops)).toEqual(['tech_pack.sent', 'tech_pack.written'])
    expect(await events(vendor)).toEqual(['tech_pack.sent'])
    expect((await life(thief, 'tech_pack', pack)).status).toBe(404)
    const ordered = (await life(ops, 'production_order', number)).body.data
    expect(ordered.events.map(({ event }) => event)).toEqual(['production.made'])
    const fed = async (by: Client, kind: string) => {
      const answer = await by.call(contract.feed.getEvents, { kind, limit: 500 })
      return answer.status === 200
        ? answer.body.data.events.filter(({ id }) => id !== '').map((one) => JSON.stringify(one))
        : []
    }
    // The feed numbers what is through a moment later.
    await vi.waitFor(async () => {
      expect((await fed(ops, 'pre_production_order')).join()).toContain(number)
      expect((await fed(ops, 'tech_pack')).filter((one) => one.includes(pack))).toHaveLength(2)
    })
    expect((await fed(vendor, 'tech_pack')).filter((one) => one.includes(pack))).toHaveLength(1)
    expect((await fed(thief, 'tech_pack')).join()).not.toContain(pack)
  })

  // Would catch: a paper that takes a second each.
  it('of 50 styles with photographs are all written; how long it took is printed', async () => {
    const made = []
    for (let at = 0; at < 50; at += 1) made.push(await passed())
    for (const { sample } of made)
      for (const position of [1, 2]) {
        const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
        const image = sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#a34', noise } })
        const file = { name: 'a.jpg', bytes: await image.jpeg({ quality: 80 }).toBuffer() }
        const { image_id } = (await ops.call(samples.uploadSamplePhoto, { file })).body.data
        await sql`INSERT INTO catalogue_sample_photo (sample_id, image_id, position)
          SELECT id, ${image_id}::uuid, ${position} FROM catalogue_sample WHERE code = ${sample}`.execute(server.db)
      }
    const began = performance.now()
    for (const { sample } of made) expect((await write(sample)).status).toBe(200)
    const took = performance.now() - began
    console.info(`50 tech packs of 50 styles with photographs: ${Math.round(took)} ms (aim 10,000)`)
  }, 120_000)

  it('are not made without points of measure', async () => {
    const [code = ''] = await offered(server, maker.id)
    await moveAlong(ops, code, 'Selected for Sample QC')
    const asked = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
    const sample = asked.body.data.sample_ids[0] ?? ''
    expect((await write(sample)).body.message).toBe('A tech pack is made of a sample that we have.')
    await arrived(sample)
    expect((await write(sample)).body.message).toContain('has no points of measure yet')
    expect((await write('SM-999999')).status).toBe(404)
  })
})

// Would catch: production from a failed sample, two orders of one style, an order that claims to have what it lacks.
describe('pre-production orders', () => {
  it('come of a passed sample, with what is known and what is missing', async () => {
    const { sample } = await received()
    const make = async (lines: { color: string; size: string; pieces: number }[] = []) =>
      ops.call(calls.createPreProductionOrder, { sample_id: sample, version: await versionOf(sample), lines })
    expect((await make()).body.message).toContain('has not passed')
    await save(sample, ...right)
    await ops.call(samples.moveSample, { sample_id: sample, to: 'passed' })
    const bad = await make([
      { color: 'Black', size: 'M', pieces: 10 },
      { color: 'Black', size: 'M', pieces: 10 },
      { color: 'Black', size: '9XL', pieces: 10 },
    ])
    expect(bad.body.details.fields?.map(({ field }) => field)).toEqual(['lines.1.size', 'lines.2.size'])
    const made = await make([{ color: 'Black', size: 'M', pieces: 10 }])
    expect(made.body.data.order).toMatchObject({
      state: 'ACTION_REQUIRED',
      pieces: 10,
      missing: ['fabric', 'costing', 'tech_pack'],
    })
    expect((await make()).body.code).toBe('conflict')
    const { number, version: seen } = made.body.data.order
    // Quantities follow and are put right while it still asks.
    const change = async (order_version: number, pieces: number) =>
      ops.call(calls.createPreProductionOrder, {
        ...{ sample_id: sample, version: await versionOf(sample), order_version },
        lines: [
          { color: 'Black', size: 'M', pieces },
          { color: 'Black', size: 'L', pieces: 5 },
        ],
      })
    const changed = await change(seen, 20)
    expect(changed.body.data.order, JSON.stringify(changed.body)).toMatchObject({
      number,
      pieces: 25,
      version: seen + 1,
    })
    expect((await change(seen, 30)).body.code).toBe('stale')
    expect((await change(seen + 1, 20)).body.message).toBe('The quantities are as they were.')
    const version = await versionOf(sample)
    const back = await ops.call(samples.moveSample, { sample_id: sample, to: 'measured', remark: 'No', version })
    expect(back.body.message).toBe(`Pre-production order ${number} was made of sample ${sample}: its verdict stays.`)
    await ops.call(calls.saveSampleCostingDataUi, { sample_id: sample, last: 0, ...shirt })
    expect((await one(sample)).order?.missing).toEqual(['tech_pack'])
  })
})

// Would catch: a second round that stands alone, without the one that failed beside it.
it('rounds stand side by side: a point out of tolerance, and the second round passes', async () => {
  const { code, sample } = await received()
  await save(sample, ['Chest', 'M', 490], ...right.filter(([point, size]) => !(point === 'Chest' && size === 'M')))
  const failed = await ops.call(samples.moveSample, { sample_id: sample, to: 'failed', remark: 'Too wide' })
  expect(failed.status).toBe(200)
  const asked = await ops.call(samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
  const second = await arrived(asked.body.data.sample_ids[0] ?? '')
  await save(second, ...right)
  const found = await one(second, cad)
  expect(
    found.rounds.map(({ round, computed, measures }) => [
      round,
      computed,
      measures.filter((m) => (m.beyond_mm ?? 0) > 0).length,
    ]),
  ).toEqual([
    [1, 'failed', 1],
    [2, 'passed', 0],
  ])
})
