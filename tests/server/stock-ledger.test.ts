import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { moveStock, reverseStock } from '../../src/server/areas/stock/move-stock.ts'
import { closeTransit, sitePlace, transitPlace } from '../../src/server/areas/stock/places.ts'
import { consume, release, reserve } from '../../src/server/areas/stock/reserve-stock.ts'
import { stockDifferences } from '../../src/server/areas/stock/stock-sums.ts'
import { inTransaction } from '../../src/server/database/database-errors.ts'
import type { Tx } from '../../src/server/http/call.ts'
import { Refusal } from '../../src/server/http/errors.ts'
import { stockMoveKinds } from '../../src/shared/areas/stock/moves.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'
import {
  aMove,
  at,
  documentEvent,
  lying,
  type MadeSite,
  type MadeSku,
  makeSite,
  makeSkus,
  moved,
} from '../support/stock.ts'

const WORKERS = 8

let server: TestServer
let site: MadeSite
let skus: MadeSku[]
beforeAll(async () => {
  const { db } = await freshDatabase({ poolSize: WORKERS + 2 })
  server = await testServer({ db })
  await server.makeUser({ role: 'ops' })
  site = await makeSite(db)
  skus = await makeSkus(db, 4)
})

const nth = (place: number): MadeSku => skus[place % skus.length] ?? { id: '', nm_sku: '' }

async function refusal(of: Promise<unknown>): Promise<Refusal> {
  const error = await of.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (error instanceof Refusal) return error
  throw new Error(`not refused: ${error}`)
}

const differences = async () => (await stockDifferences(server.db, 10)).found

describe('what is refused', () => {
  // Would catch: a refusal that leaves somebody to search the warehouse: it says what is there, what is promised, and where the rest is.
  test('says how many are there, how many are reserved and where the rest are; nothing is written', async () => {
    const [sku] = await makeSkus(server.db, 1)
    const other = await makeSite(server.db, 'shop')
    if (sku === undefined) throw new Error('no SKU')
    const shelf = at(site.shelves['A-01'] ?? '')
    await moved(
      server.db,
      aMove({ kind: 'receive', sku, quantity: 5, to: shelf }),
      aMove({ kind: 'receive', sku, quantity: 3, to: at(site.floor) }),
      aMove({ kind: 'receive', sku, quantity: 2, to: at(other.floor) }),
      aMove({ kind: 'receive', sku, quantity: 9, to: at(other.floor, 'damaged') }),
    )
    await inTransaction(server.db, (tx) =>
      reserve(tx, { type: 'gate_pass', id: 'GP-1', line: '1' }, [{ skuId: sku.id, quantity: 2, at: shelf }]),
    )
    const { code, message, details } = await refusal(
      moved(
        server.db,
        aMove({ kind: 'pack', sku, quantity: 1, from: at(site.floor), to: at(site.packing) }),
        aMove({ kind: 'pack', sku, quantity: 4, from: shelf, to: at(site.packing) }),
      ),
    )
    expect(code).toBe('move_not_allowed')
    expect(message).toContain('Elsewhere')
    expect(details.values).toMatchObject({
      ...{ place: `${site.code} A-01`, sku: sku.nm_sku, on_hand: 5, reserved: 2, free: 3, quantity: 4, held: 'GP-1 2' },
      elsewhere: `${site.code} floor 3, ${other.code} floor 2`,
      elsewhere_zh: `${site.code} 未上架 3, ${other.code} 未上架 2`,
    })
    expect(details.allowed).toContain('put_away')
    expect(await lying(server.db, sku, at(site.floor))).toEqual([3, 0])
    expect(await lying(server.db, sku, at(site.packing))).toEqual([0, 0])
  })

  // Would catch: goods that walk between sites without a document, or come to lie on a shelf that is out of use.
  test('is what is no move: another site, a shelf out of use, no reason, nothing at all', async () => {
    const other = await makeSite(server.db)
    const sku = nth(0)
    await moved(server.db, aMove({ kind: 'receive', sku, quantity: 5, to: at(site.floor) }))
    const across = aMove({ kind: 'put_away', sku, quantity: 1, from: at(site.floor), to: at(other.floor) })
    expect((await refusal(moved(server.db, across))).message).toBe('From one site to another pieces go by a gate pass.')
    const shelf = other.shelves['A-01'] ?? ''
    await server.db.updateTable('place').set({ retired_at: new Date() }).where('id', '=', shelf).execute()
    const late = aMove({ kind: 'receive', sku, quantity: 1, to: at(shelf) })
    expect((await refusal(moved(server.db, late))).details.values).toMatchObject({ place: `${other.code} A-01` })
    const lost = aMove({ kind: 'write_off', sku, quantity: 1, from: at(site.floor) })
    expect((await refusal(moved(server.db, lost))).message).toBe('Please give a reason.')
    expect((await refusal(moved(server.db, { ...lost, quantity: 0 }))).code).toBe('invalid_input')
    expect(await differences()).toEqual([])
  })

  // Would catch: a kind that the table of moves has and the database refuses, or the other way round.
  test('is the same to the table of moves and to the database', async () => {
    const { rows } = await sql<{ kind: string }>`
      SELECT (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] AS kind FROM pg_constraint WHERE conname = 'stock_move_kind'`.execute(
      server.db,
    )
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(stockMoveKinds.toSorted())
  })
})

