import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract, type TraceKind } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import type { MadeUser } from '../support/people.ts'
import { type ShippedBoxes, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { trace: traceCalls } = contract

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Later than all that the making of shipments writes. */
const START = Date.now() + 24 * HOUR
const BOXES = 300

let server: TestServer
let staff: Client
let many: ShippedBoxes
let li: MadeUser
let wang: MadeUser

beforeAll(async () => {
  server = await testServer()
  staff = await server.as('ops')
  many = await shippedBoxes(
    server,
    Array.from({ length: BOXES }, () => [1]),
  )
  li = await person('Li Wei')
  wang = await person('Wang Fang')
})

async function person(name: string): Promise<MadeUser> {
  const user = await server.makeUser({ role: 'china_warehouse_team', team: 'china' })
  await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute()
  return user
}

interface Happening {
  box: ShippedBoxes['boxes'][number] | undefined
  event: string
  by: MadeUser
  at: number
  details?: Record<string, string | number>
}

/** Events as the commands write them, at the times given. */
async function happens(happenings: readonly Happening[]): Promise<string[]> {
  const ids = happenings.map(({ at }) => v7({ msecs: at }))
  const each = happenings.map(({ box, event, by, at, details = {} }, place) => ({
    ...{ id: ids[place], at: new Date(at).toISOString(), user_id: by.id, entity_id: box?.sscc, event, details },
  }))
  await sql`INSERT INTO audit_event (id, at, user_id, entity, entity_id, event, source, request_id, details)
    SELECT id, at, user_id, 'box', entity_id, event, 'screen', 'x', details
    FROM jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      AS t (id uuid, at timestamptz, user_id uuid, entity_id text, event text, details jsonb)`.execute(server.db)
  return ids
}

const each = (made: ShippedBoxes, event: string, by: MadeUser, from: number, step: number): Happening[] =>
  made.boxes.map((box, at) => ({ box, event, by, at: from + at * step }))

async function historyOf(client: Client, kind: TraceKind, code: string, cursor: string | null = null) {
  const reply = await client.call(traceCalls.traceLife, { kind, code, cursor })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

type Line = Awaited<ReturnType<typeof historyOf>>['events'][number]

/** Every event behind a line, as its pages give them. */
async function opened(client: Client, kind: TraceKind, code: string, line: Line | undefined) {
  const between = { first: line?.id ?? '', last: line?.stretch?.last ?? '' }
  const page = async (cursor: string | null) => {
    const reply = await client.call(traceCalls.traceStretch, { kind, code, ...between, cursor })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.data
  }
  const pages = [await page(null)]
  for (let at = pages[0]?.next_cursor; at; at = pages.at(-1)?.next_cursor) pages.push(await page(at))
  for (const { events } of pages) expect(events.length).toBeLessThanOrEqual(200)
  return pages.flatMap(({ events }) => events)
}

describe('a shipment of hundreds of boxes', () => {
  beforeAll(async () => {
    const counted = each(many, 'box.counted', wang, START + 5 * MINUTE, MINUTE / 4).map((happening, at) =>
      at === 7 ? { ...happening, details: { missing: 2 } } : happening,
    )
    // Two people side by side, and one of them on the next day as well.
    await happens([
      ...each(many, 'box.inwarded', li, START, MINUTE / 4),
      ...counted,
      ...each(many, 'box.recounted', wang, START + 24 * HOUR, MINUTE).slice(0, 7),
      { box: many.boxes[3], event: 'box.inspected', by: wang, at: START + 48 * HOUR },
      { box: many.boxes[3], event: 'box.inspected', by: wang, at: START + 48 * HOUR + MINUTE },
      { box: many.boxes[4], event: 'box.recounted', by: wang, at: START + 48 * HOUR + MINUTE },
    ])
  })

  const told = ({ event, actor, stretch }: Line) => (stretch === null ? event : `${event} ${actor} ${stretch.boxes}`)

  // Would catch: boxes that hide the milestones, two people whose work is mixed, a night that is no pause.
  test('tells what each person did to its boxes in one line, among its milestones', async () => {
    const history = await historyOf(staff, 'shipment', many.shipment_id)
    expect(history.events.map(told)).toEqual([
      'box.recounted',
      'box.inspected Wang Fang 1',
      'box.recounted Wang Fang 7',
      `box.counted Wang Fang ${BOXES}`,
      `box.inwarded Li Wei ${BOXES}`,
      'shipment.shipped',
      'shipment.described',
      'shipment.packed',
      'shipment.created',
    ])
    expect([history.next_cursor, history.milestones]).toEqual([null, []])
    const taken = history.events[4]
    expect([taken?.stretch?.since, taken?.at]).toEqual([
      new Date(START).toISOString(),
      new Date(START + (BOXES - 1) * (MINUTE / 4)).toISOString(),
    ])
  })

  // Would catch: an opened line that lists another line's boxes, leaves some out at its page's edge, or says one twice.
  test('a line opens to all its boxes, each with its time', async () => {
    const { events } = await historyOf(staff, 'shipment', many.shipment_id)
    const boxes = await opened(staff, 'shipment', many.shipment_id, events[4])
    const newestFirst = many.boxes.map(({ sscc }, at) => [sscc, String(at + 1), START + at * (MINUTE / 4)]).reverse()
    expect(boxes.map(({ of, at }) => [of.code, of.title, Date.parse(at)])).toEqual(newestFirst)
    expect(new Set(boxes.map(({ event, actor }) => `${event} ${actor}`))).toEqual(new Set(['box.inwarded Li Wei']))
    // Would catch: boxes that were counted short and look like all others.
    const counted = await opened(staff, 'shipment', many.shipment_id, events[3])
    expect(counted.filter(({ details }) => 'missing' in details).map(({ of, details }) => [of.title, details])).toEqual(
      [['8', { missing: 2 }]],
    )
    const twice = await opened(staff, 'shipment', many.shipment_id, events[1])
    expect(twice.map(({ of }) => of.title)).toEqual(['4', '4'])
  })

  // Would catch: lives of what lies in the boxes that tell nothing of them, or that tell it box by box.
  test('so do its order, the style and the SKU in it', async () => {
    const { order } = many.shipment
    const [sku] = order.lines
    const style = (await historyOf(staff, 'order', order.order_id)).related.find(({ kind }) => kind === 'style')
    const lives: [TraceKind, string][] = [
      ['order', order.order_id],
      ['sku', sku?.nm_sku ?? ''],
      ['style', style?.items[0]?.code ?? ''],
    ]
    for (const [kind, code] of lives) {
      const { events } = await historyOf(staff, kind, code)
      const taken = events.find(({ event }) => event === 'box.inwarded')
      expect([kind, taken?.stretch?.boxes]).toEqual([kind, BOXES])
      expect(await opened(staff, kind, code, taken)).toHaveLength(BOXES)
      expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['shipment.shipped', 'order.scheduled']))
    }
  })

  test("its vendor sees it; another's lines are as good as unknown", async () => {
    const own = many.shipment.client
    const [line] = (await historyOf(own, 'shipment', many.shipment_id)).events.filter(
      ({ event }) => event === 'box.counted',
    )
    expect(line?.stretch?.boxes).toBe(BOXES)
    expect(await opened(own, 'shipment', many.shipment_id, line)).toHaveLength(BOXES)
    const between = { first: line?.id ?? '', last: line?.stretch?.last ?? '' }
    const other = await shippedBoxes(server, [[1], [1]])
    const stranger = other.shipment.client
    const refused = await stranger.call(traceCalls.traceStretch, {
      kind: 'shipment',
      code: many.shipment_id,
      ...between,
    })
    expect(refused.status).toBe(404)
    // Would catch: a stretch that is found by its events alone, under a shipment that one may see.
    const under = await stranger.call(traceCalls.traceStretch, {
      kind: 'shipment',
      code: other.shipment_id,
      ...between,
    })
    expect([under.status, under.body.data.events]).toEqual([200, []])
    await happens(each(other, 'box.counted', wang, START + MINUTE, MINUTE))
    expect(await opened(stranger, 'shipment', other.shipment_id, line)).toEqual([])
  })
})

