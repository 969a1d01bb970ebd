import { roles, teams } from '../../../shared/domain/roles.ts'
import { flagParam, manyOfParam, oneOfParam, placeParam, type StateOf, textParam } from '../../table/list-params.ts'

export const userStatuses = ['active', 'inactive', 'locked', 'all'] as const

/** What the address of the users list says; `tab` also names the second view, roles and rights. */
export const usersParams = {
  tab: oneOfParam([...userStatuses, 'rights'], 'active'),
  search: textParam(),
  role: manyOfParam(roles),
  team: manyOfParam(teams),
  vendor: textParam(),
  sort: oneOfParam(['name', 'email', 'role', 'last_sign_in_at', 'created_at'], 'name'),
  desc: flagParam(),
  user: placeParam(textParam()),
}

export type UsersState = StateOf<typeof usersParams>

export const usersFilterKeys = ['search', 'role', 'team', 'vendor'] as const

/** The filter as the call takes it, without tab and sort. */
export function usersFilter({ search, role, team, vendor }: UsersState) {
  return {
    ...(search && { search }),
    ...(role.length > 0 && { role: [...role] }),
    ...(team.length > 0 && { team: [...team] }),
    ...(vendor && { vendor_id: vendor }),
  }
}