describe('documents', () => {
  // Would catch: a way to a shop that loses pieces, a closed way on which some still are, or a gate pass number used twice in one place.
  test('a gate pass goes from packing to the other site, and its way is closed when all has arrived', async () => {
    const shop = await makeSite(server.db, 'shop')
    const [sku] = await makeSkus(server.db, 1)
    if (sku === undefined) throw new Error('no SKU')
    const document = { type: 'gate_pass', id: 'GP-9' } as const
    await moved(server.db, aMove({ kind: 'receive', sku, quantity: 9, to: at(site.floor) }))
    const way = await inTransaction(server.db, async (tx) => {
      expect(await sitePlace(tx, site.id, 'packing')).toBe(site.packing)
      const place = await transitPlace(tx, shop.id, 'GP-9')
      // Chained in one command: what is packed is dispatched at once.
      await moveStock(
        tx,
        [
          aMove({ kind: 'pack', sku, quantity: 7, from: at(site.floor), to: at(site.packing), document }),
          aMove({ kind: 'dispatch', sku, quantity: 7, from: at(site.packing), to: at(place), document }),
        ],
        await documentEvent(tx, 'GP-9'),
      )
      return place
    })
    await moved(
      server.db,
      aMove({ kind: 'arrive', sku, quantity: 4, from: at(way), to: at(shop.floor), document }),
      aMove({
        kind: 'arrive_damaged',
        sku,
        quantity: 1,
        from: at(way),
        to: at(shop.floor, 'damaged'),
        document,
        reason: 'Wet',
      }),
    )
    const early = await refusal(inTransaction(server.db, (tx) => closeTransit(tx, way)))
    expect(early.details.values).toEqual({ pieces: 2, code: 'GP-9' })
    await moved(server.db, aMove({ kind: 'close_short', sku, quantity: 2, from: at(way), document, reason: 'Lost' }))
    await inTransaction(server.db, (tx) => closeTransit(tx, way))
    expect(await inTransaction(server.db, (tx) => transitPlace(tx, shop.id, 'GP-9'))).toBe(way)
    expect(await lying(server.db, sku, at(shop.floor))).toEqual([4, 0])
    expect(await differences()).toEqual([])
  })

  // Would catch: a purchase order that is reversed twice, or while its pieces are on somebody's shelf already.
  test('are reversed by counter moves, once, and only while the pieces are where they put them', async () => {
    const [sku] = await makeSkus(server.db, 1)
    if (sku === undefined) throw new Error('no SKU')
    const document = { type: 'purchase_order', id: 'PO-7' } as const
    const reverse = () =>
      inTransaction(server.db, async (tx) => reverseStock(tx, document, await documentEvent(tx, 'PO-7')))
    const shelf = at(site.shelves['A-02'] ?? '')
    await moved(
      server.db,
      aMove({ kind: 'receive', sku, quantity: 4, to: at(site.floor), document: { ...document, line: '1' } }),
      aMove({ kind: 'receive', sku, quantity: 3, to: at(site.floor, 'b_grade'), document: { ...document, line: '2' } }),
    )
    const onShelf = { type: 'put_away', id: 'x' } as const
    await moved(
      server.db,
      aMove({ kind: 'put_away', sku, quantity: 3, from: at(site.floor), to: shelf, document: onShelf }),
    )
    expect((await refusal(reverse())).details.values).toMatchObject({
      on_hand: 1,
      elsewhere: `${site.code} A-02 3, ${site.code} floor 3 (B-grade)`,
    })
    await moved(
      server.db,
      aMove({ kind: 'put_away', sku, quantity: 3, from: shelf, to: at(site.floor), document: onShelf }),
    )
    await inTransaction(server.db, async (tx) =>
      reverseStock(tx, { ...document, line: '2' }, await documentEvent(tx, 'PO-7')),
    )
    expect(await lying(server.db, sku, at(site.floor))).toEqual([4, 0])
    await reverse()
    await reverse()
    expect(await lying(server.db, sku, at(site.floor))).toEqual([0, 0])
    const { rows } = await sql<{ moves: string }>`
      SELECT string_agg(kind || ' ' || quantity, ', ' ORDER BY id) AS moves FROM stock_move WHERE document_id = 'PO-7'`.execute(
      server.db,
    )
    expect(rows[0]?.moves).toBe('receive 4, receive 3, unreceive 3, unreceive 4')
  })

  // Would catch: pieces that two documents are promised, a promise that outlives its pieces, or one that somebody else takes.
  test('hold what they are promised, until they release or consume it', async () => {
    const [sku] = await makeSkus(server.db, 1)
    if (sku === undefined) throw new Error('no SKU')
    const here = at(site.floor)
    const pass = { type: 'gate_pass', id: 'GP-5' } as const
    const wish = (quantity: number) => [{ skuId: sku.id, quantity, at: here }]
    const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(server.db, work)
    await moved(server.db, aMove({ kind: 'receive', sku, quantity: 10, to: here }))
    await inTx((tx) => reserve(tx, { ...pass, line: '1' }, wish(4)))
    await inTx((tx) => reserve(tx, { ...pass, line: '1' }, wish(2)))
    expect(await lying(server.db, sku, here)).toEqual([10, 6])
    expect(
      (await refusal(inTx((tx) => reserve(tx, { type: 'gate_pass', id: 'GP-6' }, wish(5))))).details.values,
    ).toMatchObject({ on_hand: 10, reserved: 6, free: 4 })
    const away = aMove({ kind: 'write_off', sku, quantity: 5, from: here, reason: 'Torn' })
    expect((await refusal(moved(server.db, away))).code).toBe('move_not_allowed')
    // Four promised ones go, one free one with them.
    await inTx(async (tx) =>
      consume(
        tx,
        [aMove({ kind: 'pack', sku, quantity: 7, from: here, to: at(site.packing), document: { ...pass, line: '1' } })],
        await documentEvent(tx, 'GP-5'),
      ),
    )
    expect(await lying(server.db, sku, here)).toEqual([3, 0])
    await inTx((tx) => reserve(tx, { ...pass, line: '2' }, wish(3)))
    expect(await inTx((tx) => release(tx, pass, [{ skuId: sku.id, quantity: 1, at: here, line: '2' }]))).toHaveLength(1)
    expect(await lying(server.db, sku, here)).toEqual([3, 2])
    await inTx((tx) => release(tx, pass))
    expect(await lying(server.db, sku, here)).toEqual([3, 0])
    expect(await differences()).toEqual([])
  })
})

