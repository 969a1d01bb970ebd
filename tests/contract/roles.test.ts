import { describe, expect, it } from 'vitest'
import { demoAccounts } from '../../src/server/demo/book.ts'
import {
  allowed,
  contract,
  hasRight,
  listExports,
  menuPath,
  openingOf,
  type Right,
  rightOf,
  rightsMatrix,
  screenPaths,
  screens,
  sideMenu,
} from '../../src/shared/areas.ts'
import { isAmong, partsOf } from '../../src/shared/kernel/rights.ts'
import { isPossible, landingPath, type Person, roles, teams } from '../../src/shared/kernel/roles.ts'
import { homePath, profilePath, profilePaths, settingsPath, settingsPaths } from '../../src/shared/kernel/screens.ts'
import { lockOf, rightsToGive } from '../../src/shared/right-bounds.ts'
import { builtScreens, expectedAccess, menuOf, passingScreens } from '../support/expected-access.ts'

describe('roles, teams and where they land', () => {
  it('has a demo account for every role and team of the table, and expects something of each', () => {
    const named = ({ email, role, team }: { email: string; role: string; team: string | null }) =>
      `${email} ${role} ${team}`
    expect(expectedAccess.map(named).sort()).toEqual(
      demoAccounts
        .filter(({ email }) => expectedAccess.some((one) => one.email === email))
        .map(named)
        .sort(),
    )
    expect(roles.filter((role) => !expectedAccess.some((one) => one.role === role))).toEqual([])
  })

  // Would catch: a row of the redirect table that moved above one that should win.
  it.each(expectedAccess)('$email lands on $lands', ({ lands, ...person }) => {
    expect(landingPath(person)).toBe(lands)
  })

  // The table's order: admin of team retail is not sent where ops are; vendor whatever the team.
  it('takes the first row that fits, for every role and team there could be', () => {
    const expected = (role: string, team: string | null): string => {
      const isAdmin = role === 'admin' || role === 'super_admin'
      if (isAdmin && team === 'india') return '/ops/in-house-orders'
      if (isAdmin && team === 'warehouse') return '/warehouse/source'
      if (isAdmin && team === 'retail') return '/retail/allocation-dashboard'
      if (role === 'vendor' || role === 'internal_team') return '/supplier/my-orders'
      if (role === 'retail_admin') return '/retail/allocation-dashboard'
      if (role === 'ops' || isAdmin) return '/ops/all-pending-orders'
      if (role === 'ops_team') return '/supplier/qc-platform'
      if (role === 'bm_team') return '/supplier/buyer-review'
      if (role === 'bm_admin' && team === 'india') return '/ops/india-catalogue-management'
      if (role === 'cataloging_team' && team === 'china') return '/supplier/assortments'
      if (role === 'bm_admin') return '/supplier/catalogue-management'
      if (role === 'china_warehouse_team') return '/supplier/qc-platform'
      if (role === 'india_qc_manager') return '/supplier/qc-platform-india'
      if (role === 'india_qc_inward_wh') return '/supplier/india-inward-platform'
      if (role === 'warehouse') return '/warehouse/source'
      if (role === 'cad') return '/ops/in-house-orders'
      return '/login'
    }
    for (const role of roles) {
      for (const team of [null, ...teams]) {
        expect([role, team, landingPath({ role, team })]).toEqual([role, team, expected(role, team)])
        expect(isPossible({ role, team })).toBe(expected(role, team) !== '/login')
      }
    }
  })
})