// Would catch: why QC took boxes back told to their vendor, or a price in a remark to those who may see none.
test('a line and its boxes tell of themselves what a single event may', async () => {
  const made = await shippedBoxes(server, [[1], [1]])
  const details = { reason: 'mixed with goods of Wuxi', remark: 'agreed at 45.50', note: 'nobody named it' }
  const happenings = each(made, 'box.reverted', li, START, MINUTE)
  await happens(happenings.map((happening) => ({ ...happening, details })))
  const seen = async (client: Client) => {
    const { events } = await historyOf(client, 'shipment', made.shipment_id)
    const line = events.find(({ event }) => event === 'box.reverted')
    const boxes = await opened(client, 'shipment', made.shipment_id, line)
    return [line?.details, ...boxes.map((box) => box.details)]
  }
  const { reason, remark } = details
  expect(await seen(staff)).toEqual([{ reason }, { reason, remark }, { reason, remark }])
  expect(await seen(await server.as(li))).toEqual([{ reason }, { reason }, { reason }])
  expect(await seen(made.shipment.client)).toEqual([{}, {}, {}])
})

// Would catch: two invoices' boxes that are counted as one invoice's.
test('boxes put on two papers are two lines', async () => {
  const made = await shippedBoxes(server, [[1], [1], [1], [1]])
  const on = (invoice_number: string, from: number): Happening[] =>
    each(made, 'box.invoiced', li, START, MINUTE)
      .slice(from, from + 2)
      .map((happening) => ({ ...happening, details: { invoice_number } }))
  await happens([...on('CI-1', 0), ...on('CI-2', 2)])
  const { events } = await historyOf(staff, 'shipment', made.shipment_id)
  const lines = events.filter(({ event }) => event === 'box.invoiced')
  expect(lines.map(({ details, stretch }) => [details.invoice_number, stretch?.boxes])).toEqual([
    ['CI-2', 2],
    ['CI-1', 2],
  ])
  expect((await opened(staff, 'shipment', made.shipment_id, lines[0])).map(({ of }) => of.title)).toEqual(['4', '3'])
})

