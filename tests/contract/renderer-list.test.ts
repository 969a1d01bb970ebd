import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setPlaceZones } from '../../src/renderer/i18n/formats.ts'
import { tabHint } from '../../src/renderer/kit/Page.tsx'
import { lastDays } from '../../src/renderer/table/DatesFilter.tsx'
import {
  asksBeyond,
  dayParam,
  differs,
  filterBy,
  flagParam,
  manyOfParam,
  oneOfParam,
  readParams,
  textParam,
  writeParams,
} from '../../src/renderer/table/list-state.ts'
import { fitLayout, startLayout } from '../../src/renderer/table/saved-layout.ts'
import * as choose from '../../src/renderer/table/selection.ts'
import { orderStatuses } from '../../src/shared/areas/orders/status.ts'
import { sharedWith } from '../../src/shared/kernel/list.ts'
import { noPlaceZones } from '../../src/shared/kernel/place-zones.ts'

const params = {
  tab: oneOfParam(['new', 'all'], 'new'),
  search: textParam(),
  status: manyOfParam(orderStatuses),
  from: dayParam(),
  urgent: flagParam(),
}

const states = fc.record({
  tab: fc.constantFrom('new' as const, 'all' as const),
  search: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim()),
  status: fc.subarray([...orderStatuses]),
  from: fc.constantFrom('', '2026-02-28', '2026-12-31'),
  urgent: fc.boolean(),
})

describe('the address of a list', () => {
  it('says again what was put in: a shared link must not lose a filter', () => {
    fc.assert(
      fc.property(states, (state) => {
        const text = writeParams(params, new URLSearchParams(), state).toString()
        expect(readParams(params, new URLSearchParams(text))).toEqual(state)
      }),
    )
  })

  it('keeps words of others, and writes a default as nothing', () => {
    const search = new URLSearchParams('lng=zh&tab=all&urgent=1')
    expect(writeParams(params, search, { tab: 'new', urgent: false }).toString()).toBe('lng=zh')
    expect(search.toString()).toBe('lng=zh&tab=all&urgent=1')
  })

  it('reads nonsense of an old or typed address as the default instead of sending it to the server', () => {
    const state = readParams(params, new URLSearchParams('tab=x&status=Rejected,Gone&from=2026-13-45&urgent=yes'))
    expect(state).toEqual({ tab: 'new', search: '', status: ['Rejected'], from: '', urgent: false })
  })

  it('knows whether anything is filtered: an empty list says why', () => {
    const state = readParams(params, new URLSearchParams('tab=all'))
    expect(differs(params, state, ['search', 'status', 'from', 'urgent'])).toBe(false)
    expect(differs(params, { ...state, urgent: true }, ['search', 'urgent'])).toBe(true)
  })
})

