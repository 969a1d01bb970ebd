import { describe, expect, it } from 'vitest'
import { openAtFirst } from '../../src/renderer/app/menu-folds.ts'
import { sideMenu } from '../../src/shared/areas.ts'
import { landingPath } from '../../src/shared/kernel/roles.ts'
import { expectedAccess, passingScreens } from '../support/expected-access.ts'

describe('the menu of who has folded nothing', () => {
  // Would catch: a screen that is added until somebody reads forty entries at once, or a landing screen in a folded group.
  it.each(expectedAccess)('$email sees twelve entries at most, those of their own work among them', (one) => {
    const { role, team, sites } = one
    const person = { role, team, ...(sites && { sites }) }
    const groups = sideMenu(person, '', passingScreens)
    const landing = landingPath(person)
    const open = openAtFirst(groups, landing)
    const shown = groups.filter(({ key }) => open.has(key)).flatMap(({ items }) => items.map(({ path }) => path))
    expect(shown.length).toBeLessThanOrEqual(12)
    expect(groups.filter(({ key }) => key === 'start').every(({ key }) => open.has(key))).toBe(true)
    const usual = sideMenu(person)
    const near = usual.find(({ items }) => items.some(({ path }) => path === landing))
    expect([...openAtFirst(usual, landing)]).toContain(near?.key)
  })

  // Would catch: groups that are folded for people whose whole menu is short.
  it('is open wholly where it is short', () => {
    const groups = sideMenu({ role: 'china_warehouse_team', team: 'china' })
    expect(groups.every(({ key }) => openAtFirst(groups, '/supplier/qc-platform').has(key))).toBe(true)
  })
})