// Would catch: a line that goes on while one reads, and is therefore shown again or never; milestones that wait for the last page.
test('earlier lines come 200 at a time, each once, while more happens', async () => {
  const made = await shippedBoxes(server, [[1], [1], [1]])
  const [first] = made.boxes
  // One person goes on for weeks; the other does one thing now and then.
  const going = Array.from({ length: 500 }, (_, at) => ({
    ...{ box: made.boxes[at % 3], event: 'box.counted', by: wang, at: START + at * 5 * HOUR },
  }))
  const single = Array.from({ length: 250 }, (_, at) => ({
    ...{ box: first, event: 'box.described', by: li, at: START + MINUTE + at * 9 * HOUR },
  }))
  const [begun] = await happens(going)
  const alone = await happens(single)
  const page = await historyOf(staff, 'shipment', made.shipment_id)
  expect(page.events).toHaveLength(200)
  const milestones = page.milestones.map(({ event }) => event)
  expect(milestones).toEqual(['shipment.shipped', 'shipment.described', 'shipment.packed', 'shipment.created'])
  const [later] = await happens([{ box: first, event: 'box.counted', by: wang, at: START + 500 * 5 * HOUR }])
  const rest = await historyOf(staff, 'shipment', made.shipment_id, page.next_cursor)
  expect([rest.next_cursor, rest.milestones]).toEqual([null, []])
  const ids = [...page.events, ...rest.events].map(({ id }) => id)
  expect(ids).toEqual([...alone.toReversed(), begun, ...page.milestones.map(({ id }) => id)])
  expect(rest.events.find(({ id }) => id === begun)?.stretch).toMatchObject({ last: later, boxes: 3 })
})
