import { describe, expect, test } from 'vitest'
import { demoAccounts } from '../../src/server/demo/book.ts'
import { landingPath, type Role, roles, type Team, teams } from '../../src/shared/kernel/roles.ts'

/** The redirect table of the specification, section 2, written out once more by hand. */
const table: [Role, Team | 'any', string][] = [
  ['admin', 'india', '/ops/in-house-orders'],
  ['super_admin', 'india', '/ops/in-house-orders'],
  ['admin', 'warehouse', '/warehouse/source'],
  ['super_admin', 'warehouse', '/warehouse/source'],
  ['admin', 'retail', '/retail/allocation-dashboard'],
  ['super_admin', 'retail', '/retail/allocation-dashboard'],
  ['admin', 'any', '/ops/all-pending-orders'],
  ['super_admin', 'any', '/ops/all-pending-orders'],
  ['vendor', 'any', '/supplier/my-orders'],
  ['internal_team', 'any', '/supplier/my-orders'],
  ['retail_admin', 'any', '/retail/allocation-dashboard'],
  ['ops', 'any', '/ops/all-pending-orders'],
  ['ops_team', 'any', '/supplier/qc-platform'],
  ['bm_team', 'any', '/supplier/buyer-review'],
  ['bm_admin', 'india', '/ops/india-catalogue-management'],
  ['bm_admin', 'any', '/supplier/catalogue-management'],
  ['cataloging_team', 'china', '/supplier/assortments'],
  ['cataloging_team', 'any', '/login'],
  ['china_warehouse_team', 'any', '/supplier/qc-platform'],
  ['india_qc_manager', 'any', '/supplier/qc-platform-india'],
  ['india_qc_inward_wh', 'any', '/supplier/india-inward-platform'],
  ['warehouse', 'any', '/warehouse/source'],
  ['cad', 'any', '/ops/in-house-orders'],
]

// Catches a row of the redirect table that another row hides, for each role and team.
describe('where people land', () => {
  const everyone = roles.flatMap((role) => [null, ...teams].map((team) => ({ role, team })))
  test.each(everyone)('$role on team $team', ({ role, team }) => {
    const row = table.find(([r, t]) => r === role && t === team) ?? table.find(([r, t]) => r === role && t === 'any')
    expect(landingPath({ role, team })).toBe(row?.[2])
  })
})

// Catches a demo in which a place of the redirect table cannot be visited.
test('the demo accounts reach every landing place', () => {
  const reached = new Set(demoAccounts.map(landingPath))
  const wanted = new Set(table.map(([, , path]) => path).filter((path) => path !== '/login'))
  // Of a vendor's people who are bound to a facility.
  wanted.add('/supply-management/production')
  expect([...reached].sort()).toEqual([...wanted].sort())
})