describe('chosen rows', () => {
  const loaded = ['a', 'b', 'c', 'd', 'e']

  it('takes a range from the anchor in both directions and keeps what was chosen before', () => {
    const one = choose.toggle(choose.nothing, 'd', loaded)
    const up = choose.extendTo(one, 'b', loaded)
    expect(up.mode === 'some' && [...up.ids].sort()).toEqual(['b', 'c', 'd'])
    const down = choose.extendTo(up, 'e', loaded)
    expect(down.mode === 'some' && [...down.ids].sort()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('leaves "all that match" for what was seen when one row is taken out: unseen rows are never changed by accident', () => {
    const rest = choose.toggle(choose.selectAllMatching(), 'c', loaded)
    expect(rest.mode === 'some' && [...rest.ids]).toEqual(['a', 'b', 'd', 'e'])
    expect(choose.countSelected(choose.selectAllMatching(), 900)).toBe(900)
  })

  const some = (...ids: string[]): choose.Selection => ({ mode: 'some', ids: new Set(ids), anchor: null })
  const idsOf = (selection: choose.Selection) => (selection.mode === 'some' ? [...selection.ids].sort() : 'all')

  // Would catch: a choice lost by a search for the next row of it; one that is acted on under another filter or tab.
  it('holds over another search, and not over another filter; "all that match" are others after a search', () => {
    const before = { scope: 'new', search: 'one', selection: some('a', 'x') }
    expect(choose.heldOver(before, { scope: 'new', search: 'two' })).toBe(before.selection)
    expect(choose.heldOver(before, { scope: 'all', search: 'one' })).toBe(choose.nothing)
    const all = { ...before, selection: choose.selectAllMatching() }
    expect(choose.heldOver(all, { scope: 'new', search: 'one' })).toBe(all.selection)
    expect(choose.heldOver(all, { scope: 'new', search: 'two' })).toBe(choose.nothing)
  })

  // Would catch: rows acted on that nobody is told of, or taken out with what is shown.
  it('says which rows are not shown, and leaves them as they are when all that is shown is taken out', () => {
    const chosen = choose.toggleLoaded(some('x', 'b'), loaded)
    expect(choose.notShown(chosen, loaded)).toEqual(['x'])
    expect(idsOf(choose.toggleLoaded(chosen, loaded))).toEqual(['x'])
    expect(idsOf(choose.without(chosen, choose.notShown(chosen, loaded)))).toEqual(loaded)
    expect(choose.notShown(choose.selectAllMatching(), loaded)).toEqual([])
    expect(idsOf(choose.without(choose.selectAllMatching(), ['a']))).toBe('all')
  })

  it('toggles any row twice back to where it was', () => {
    fc.assert(
      fc.property(fc.subarray(loaded), fc.constantFrom(...loaded), (ids, id) => {
        const start: choose.Selection = { mode: 'some', ids: new Set(ids), anchor: null }
        const back = choose.toggle(choose.toggle(start, id, loaded), id, loaded)
        expect(back.mode === 'some' && [...back.ids].sort()).toEqual([...ids].sort())
      }),
    )
  })
})

describe('a kept layout', () => {
  const columns = [{ id: 'a', pinned: true }, { id: 'b' }, { id: 'c', hidden: true }, { id: 'd' }]

  it('takes new columns in at their place and lets old ones go: a release must not hide a new column or crash', () => {
    const saved = { order: ['d', 'gone', 'a'], hidden: ['d', 'gone'], pinned: [], widths: { d: 200, gone: 9, a: 1e9 } }
    const layout = fitLayout(saved, columns)
    expect(layout.order).toEqual(['d', 'a', 'b', 'c'])
    expect(layout.hidden).toEqual(['c', 'd'])
    expect(layout.pinned).toEqual([])
    expect(layout.widths).toEqual({ d: 200 })
  })

  it('always lists every column once, whatever was kept', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x')), fc.anything(), (order, widths) => {
        const layout = fitLayout({ order, widths: widths as Record<string, number> }, columns)
        expect([...layout.order].sort()).toEqual(['a', 'b', 'c', 'd'])
      }),
    )
    expect(fitLayout(null, columns)).toEqual(startLayout(columns))
  })
})

// Would catch: "today" of the computer, which for a reader of Shanghai's site is yesterday until half past two on a computer set to India.
it.each(['2026-03-01T16:30:00Z', '2026-03-02T04:00:00Z', '2026-03-02T15:30:00Z'])(
  'counts the last days with today in them, in the reader’s own place, at %s',
  (now) => {
    setPlaceZones({ ...noPlaceZones, own: 'Asia/Shanghai' })
    try {
      expect(lastDays(1, new Date(now))).toEqual(['2026-03-02', '2026-03-02'])
      expect(lastDays(7, new Date(now))).toEqual(['2026-02-24', '2026-03-02'])
    } finally {
      setPlaceZones(noPlaceZones)
    }
  },
)

// Would catch: counts that add up to more than all, or that stay as they are under a filter, without a word.
it('a tab says which others share its rows, and that its count leaves filters out', () => {
  const t = ((text: string, values?: Record<string, string>) =>
    text.replace(/{{(\w+)}}/g, (_, name: string) => values?.[name] ?? '')) as never
  const tabs = ['new', 'confirmed', 'shipped', 'all'].map((key) => ({ key, label: key.toUpperCase() }))
  const shared = [['confirmed', 'shipped']]
  expect(tabHint({ sharedWith: sharedWith({ shared }, 'confirmed') }, tabs, t)).toBe(
    'Some of it may stand in other tabs as well: SHIPPED.',
  )
  expect(tabHint({ sharedWith: sharedWith({ shared }, 'new') }, tabs, t)).toBeUndefined()
  expect(tabHint({ isBeyondFilter: true }, tabs, t)).toBe('Counted without some of the filters that are set.')
  const words = { q: filterBy('search', textParam()), status: filterBy('status', textParam()), open: textParam() }
  const state = { q: 'x', status: '', open: 'PO1' }
  expect(asksBeyond(words, state, ['q'])).toBe(false)
  expect(asksBeyond(words, { ...state, status: 'late' }, ['q'])).toBe(true)
})
