import { sql } from 'kysely'
import { indiaZone, vendorZone } from '../../shared/kernel/days.ts'
import type { PlaceZones } from '../../shared/kernel/place-zones.ts'
import type { Team } from '../../shared/kernel/roles.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Db, Tx } from '../http/call.ts'

/** For people who work at no one site. */
const teamZones: Partial<Record<Team, string>> = { china: vendorZone, india: indiaZone }

interface Reader {
  userId: string
  team: Team | null
  /** Uuid of the vendor that the reader belongs to: of others none is said. */
  vendorId: string | null
}

/** Zones of all sites and of the vendors that the reader may know. */
export async function placeZones(db: Db | Tx, { userId, team, vendorId }: Reader): Promise<PlaceZones> {
  const { rows } = await rowsOf({ kind: col.text, code: col.text, zone: col.text, is_own: col.flag })`
    SELECT 'site' AS kind, s.code, s.time_zone AS zone,
      EXISTS (SELECT FROM app_user u WHERE u.id = ${userId}::uuid AND s.id = ANY(u.site_ids)) AS is_own FROM site s
    UNION ALL SELECT 'vendor', v.code, v.time_zone, v.id = ${vendorId}::uuid IS TRUE FROM vendor v
    WHERE ${vendorId === null ? sql`v.time_zone <> ${vendorZone}` : sql`v.id = ${vendorId}::uuid`}`.execute(db)
  const of = (kind: string) =>
    Object.fromEntries(rows.flatMap((row) => (row.kind === kind ? [[row.code, row.zone] as const] : [])))
  const [own, other] = new Set(rows.filter(({ is_own }) => is_own).map(({ zone }) => zone))
  const ofTeam = team === null ? undefined : teamZones[team]
  return { sites: of('site'), vendors: of('vendor'), own: (other === undefined ? own : undefined) ?? ofTeam ?? null }
}
