import type { ArrivalWeek } from '../../../shared/areas/pipeline/calls.ts'
import { addDays } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { type ForeseenGoods, foreseen, goodsAsked } from './goods.ts'

/** Sites of QC in India, those in use first. */
async function indiaSites(db: Db) {
  const { rows } = await rowsOf(siteColumns)`
    SELECT id::text AS id, code, name, name_zh FROM site WHERE kind = 'india_qc' ORDER BY retired_at IS NOT NULL, code`.execute(
    db,
  )
  return rows
}

const siteColumns = { id: col.text, code: col.text, name: col.text, name_zh: col.text }

/** The Monday of a day. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Tells at which site in India goods are expected, and on the Monday of which week; null of those that are there. */
export async function doors(db: Db) {
  const sites = await indiaSites(db)
  // Where there is one site in India, everything comes there.
  const only = sites.length === 1 ? sites[0] : undefined
  return ({ arrives, site_id }: ForeseenGoods) =>
    arrives === null ? null : { site: sites.find(({ id }) => id === site_id) ?? only ?? null, week: mondayOf(arrives) }
}

/** What is expected at the doors in India, by site and week in their order. */
export async function weeksOf(db: Db, supplier_id: string | undefined): Promise<ArrivalWeek[]> {
  const [{ goods }, doorOf] = await Promise.all([foreseen(db, goodsAsked({ supplier_id })), doors(db)])
  const weeks = new Map<string, ArrivalWeek>()
  for (const each of goods) {
    const door = doorOf(each)
    if (door === null) continue
    const { site, week } = door
    const name = `${site?.code ?? ''} ${week}`
    const now = weeks.get(name) ?? { site: site && named(site), week, ...nothing }
    const isPacked = each.leg !== 'vendor'
    weeks.set(name, {
      ...now,
      boxes: now.boxes + each.boxes,
      unmeasured: now.unmeasured + each.unmeasured,
      cbm: now.cbm + each.cbm,
      pieces: now.pieces + (isPacked ? each.pieces : 0),
      unpacked: now.unpacked + (isPacked ? 0 : each.pieces),
    })
  }
  return [...weeks.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, week]) => ({ ...week, boxes: Math.round(week.boxes), unmeasured: Math.round(week.unmeasured) }))
}

const nothing = { boxes: 0, unmeasured: 0, cbm: 0, pieces: 0, unpacked: 0 }
const named = ({ code, name, name_zh }: { code: string; name: string; name_zh: string }) => ({ code, name, name_zh })
