import type { Person, Role, Team } from '../../shared/domain/roles.ts'
import { isPossible, teams } from '../../shared/domain/roles.ts'
import { key } from '../i18n/key.ts'

const teamWords: Record<Team, string> = {
  india: key('India'),
  china: key('China'),
  warehouse: key('Warehouse'),
  retail: key('Retail'),
}

/** A team's English name, which is the key of its translation. */
export function teamWord(team: Team): string {
  return teamWords[team]
}

/** The teams that the redirect table leads somewhere for this role; null is no team. */
export function possibleTeams(role: Role): (Team | null)[] {
  return [null, ...teams].filter((team) => isPossible({ role, team }))
}

/** The same team where it goes with the role, else the first that does. */
export function teamFor(role: Role, team: Team | null): Person['team'] {
  const possible = possibleTeams(role)
  return possible.includes(team) ? team : (possible[0] ?? null)
}
