import { afterEach, expect, it, vi } from 'vitest'
import { useCounts, useRefresh, useRows } from '../../src/renderer/actions/useRows.ts'
import { api } from '../../src/renderer/api/client.ts'
import { driveHook } from '../support/hooks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Would catch: orders of one question approved under the words of another; "Select all 340 that match" with the number of the filter before.
it('rows of another question are said to be old, and counts of another question are none', async () => {
  const slow = Promise.withResolvers<void>()
  vi.spyOn(api.orders, 'getOrders').mockImplementation((async (asked: { search: string; part?: 'counts' }) => {
    if (asked.search === 'slow') await slow.promise
    return { data: { rows: [{ order_id: `PO-${asked.search}` }], counts: { new: asked.search.length } } }
  }) as never)
  const list = driveHook(
    ({ search }: { search: string }) => ({
      ...useRows('orders.getOrders', { search }),
      counts: useCounts('orders.getOrders', { search }),
    }),
    { search: 'a' },
  )
  // Two answers are on their way: how many turns they take is nobody's business.
  const comes = (wanted: object) =>
    vi.waitFor(async () => {
      await list.go(() => undefined)
      expect(list.now).toMatchObject(wanted)
    })
  await comes({ rows: [{ order_id: 'PO-a' }], isOld: false, counts: { new: 1 } })
  list.draw({ search: 'slow' })
  expect(list.now).toMatchObject({ rows: [{ order_id: 'PO-a' }], isOld: true, counts: {} })
  expect(list.now.counts).toEqual({})
  slow.resolve()
  await comes({ rows: [{ order_id: 'PO-slow' }], isOld: false, counts: { new: 4 } })
  list.end()
})

// Would catch: "No purchase orders here" just after buying, from a look at the tab before it.
it('an empty answer of an earlier visit is no answer while it is asked for again', async () => {
  const slow = Promise.withResolvers<void>()
  const ask = vi.spyOn(api.orders, 'getOrders')
  ask.mockResolvedValueOnce({ data: { rows: [], next_cursor: null } } as never)
  ask.mockImplementationOnce((async () => {
    await slow.promise
    return { data: { rows: [{ order_id: 'PO-1' }], next_cursor: null } }
  }) as never)
  const list = driveHook(
    ({ isShown }: { isShown: boolean }) => {
      const again = useRefresh()
      return { ...useRows('orders.getOrders', { search: isShown ? 'seen' : 'other' }, { enabled: isShown }), again }
    },
    { isShown: true },
  )
  const comes = (wanted: object) =>
    vi.waitFor(async () => {
      await list.go(() => undefined)
      expect(list.now).toMatchObject(wanted)
    })
  await comes({ rows: [], isLoading: false })
  list.draw({ isShown: false })
  await list.go(() => void list.now.again())
  list.draw({ isShown: true })
  expect(list.now).toMatchObject({ rows: [], isLoading: true })
  slow.resolve()
  await comes({ rows: [{ order_id: 'PO-1' }], isLoading: false })
  list.end()
})

// Would catch: a list whose counts come beside its rows that reckons them with every page; a list without that is asked for what it does not know.
it('a list is asked for rows alone where the contract has counts beside them', async () => {
  const asked: unknown[] = []
  const answer = (async (input: object) => {
    asked.push(input)
    return { data: { rows: [], next_cursor: null } }
  }) as never
  vi.spyOn(api.orders, 'getOrders').mockImplementation(answer)
  vi.spyOn(api.vendorInventory, 'getInventoryDetails').mockImplementation(answer)
  const list = driveHook(
    () => [useRows('orders.getOrders', {}), useRows('vendorInventory.getInventoryDetails', {})],
    undefined,
  )
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked).toEqual([{}, { part: 'rows' }])
  list.end()
})
