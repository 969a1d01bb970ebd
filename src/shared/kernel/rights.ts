import { type Role, roles } from './roles.ts'

/** A right and the roles that have it. `group` and `label` are English and the keys of their translations. */
export interface Right {
  name: string
  /** Its heading in the matrix that admins see. */
  group: string
  label: string
  /** Deny by default: a role that is not named may not. */
  roles: readonly Role[]
  /** The work is about prices: never given to a role that sees none. */
  isPriced?: true
  /** Its screens show no price, though its trade is about them: people of the company who see none may be given it. */
  isPriceless?: true
}

/** Somebody, as far as rights go: their role, and rights (by name) that were given to or taken from it, or given to this person. */
export interface Holder {
  role: Role
  granted?: readonly string[]
  withheld?: readonly string[]
}

/** Roles that have a right; of a null right nothing is ever given or taken. */
interface Part {
  right: string | null
  roles: readonly Role[]
}

/** Which rights stand behind a list of roles that a call names as its callers: any of them will do. */
const behind = new WeakMap<readonly Role[], readonly Part[]>()

/** The rights behind a list of roles. */
export function partsOf(named: readonly Role[]): readonly Part[] {
  return behind.get(named) ?? [{ right: null, roles: named }]
}

type Described = Readonly<Record<string, Omit<Right, 'name'>>>
type Rights<T extends Described> = { readonly [N in keyof T]: T[N] & { name: N } }

/** The rights that an area defines, by name: the contract's callers, the menu, the routes and the matrix come from them. */
export function rights<const T extends Described>(table: T): Rights<T> {
  const named = Object.entries(table).map(([name, right]) => {
    // Each right has a list of its own: what is given of one is not given of another that starts with the same roles.
    const own = [...right.roles]
    behind.set(own, [{ right: name, roles: own }])
    return [name, { name, ...right, roles: own }]
  })
  return Object.fromEntries(named) as Rights<T>
}

/** Allows the holders of any of these rights, or these roles: `callers: eitherOf(allowed.chinaQc, india.indiaReceive)`. */
export function eitherOf(...named: readonly (readonly Role[])[]): readonly Role[] {
  const all = [...new Set(named.flat())]
  behind.set(all, named.flatMap(partsOf))
  return all
}

/**
 * Of those who have a right, who is told of its work: these of its usual roles, whoever was given it beyond them, and nobody from whom it
 * was taken. Throws for a role that does not usually have it.
 */
export function heldBy(right: Right, usual: readonly Role[]): readonly Role[] {
  const stranger = usual.find((role) => !right.roles.includes(role))
  if (stranger !== undefined) throw new Error(`${stranger} does not have the right ${right.name}`)
  const own = [...usual]
  behind.set(own, [{ right: right.name, roles: own }])
  return own
}

/** The roles of each right, as the contract names its callers: `callers: allowed.vendorDesk`. */
export function rolesOf<T extends Readonly<Record<string, Right>>>(
  table: T,
): { readonly [N in keyof T]: T[N]['roles'] } {
  const named = Object.entries(table).map(([name, right]) => [name, right.roles])
  return Object.fromEntries(named) as { readonly [N in keyof T]: T[N]['roles'] }
}

/** Whether somebody has a right behind these roles. What a person was given weighs more than what was taken from the role. */
export function isAmong({ role, granted = [], withheld = [] }: Holder, named: readonly Role[]): boolean {
  return partsOf(named).some(({ right, roles: usual }) =>
    right === null
      ? usual.includes(role)
      : granted.includes(right) || (usual.includes(role) && !withheld.includes(right)),
  )
}

/** Groups that are sorted below those of the trades. */
const lastGroups = ['Everywhere', 'Administration']

/** Rights for the matrix: every right once, group by group, with the roles that have it. */
export function matrixOf<T extends Readonly<Record<string, Right>>>(table: T) {
  const all = Object.values(table)
  const groups = [
    ...new Set([...all.map(({ group }) => group).filter((group) => !lastGroups.includes(group)), ...lastGroups]),
  ]
  return groups.flatMap((of) =>
    all
      .filter(({ group }) => group === of)
      .map(({ name, group, label, roles: named }) => ({
        right: name as keyof T & string,
        group,
        label,
        roles: roles.filter((role) => named.includes(role)),
      })),
  )
}
