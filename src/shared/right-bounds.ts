import type { RightLock } from './areas/people/rules.ts'
import { hasRight, type Right, rights, rightsMatrix, screens } from './areas.ts'
import type { Right as RightOf } from './kernel/rights.ts'
import { landingPath, type Role, teams } from './kernel/roles.ts'

/** Trades whose work is about prices. */
const pricedTrades: readonly string[] = ['Supplier', 'Ops', 'Catalogue']

export const isRight = (name: string): name is Right => Object.hasOwn(rights, name)

/** Whether people of this role usually may: what `rights` says of it, whatever was changed. */
const usuallyMay = (right: Right, role: Role) => hasRight({ role }, right)

/** Where people of a role land after signing in, whatever their team, is theirs. */
function startsWith(right: Right, role: Role): boolean {
  const places = [null, ...teams].map((team) => landingPath({ role, team }))
  return screens.some((screen) => screen.right.name === right && places.includes(screen.path))
}

/**
 * Why nobody changes whether people of this role have the right; null where a super admin may. The specification fixes who lands where, what
 * vendors see and who sees prices. Administrators keep what is theirs, so that nobody locks the house; and a role is
 * given rights of trades only that it has a part in, or whose screens show no price.
 */
export function lockOf(right: Right, role: Role): RightLock | null {
  const { group, isPriced, isPriceless }: Omit<RightOf, 'name'> = rights[right]
  if (role === 'vendor') return 'vendor'
  if (group === 'Administration' || role === 'admin' || role === 'super_admin') return 'administration'
  if (right === 'seePrices') return 'prices'
  if (usuallyMay(right, role)) return startsWith(right, role) ? 'landing' : null
  if (!hasRight({ role }, 'seePrices') && (isPriced || (!isPriceless && pricedTrades.includes(group)))) return 'blind'
  const hasPart =
    isPriceless ||
    group === 'Everywhere' ||
    rightsMatrix().some((row) => row.group === group && row.roles.includes(role))
  return hasPart ? null : 'trade'
}

/** What a person of this role may be given beyond it. */
export function rightsToGive(role: Role): Right[] {
  return rightsMatrix()
    .map(({ right }) => right)
    .filter((right) => !usuallyMay(right, role) && lockOf(right, role) === null)
}