const step = fc.record({
  what: fc.constantFrom(
    'receive',
    'put_away',
    'pack',
    'regrade',
    'write_off',
    'reserve',
    'release',
    'consume',
    'reverse',
  ),
  sku: fc.nat(3),
  other: fc.nat(3),
  quantity: fc.integer({ min: 1, max: 6 }),
  shelf: fc.boolean(),
})

// Would catch: a lost update, a deadlock, a balance below what is promised, or a move without its balance, when eight people work on the
// same shelf at once.
test('under eight workers at once stock is the sum of its moves at any moment', { timeout: 180_000 }, async () => {
  let faults = 0
  let done = 0
  const take = async (
    worker: number,
    { what, sku, other, quantity, shelf }: typeof step extends fc.Arbitrary<infer S> ? S : never,
  ) => {
    const place = at(shelf ? (site.shelves['A-01'] ?? '') : site.floor)
    const target = at(shelf ? site.floor : (site.shelves['A-02'] ?? ''))
    const document = { type: 'gate_pass', id: `GP-W${worker}` } as const
    // In the order of the caller, not of locks: two workers name the same rows the other way round.
    const both = [nth(sku), nth(other)].map((each) => ({ sku: each, quantity, document }))
    await inTransaction(server.db, async (tx) => {
      const event = () => documentEvent(tx, document.id)
      if (what === 'receive')
        return moveStock(
          tx,
          both.map((one) => aMove({ ...one, kind: 'receive', to: place })),
          await event(),
        )
      if (what === 'put_away')
        return moveStock(
          tx,
          both.map((one) => aMove({ ...one, kind: 'put_away', from: place, to: target })),
          await event(),
        )
      if (what === 'pack')
        return moveStock(
          tx,
          both.map((one) => aMove({ ...one, kind: 'pack', from: place, to: at(site.packing) })),
          await event(),
        )
      if (what === 'regrade') {
        const to = at(place.placeId, 'b_grade')
        return moveStock(
          tx,
          both.map((one) => aMove({ ...one, kind: 'regrade', from: place, to, reason: 'Loose thread' })),
          await event(),
        )
      }
      if (what === 'write_off')
        return moveStock(
          tx,
          both.map((one) => aMove({ ...one, kind: 'write_off', from: place, reason: 'Torn' })),
          await event(),
        )
      if (what === 'reserve')
        return reserve(
          tx,
          document,
          both.map((one) => ({ skuId: one.sku.id, quantity, at: place })),
        )
      if (what === 'release') return release(tx, document)
      if (what === 'consume')
        return consume(
          tx,
          both.map((one) => aMove({ ...one, kind: 'pack', from: place, to: at(site.packing) })),
          await event(),
        )
      return reverseStock(tx, { type: 'gate_pass', id: `GP-W${worker}` }, await event())
    }).then(
      () => {
        done += 1
      },
      (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'move_not_allowed')) throw error
        faults += 1
      },
    )
  }
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...Array.from({ length: WORKERS }, () => fc.array(step, { minLength: 8, maxLength: 12 }))),
      async (all) => {
        let working = true
        const watch = async () => {
          while (working) expect(await differences()).toEqual([])
        }
        const watching = watch()
        try {
          await Promise.all(
            all.map(async (own, worker) => {
              for (const one of own) await take(worker, one)
            }),
          )
        } finally {
          working = false
        }
        await watching
        expect(await differences()).toEqual([])
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
  // Steps that are all refused, or all done, prove little.
  expect(done).toBeGreaterThan(50)
  expect(faults).toBeGreaterThan(10)
})