describe('what opens', () => {
  // Would catch: the area of India's supply that throws its people out to another area, or takes in those it is not for.
  it('keeps the people of supply management in its area, with its landing, profile and settings', () => {
    const [ops, vendor] = [{ role: 'ops', team: null } as const, { role: 'vendor', team: null } as const]
    const at = '/supply-management/anything'
    expect(homePath(ops, at)).toBe('/supply-management/production')
    expect(openingOf(ops, homePath(ops, at))).toBe('opens')
    expect(homePath({ role: 'cad', team: null }, at)).toBe('/ops/in-house-orders')
    expect([profilePath(ops, at), settingsPath(ops, at)]).toEqual(
      ['profile', 'settings'].map((page) => `/supply-management/${page}`),
    )
    expect([homePath(vendor, at), homePath(ops, '/ops/x')]).toEqual(['/supplier/my-orders', '/ops/all-pending-orders'])
    expect(sideMenu(vendor, at)).toEqual(sideMenu(vendor))
  })

  // Would catch: a vendor in China that is shown the screens of facilities, or a facility's people who land among a vendor's orders.
  it('opens the screens of facilities to vendors’ people who are bound to one, and to no other vendor', () => {
    const at = '/supply-management/production'
    const [vendor, bound] = [
      { role: 'vendor', team: null } as const,
      { role: 'vendor', team: null, sites: ['PNOI'] } as const,
    ]
    expect([openingOf(vendor, at), openingOf(bound, at)]).toEqual(['no-permission', 'opens'])
    expect([homePath(vendor, at), homePath(bound, '/nothing')]).toEqual(['/supplier/my-orders', at])
    expect(sideMenu(vendor).some(({ key }) => key === 'production')).toBe(false)
    expect(profilePath(bound)).toBe('/supply-management/profile')
  })

  it.each(expectedAccess)('$email: the menu, every screen, and what is no screen', ({ role, team, ...one }) => {
    const person: Person = { role, team, ...(one.sites && { sites: one.sites }) }
    const menu = (passing?: typeof passingScreens) =>
      sideMenu(person, '', passing).flatMap(({ items }) => items.map(({ path }) => path))
    const isPassing = (path: string) => (passingScreens as readonly string[]).includes(path)
    const usual = menuOf(one)
    expect(menu()).toEqual(usual)
    expect(menu(passingScreens)).toEqual([...one.opens.filter(isPassing), ...usual])
    // Whatever opens is found in the menu: under its own name, or as the list that it is another address of.
    const isFound = (path: string) => isPassing(path) || usual.includes(menuPath(person, path))
    expect(one.opens.filter((path) => !isFound(path))).toEqual([])
    expect(menuPath(person, '/nothing')).toBe('/nothing')
    const expected = (path: string) => {
      if (path === one.lands && one.isToCome) return 'to-come'
      if (!builtScreens.includes(path)) return 'elsewhere'
      return one.opens.includes(path) ? 'opens' : 'no-permission'
    }
    for (const path of screenPaths) expect([path, openingOf(person, path)]).toEqual([path, expected(path)])
    for (const path of ['/', '/supplier', '/nothing', '/supplier/nothing', '/ops/users/..'])
      expect(openingOf(person, path)).toBe('elsewhere')
    expect(profilePaths).toContain(profilePath(person))
    expect(profilePath(person).split('/')[1]).toBe(one.lands.split('/')[1])
    expect(settingsPaths.map((path) => openingOf(person, path))).toEqual(settingsPaths.map(() => 'opens'))
    expect(settingsPaths).toContain(settingsPath(person))
    expect(settingsPath(person).split('/')[1]).toBe(one.lands.split('/')[1])
  })

  // Would catch: a right given by a slip of the table to a role that must never have it.
  it('keeps prices from warehouse and QC, and the highest rights with super admins', () => {
    for (const role of ['warehouse', 'china_warehouse_team', 'india_qc_manager', 'india_qc_inward_wh', 'cad'] as const)
      expect(allowed.seePrices).not.toContain(role)
    expect(allowed.grantSuperAdmin).toEqual(['super_admin'])
    expect(allowed.seeAsRole).toEqual(['super_admin'])
    expect(allowed.manageUsers).toEqual(['admin', 'super_admin'])
  })

  // Would catch: a call whose callers are a list of roles of its own, which no change of the matrix reaches.
  it('lets every call, screen, list and file go by a right', () => {
    const named = [
      ...Object.values(contract).flatMap((area) =>
        Object.values(area).map(({ path, callers }) => [path, callers] as const),
      ),
      ...Object.entries(listExports).map(([name, { callers }]) => [name, callers] as const),
      ...screens.map(({ path, right }) => [path, right.roles] as const),
    ]
    const loose = named.filter(
      ([, callers]) => typeof callers !== 'string' && partsOf(callers).some(({ right }) => right === null),
    )
    expect(loose.map(([name]) => name)).toEqual([])
  })

  // Would catch: a bound that opens: vendors, administrators and who sees prices are as the specification has them.
  it('can change nothing of vendors, administrators, prices and landing screens', () => {
    for (const { right, group } of rightsMatrix()) {
      for (const role of roles) {
        const may = lockOf(right, role) === null
        if (['vendor', 'admin', 'super_admin'].includes(role) || group === 'Administration' || right === 'seePrices')
          expect([right, role, may]).toEqual([right, role, false])
      }
    }
    for (const one of expectedAccess.filter(({ isToCome }) => !isToCome)) {
      const { name } = rightOf(one.lands)
      expect([one.email, lockOf(name as Right, one.role)]).not.toEqual([one.email, null])
    }
    // A role that sees no prices is never given work with them.
    for (const role of ['warehouse', 'china_warehouse_team', 'india_qc_manager', 'cad'] as const)
      expect(rightsToGive(role)).not.toContain('chinaInvoices')
    expect(rightsToGive('china_warehouse_team')).toContain('chinaQcLead')
    expect(rightsToGive('vendor')).toEqual([])
  })

  // Would catch: what was given to a person that is lost with the role's, or what was taken from a role that a menu still offers.
  it('goes by what was given and taken', () => {
    const counter = { role: 'china_warehouse_team', team: null } as const
    expect(hasRight(counter, 'chinaQcLead')).toBe(false)
    expect(hasRight({ ...counter, granted: ['chinaQcLead'] }, 'chinaQcLead')).toBe(true)
    expect(hasRight({ ...counter, granted: ['chinaQcLead'], withheld: ['chinaQcLead'] }, 'chinaQcLead')).toBe(true)
    const without = { ...counter, withheld: ['trace', 'chinaQcOutcome'] }
    expect(hasRight(without, 'trace')).toBe(false)
    expect(openingOf(without, '/supplier/qc-results')).toBe('no-permission')
    // One of two rights is enough.
    expect(isAmong({ role: 'cad', granted: ['indiaReceive'] }, contract.photos.qcImage.callers)).toBe(true)
    expect(isAmong({ role: 'cad' }, contract.photos.qcImage.callers)).toBe(false)
  })

  it('shows in the matrix exactly what the calls go by', () => {
    for (const { right, roles: named } of rightsMatrix()) expect([...named].sort()).toEqual([...allowed[right]].sort())
  })
})
