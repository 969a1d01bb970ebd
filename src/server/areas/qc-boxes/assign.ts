import { sql } from 'kysely'
import { z } from 'zod'
import { moveProblems } from '../../../shared/areas/qc-boxes/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import { allowed } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { sitesBound } from '../../http/own-sites.ts'
import { holds } from '../../http/right-holders.ts'
import { boxRowsById } from './box-wires.ts'
import { type AtQc, atSites, eventsAt, inPlaces, type QcDoor, type QcSites } from './sites.ts'
import { boxesRefused, sortBoxes } from './whole-box-moves.ts'

/** Who may be named for boxes: people who inspect in that country. */
const inspectorRoles: Record<QcSites, readonly Role[]> = { china_qc: allowed.chinaQc, india_qc: allowed.indiaQc }

const inspectorColumns = { id: col.text, name: col.text, role: z.enum(roles), site_ids: col.texts }
export type Inspector = Row<typeof inspectorColumns>

/** People who inspect in a country, by name. */
export async function inspectorsAt(db: Db | Tx, sites: QcSites, id?: string): Promise<Inspector[]> {
  const { rows } = await rowsOf(inspectorColumns)`
    SELECT id, name, role, site_ids::text[] AS site_ids FROM app_user u
    WHERE is_active AND ${holds(inspectorRoles[sites])} AND ${id ? sql`id = ${id}` : sql`true`}
    ORDER BY name, id`.execute(db)
  return rows
}

/** One of them; undefined for who does not. */
export async function inspectorAt(tx: Db | Tx, sites: QcSites, id: string): Promise<Inspector | undefined> {
  return (await inspectorsAt(tx, sites, id))[0]
}

/** Whether somebody who inspects in a country does so at this site (site.id) of it. */
export function worksAt(person: Inspector, sites: QcSites, siteId: string): boolean {
  const bound = boundTo(person, sites)
  return bound === null || bound.includes(siteId)
}

/** Sites (site.id) of a country's QC that a person is bound to; null for all of them. */
const boundTo = ({ role, site_ids }: Inspector, sites: QcSites) => sitesBound({ role, siteIds: site_ids }, sites)

/** The people of the caller's sites who may be named for boxes there. */
export function qcInspectorsAt(door: QcDoor<QcSites>) {
  return async (_: object, { db, caller }: CallContext) => {
    const { sites } = door(caller)
    const own = sitesBound(caller, sites)
    const near = (person: Inspector) => {
      const bound = boundTo(person, sites)
      return own === null || bound === null || bound.some((id) => own.includes(id))
    }
    const people = (await inspectorsAt(db, sites)).filter(near)
    return reply({ inspectors: people.map(({ id, name }) => ({ id, name })) })
  }
}

type Assign = Taken<Contract['qcBoxes']['assignBoxes']>

/** A lead says who sees to boxes, chosen or all of a shipment, or that nobody does. Boxes of a site at which the person does not work are left out. */
export function assignBoxesAt<S extends QcSites>(door: QcDoor<S>) {
  return (input: Assign, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const refs = await asked(tx, at, input)
      const person = input.inspector_id === null ? null : await named(tx, at.sites, input.inspector_id)
      const bound = person && boundTo(person, at.sites)
      const { taken, left } = await sortBoxes(tx, at, refs, true, ({ site_id }) =>
        bound === null || bound.includes(site_id) ? null : moveProblems.otherSite,
      )
      if (taken.length === 0) throw boxesRefused(left, 'None of these boxes can be taken.')
      const id = person?.id ?? null
      const changing = taken.filter(({ inspector_id }) => inspector_id !== id)
      const events = changing.map(({ site_kind, sscc, inspector }) => ({
        ...{ entity: eventsAt(site_kind), entityId: sscc, event: person ? 'box.assigned' : 'box.unassigned' },
        ...{ from: inspector, to: person?.name ?? null },
      }))
      if (changing.length > 0) {
        await recordEvents(tx, context, events)
        // Not another version: what an inspector is typing of the box stays good.
        await sql`UPDATE qc_box q SET inspector_id = ${id}::uuid WHERE ${inPlaces(changing, 'q')}`.execute(tx)
      }
      const ids = taken.map(({ box_id }) => box_id)
      return reply(
        { boxes: await boxRowsById(tx, at, ids), left_out: left },
        person ? 'Assigned.' : 'Not assigned any more.',
      )
    })
}

async function named(tx: Tx, sites: QcSites, id: string): Promise<Inspector> {
  const person = await inspectorAt(tx, sites, id)
  if (person === undefined) throw notFound('This person cannot inspect there.')
  return person
}

async function asked(tx: Tx, at: AtQc, { box_ids, shipment_id }: Assign): Promise<readonly string[]> {
  if ((box_ids === undefined) === (shipment_id === undefined)) throw invalidInput('Please name boxes or a shipment.')
  if (box_ids) return box_ids
  const { rows } = await rowsOf({ box_id: col.text })`
    SELECT q.box_id FROM qc_box q JOIN shipment h ON h.id = q.shipment_id
    WHERE h.shipment_id = ${shipment_id?.toUpperCase()} AND ${atSites(at)} ORDER BY q.box_id`.execute(tx)
  if (rows.length === 0) throw notFound('No box of this shipment is at QC.')
  return rows.map(({ box_id }) => box_id)
}
