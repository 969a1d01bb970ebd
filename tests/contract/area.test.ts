import { describe, expect, it } from 'vitest'
import type { ServerArea } from '../../src/server/http/area.ts'
import { areas } from '../../src/shared/areas.ts'
import { type AreaParts, contractOf, eventsIn, merged, screensIn, wordsOf } from '../../src/shared/kernel/area.ts'
import { noticesOf } from '../../src/shared/kernel/notices.ts'
import { matrixOf, rolesOf } from '../../src/shared/kernel/rights.ts'
import { menuGroups, screensOf } from '../../src/shared/kernel/screens.ts'
import { mendingArea, mendingCalls, mendingServer } from '../support/mending-area.ts'

/** The house with one area more: exactly what its line in the list of areas makes. */
const more = { ...areas, mending: mendingArea }

describe('an area that is added', () => {
  // Would catch: a table that is still kept by hand beside the areas, so that a new area is not in it.
  it('is in the contract, the rights, the lists and every other table', () => {
    expect(contractOf(more).mending).toBe(mendingCalls)
    expect(rolesOf(merged(more, 'rights')).mend).toEqual(['retail_admin', 'admin'])
    expect(merged(more, 'lists').torn.name).toBe('mend')
    const { exportTorn } = merged(more, 'exports')
    expect([exportTorn.path, exportTorn.callers]).toEqual(['selvedge/export/torn', ['retail_admin', 'admin']])
    expect(exportTorn.takes.parse({ columns: [{ id: 'sku', header: 'SKU' }], skus: ['A'] })).toMatchObject({
      skus: ['A'],
    })
    expect(merged(more, 'traces').patch.many).toBe('Patches')
    expect(merged(more, 'facts').thread).toBe('Thread')
    expect(merged(more, 'actions').mend).toBe('Mend it')
    expect(merged(more, 'codes').TORN).toBe('Torn')
    expect(merged(more, 'statuses').Mended).toBe('good')
    expect(eventsIn(more)['patch.sewn']).toEqual({ word: 'Sewn on', namesPrice: true })
    expect(eventsIn(more)['order.created']).toEqual({ word: 'Order placed' })
  })

  // Would catch: a screen that opens to a role without the right, or stands in another's menu.
  it('has its screen in the menu of those who have the right, and of no other', () => {
    const { sideMenu, openingOf, rightOf, screenPaths } = screensOf(screensIn(more))
    const retail = { role: 'retail_admin', team: 'retail' } as const
    const items = sideMenu(retail).find(({ key }) => key === 'stock')?.items
    expect(items).toContainEqual({
      key: 'mending',
      label: 'Mending',
      path: '/warehouse/mending',
      icon: 'wrench',
    })
    expect(openingOf(retail, '/warehouse/mending')).toBe('opens')
    expect(openingOf({ role: 'ops', team: null }, '/warehouse/mending')).toBe('no-permission')
    expect(rightOf('/warehouse/mending').name).toBe('mend')
    expect(screenPaths.filter((path) => path === '/warehouse/mending')).toHaveLength(1)
    const groups = sideMenu({ role: 'admin', team: null }).map(({ key }) => key)
    expect(groups).toEqual(Object.keys(menuGroups))
  })

  // Would catch: a landing screen that still says it is to come after its area has brought it, or stands in the menu twice.
  it('takes a landing screen from those that are to come', () => {
    const retail = { role: 'retail_admin', team: 'retail' } as const
    const landing = '/retail/allocation-dashboard'
    const without = screensOf(screensIn(areas).filter(({ path }) => path !== landing))
    expect(without.openingOf(retail, landing)).toBe('to-come')
    const all = screensOf(screensIn(areas))
    expect(all.openingOf(retail, landing)).toBe('opens')
    expect(all.screenPaths.filter((path) => path === landing)).toHaveLength(1)
    expect(all.sideMenu(retail).flatMap(({ items }) => items.filter(({ path }) => path === landing))).toHaveLength(1)
  })

  it('is in the matrix above what everybody has, and its notices are told', () => {
    const groups = [...new Set(matrixOf(merged(more, 'rights')).map(({ group }) => group))]
    expect(groups).toEqual([
      'Supplier',
      'Ops',
      'Catalogue',
      'Supply Management',
      'China QC',
      'India QC',
      'Warehouse',
      'Retail',
      'Everywhere',
      'Administration',
    ])
    const { kindsFor, describeNotice } = noticesOf(merged(more, 'notices'))
    expect(kindsFor({ role: 'retail_admin' })).toEqual(expect.arrayContaining(['account_changed', 'goods_torn']))
    expect(describeNotice('goods_torn', 1, { sku: 'a&b' })).toMatchObject({
      message: 'a&b is torn.',
      path: '/warehouse/mending?search=a%26b',
    })
  })

  // Would catch: a part of an area whose English nobody asks the Chinese of.
  it('has all its words found', () => {
    const shown = [
      'Warehouse',
      'Mend torn goods',
      'Mending',
      'Torn goods',
      '{{sku}} is torn.',
      '{{count}} SKUs are torn.',
    ]
    const more = ['Open mending', 'Patch', 'Patches', 'Thread', 'Mend it', 'Torn', 'Sewn on', 'Sewn on', 'Mended']
    expect(wordsOf(mendingArea).toSorted()).toEqual([...shown, ...more, 'Out of thread.'].toSorted())
  })

  it('is refused when it says something else under a name that another has', () => {
    const twice: Record<string, AreaParts> = { ...areas, mending: { ...mendingArea, facts: { supplier: 'Tailor' } } }
    expect(() => merged(twice, 'facts')).toThrow('mending says facts.supplier once more')
  })

  // Would catch: types that let a call go without its handler, a code without its finder, or a screen without its code.
  it('does not compile without its handlers, finders, files’ rows and screens', () => {
    // @ts-expect-error getTorn has no handler
    const noHandler: ServerArea<typeof mendingArea> = { ...mendingServer, routes: {} }
    const { finders, exports, ...rest } = mendingServer
    // @ts-expect-error a patch has no finder
    const noFinder: ServerArea<typeof mendingArea> = { ...rest, exports }
    // @ts-expect-error the file has no rows
    const noRows: ServerArea<typeof mendingArea> = { ...rest, finders }
    const paths = screensIn({ mending: mendingArea }).map(({ path }) => path)
    // @ts-expect-error the screen has no code
    const noCode: Record<(typeof paths)[number], string> = {}
    expect([noHandler, noFinder, noRows, noCode]).toHaveLength(4)
  })
})
