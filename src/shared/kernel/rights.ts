import { type Person, type Role, roles } from './roles.ts'

/** What may be done, and by whom. `group` and `label` are English and the keys of their translations. */
export interface Right {
  name: string
  /** Its heading in the matrix that admins see. */
  group: string
  label: string
  /** Deny by default: a role that is not named may not. */
  roles: readonly Role[]
}

type Described = Readonly<Record<string, Omit<Right, 'name'>>>
type Rights<T extends Described> = { readonly [N in keyof T]: T[N] & { name: N } }

/** The rights that an area defines, by name: the contract's callers, the menu, the routes and the matrix come from them. */
export function rights<const T extends Described>(table: T): Rights<T> {
  return Object.fromEntries(Object.entries(table).map(([name, right]) => [name, { name, ...right }])) as Rights<T>
}

/** The roles of each right, as the contract names its callers: `callers: allowed.vendorDesk`. */
export function rolesOf<T extends Readonly<Record<string, Right>>>(
  table: T,
): { readonly [N in keyof T]: T[N]['roles'] } {
  const named = Object.entries(table).map(([name, right]) => [name, right.roles])
  return Object.fromEntries(named) as { readonly [N in keyof T]: T[N]['roles'] }
}

export function isAmong(person: Pick<Person, 'role'>, named: readonly Role[]): boolean {
  return named.includes(person.role)
}

/** What everybody has and who runs the house stand below the trades. */
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
