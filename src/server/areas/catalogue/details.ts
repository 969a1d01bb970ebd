import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { catalogueMove, catalogueNote, cataloguePicture, sameStyle } from '../../../shared/areas/catalogue/calls.ts'
import {
  canGoBack,
  catalogueStatuses,
  isDecision,
  mayGo,
  movesFrom,
  takesBack,
} from '../../../shared/areas/catalogue/statuses.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { holdToJudge } from './hold.ts'
import { lastMoves } from './move.ts'
import { catalogueRows } from './styles.ts'

type Routes = Handlers<Contract['catalogue']>

/** So many others that look the same are named. */
const MOST_SAME = 6

/** Throws not_found for a style of another vendor, or nobody's. */
export const getStyleDetails: Routes['getStyleDetails'] = async ({ catalogue_id }, context) => {
  const { db, caller } = context
  const { rows } = await rowsOf({
    id: col.text,
    status: z.enum(catalogueStatuses),
    came_from: z.enum(catalogueStatuses).nullable(),
  })`
    SELECT c.id, c.status, c.came_from FROM catalogue_style c WHERE c.code = ${catalogue_id} AND ${ownRows(caller, 'c.vendor_id')}`.execute(
    db,
  )
  const [found] = rows
  const [style] = found ? await catalogueRows(db, [found.id], caller) : []
  if (!found || !style) throw notFound(catalogueWords.notFound, { catalogue_id })
  const isVendor = isBoundToVendor(caller)
  const last = (await lastMoves(db, [found])).get(found.id)
  const mayGoBack = last !== undefined && (last.by === caller.userId || isAmong(caller, takesBack))
  return reply({
    style,
    pictures: await picturesOf(db, found.id, isVendor),
    moves: isVendor ? [] : await movesOf(db, found.id),
    notes: isVendor ? [] : await notesOf(db, found.id),
    allowed: movesFrom(found.status, found.came_from)
      .filter((move) => mayGo(move, style.supply_chain, caller))
      .filter(({ to }) => !isDecision(found.status, to) || style.review?.is_responsible === true)
      .map(({ to, needsRemark }) => ({ to, needs_remark: needsRemark ?? false })),
    can_go_back: canGoBack(found.status) && mayGoBack,
    same: await sameAs(db, found.id, context),
  })
}

const pictureWithVendor = cataloguePicture.extend({ vendor_id: col.textOrNull })

async function picturesOf(db: Db, id: string, isVendor: boolean) {
  const { rows } = await rowsOf(pictureWithVendor)`
    SELECT p.id AS picture_id, p.color, p.position, p.width, p.height, p.added_at, u.name AS added_by, u.vendor_id
    FROM catalogue_picture p JOIN app_user u ON u.id = p.added_by WHERE p.catalogue_id = ${id}::uuid AND p.removed_at IS NULL
    ORDER BY coalesce(p.color, ''), p.position`.execute(db)
  return rows.map(({ vendor_id, ...row }) => (isVendor && vendor_id === null ? { ...row, added_by: '' } : row))
}

async function movesOf(db: Db, id: string) {
  const { rows } = await rowsOf(catalogueMove)`
    SELECT m.id, m.from_status, m.to_status, m.is_back, m.remark, m.moved_at, u.name AS moved_by FROM catalogue_move m
    JOIN app_user u ON u.id = m.moved_by WHERE m.catalogue_id = ${id}::uuid ORDER BY m.seq`.execute(db)
  return rows
}

async function notesOf(db: Db, id: string) {
  const { rows } = await rowsOf(catalogueNote)`
    SELECT n.id, n.text, n.said_at, u.name AS said_by FROM catalogue_note n JOIN app_user u ON u.id = n.said_by
    WHERE n.catalogue_id = ${id}::uuid ORDER BY n.seq`.execute(db)
  return rows
}

/** A vendor hears of its own alone. */
async function sameAs(db: Db, id: string, { caller }: CallContext) {
  const { rows } = await rowsOf(sameStyle)`
    SELECT c.code AS catalogue_id, c.name, c.name_zh, c.picture_id AS picture, min(x.by) AS by FROM (
      SELECT o.id, 'link' AS by FROM catalogue_style me JOIN catalogue_style o ON o.link_key = me.link_key WHERE me.id = ${id}::uuid
      UNION ALL SELECT p.catalogue_id, 'picture' FROM catalogue_picture mine JOIN catalogue_picture p ON p.sha256 = mine.sha256
      WHERE mine.catalogue_id = ${id}::uuid AND mine.removed_at IS NULL AND p.removed_at IS NULL) x
    JOIN catalogue_style c ON c.id = x.id WHERE c.id <> ${id}::uuid AND ${ownRows(caller, 'c.vendor_id')}
    GROUP BY c.id ORDER BY c.number LIMIT ${sql.lit(MOST_SAME)}`.execute(db)
  return rows
}

/** Its own row: two who say something at once both said it. */
export const addNote: Routes['addNote'] = ({ catalogue_id, text }, context) =>
  context.command(async (tx) => {
    const [held] = await holdToJudge(tx, context, [catalogue_id])
    if (!held) throw notFound(catalogueWords.notFound, { catalogue_id })
    const id = v7()
    const { rows } = await rowsOf({ said_at: col.instant })`
      INSERT INTO catalogue_note (id, catalogue_id, text, said_by)
      VALUES (${id}::uuid, ${held.id}::uuid, ${text}, ${context.caller.userId}::uuid) RETURNING said_at`.execute(tx)
    await recordEvent(tx, context, { entity: 'catalogue_style', entityId: held.code, event: 'catalogue.noted' })
    const said_at = (rows[0]?.said_at ?? new Date()).toISOString()
    return reply({ id, text, said_at, said_by: context.caller.name }, catalogueWords.noted)
  })
