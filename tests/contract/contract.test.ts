import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'papaparse'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isOwn, openApiDocument } from '../../src/server/http/openapi.ts'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, givesFile } from '../../src/shared/kernel/call.ts'

interface Endpoint {
  area: string
  method: string
  path: string
  kind_or_note: string
}

const list = readFileSync(join(import.meta.dirname, 'endpoints.csv'), 'utf8')
const endpoints = parse<Endpoint>(list, { header: true, skipEmptyLines: true }).data
const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => ({ name: `${area}.${key}`, area, call: call as Call })),
)
const specified = calls.filter(({ call }) => !isOwn(call))
const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const unnoted = ['orders.uploadShipmentPlatformItems', 'materials.updateSkuMaterialMapping']
/** Files that the list leaves without their note: their path names the kind. */
const unnotedFiles = ['facilities.getShipmentStn']

describe('the contract and the list of endpoints', () => {
  it('keeps the same list as the specification beside the repository', () => {
    const original = join(import.meta.dirname, '../../../shared/spec/endpoints.csv')
    if (!existsSync(original)) return console.log('the specification is not beside this repository; its copy is used')
    expect(readFileSync(original, 'utf8')).toBe(list)
  })

  it('has no call under another method or path than the specification says', () => {
    const known = new Set(endpoints.map(address))
    expect(specified.map(({ call }) => address(call)).filter((one) => !known.has(one))).toEqual([])
  })

  it('has every call of the specification', () => {
    const built = new Set(specified.map(({ call }) => address(call)))
    expect(endpoints.filter((one) => !built.has(address(one)))).toEqual([])
    expect(specified).toHaveLength(235)
  })

  // Catches a README that a newcomer cannot believe: yesterday's number of calls, a page or a picture that it does not name.
  it('is what the README says: how many calls, every page of docs, every picture', () => {
    const root = join(import.meta.dirname, '../..')
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    expect(readme).toContain(`All ${specified.length} calls of the specification`)
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    expect(pages.filter((name) => !readme.includes(`docs/${name}`))).toEqual([])
    // A picture of a page of its own, before and after, stands there.
    const texts = [readme, ...pages.map((name) => readFileSync(join(root, 'docs', name), 'utf8'))].join('\n')
    const pictures = readdirSync(join(root, 'docs/pictures'), { recursive: true }).map(String)
    const shown = pictures.filter((name) => name.endsWith('.png'))
    expect(shown.filter((name) => !texts.includes(`pictures/${name}`))).toEqual([])
    const named = [...readme.matchAll(/docs\/[\w/-]+\.(?:md|png)/g)].map(([path]) => path)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('takes a file and gives a file exactly where the specification says so', () => {
    const noted = new Map(endpoints.map((one) => [address(one), one.kind_or_note]))
    for (const { name, call } of specified) {
      const note = noted.get(address(call)) ?? ''
      // The list leaves these without their note; sections 3 and 9 of the specification have the file.
      const takes = /multipart/.test(note) || unnoted.includes(name)
      const gives = /(^|; )(csv|pdf|xlsx|download)\b/.test(note) || unnotedFiles.includes(name)
      expect([name, call.takesFile !== null, givesFile(call)]).toEqual([name, takes, gives])
    }
  })

  it('has no two calls at one address, nor a path word that is not taken', () => {
    const addresses = calls.map(({ call }) => address(call))
    expect(new Set(addresses).size).toBe(addresses.length)
    // Two paths that differ in a word's name only would be one to the router.
    const shapes = addresses.map((one) => one.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
    for (const { call } of calls) {
      const words = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(call.takes.shape)).toEqual(expect.arrayContaining(words))
    }
  })
})

describe('numbers that a call takes', () => {
  type Schema = { [key: string]: unknown }
  const taken = calls.flatMap(({ name, call }) =>
    [...numbersIn(z.toJSONSchema(call.takes, { io: 'input', reused: 'inline', unrepresentable: 'any' }) as Schema)].map(
      ([path, schema]) => ({ field: `${name} ${path}`, schema }),
    ),
  )
  const lowest = ({ minimum, exclusiveMinimum }: Schema) => Number(minimum ?? exclusiveMinimum ?? -Infinity)
  const highest = ({ maximum, exclusiveMaximum }: Schema) => Number(maximum ?? exclusiveMaximum ?? Infinity)

  function* numbersIn(schema: Schema, path = ''): Generator<[string, Schema]> {
    if ((schema.type === 'integer' || schema.type === 'number') && schema.const === undefined) yield [path, schema]
    for (const [key, of] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
      yield* numbersIn(of, path === '' ? key : `${path}.${key}`)
    for (const part of ['items', 'additionalProperties'] as const)
      if (typeof schema[part] === 'object' && schema[part] !== null) yield* numbersIn(schema[part] as Schema, path)
    for (const part of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const of of (schema[part] ?? []) as Schema[]) yield* numbersIn(of, path)
  }

  // Would catch: box/item/delete with −3 that packs three pieces past the plan; unplan of −500 that plans 501.
  it('have a lower bound, and quantities an upper one', () => {
    expect(taken.length).toBeGreaterThan(60)
    const unbounded = taken.filter(({ field, schema }) => lowest(schema) < 0 && !(field in mayBeNegative))
    expect(unbounded.map(({ field }) => field)).toEqual([])
    const isQuantity = ({ field }: { field: string }) => /(quantity|pieces|units|counted|copies|count)$/.test(field)
    const boundless = taken.filter((one) => isQuantity(one) && highest(one.schema) > 10_000_000)
    expect(boundless.map(({ field }) => field)).toEqual([])
    // What is moved is a piece at least; where zero says something, it is named here with what.
    const zero = taken.filter((one) => isQuantity(one) && lowest(one.schema) === 0).map(({ field }) => field)
    expect(zero.filter((field) => !(field in zeroMeans))).toEqual([])
  })
})

const mayBeNegative: Readonly<Record<string, string>> = {
  'priceNegotiations.planPriceAcceptance percent': 'a price that falls',
  'orders.makeOrder unit_price.minor': 'refused by the command, in words of its own',
  'orders.amendOrder unit_price.minor': 'refused by the command, in words of its own',
  'data.saveRecord values': 'a field of any record: its own rule bounds it',
  'data.saveRecord values.minor': 'a field of any record: its own rule bounds it',
  'frame.trackUserActions actions.details': 'what a screen tells of itself; nothing reads it as a number',
}

/** Quantities as they shall be, not as they are moved. */
const answered = 'none of the line, beside other answers'
const offTheList = 'takes the line off'
const noSafety = 'no piece beyond what is expected to sell'
const zeroMeans: Readonly<Record<string, string>> = {
  'stockCounts.closeCountedPlace counted': 'the sum that was seen: nothing lies there',
  'orders.updateOrders orders.lines.ready_quantity': answered,
  'orders.updateOrders orders.lines.oos_quantity': answered,
  'orders.updateOrders orders.lines.rejected_quantity': answered,
  'orders.updateOrders orders.proposal.lines.quantity': 'the vendor would make none of it',
  'orders.saveScheduleQuantity items.ready_quantity': answered,
  'orders.saveScheduleQuantity items.oos_quantity': answered,
  'orders.makeOrder lines.quantity': 'a size that is not ordered',
  'production.updateOrder content.quotas.pieces': 'none of it, while the split is thought over',
  'orders.amendOrder lines.quantity': offTheList,
  'allocation.lockAllocationCells cells.pieces': 'the store gets none of it, whatever the plan would give',
  'allocation.addReplenishmentStyles lines.quantity': offTheList,
  'allocation.saveAllocationSettings settings.safety_pieces': noSafety,
  'allocation.createAllocation settings.safety_pieces': noSafety,
  'allocation.calculateAllocation settings.safety_pieces': noSafety,
  'allocation.replaySettings settings.safety_pieces': noSafety,
  'shipments.updateShipment lines.quantity': offTheList,
  'shipments.updatePackingItems boxes.items.quantity': 'refused by the grid, at its cell',
  'retool.confirmOrder lines.ready_quantity': answered,
  'retool.confirmOrder lines.oos_quantity': answered,
  'retool.confirmOrder lines.rejected_quantity': answered,
  'retool.confirmOrder proposal.lines.quantity': 'the vendor would make none of it',
  'retool.saveShipmentData lines.quantity': offTheList,
  'preStock.savePreStock lines.pieces': offTheList,
  'counting.verifyQuantity lines.counted': 'counted, and none was there',
  'indiaInspection.verifyQuantity lines.counted': 'counted, and none was there',
  'indiaReceiving.receiveBoxes boxes.lines.counted': 'counted, and none was there',
  'stockCounts.saveCounted lines.counted': 'counted, and none was there',
  'inspection.verifyQcInspection defects.units': 'refused by the command, with the SKU',
  'indiaInspection.verifyQcInspection defects.units': 'refused by the command, with the SKU',
  'invoices.confirmShipToIndia expected.pieces': 'a sum that was shown',
  'gatePasses.updateGatepass items.quantity': offTheList,
}

describe('the OpenAPI document', () => {
  type Operation = {
    tags: string[]
    'x-roles': unknown
    parameters: { name: string }[]
    requestBody?: { content: object }
    responses: object
  }
  const document = openApiDocument(areas) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: path.slice(1),
      method: method.toUpperCase(),
      operation,
    })),
  )

  it('lists the 235 calls of the specification, and our own apart', () => {
    const own = operations.filter(({ operation }) => operation.tags[0]?.startsWith('selvedge'))
    expect(operations.length - own.length).toBe(235)
    expect(operations.map(address).sort()).toEqual(calls.map(({ call }) => address(call)).sort())
  })

  it('says who may call, what a path word is, which form takes a file and which call an Idempotency-Key', () => {
    for (const { path, method, operation } of operations) {
      const call = calls.find((one) => address(one.call) === address({ path, method }))?.call
      const names = operation.parameters.map(({ name }) => name)
      expect(operation['x-roles']).toEqual(call?.callers)
      expect(names.includes('Idempotency-Key')).toBe(call?.changes)
      for (const word of path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(word[1])
      const body = Object.keys(operation.requestBody?.content ?? {})
      expect(body.includes('multipart/form-data')).toBe(call?.takesFile !== null)
    }
  })

  // Would catch: an answer with counts beside its data that a generated client never sees.
  it('describes the quantity_map of the calls that have one, and of no other', () => {
    const replies = operations.map(({ path, operation }) => ({ path, text: JSON.stringify(operation.responses) }))
    const described = replies.filter(({ text }) => text.includes('"quantity_map"')).map(({ path }) => path)
    const having = calls.filter(({ call }) => 'json' in call.gives && call.gives.hasQuantityMap)
    expect(described.toSorted()).toEqual(having.map(({ call }) => call.path).toSorted())
    expect(described).toContain('v1/erp/vendor/inventory/get-inventory-details')
  })
})
