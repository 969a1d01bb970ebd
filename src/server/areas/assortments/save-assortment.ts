import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { assortedStatuses, assortmentWords } from '../../../shared/areas/assortments/area.ts'
import { catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, stale } from '../../http/errors.ts'
import { assortmentRows } from './assortments.ts'

type Routes = Handlers<Contract['assortments']>
type Wished = Taken<Contract['assortments']['saveAssortment']>['styles'][number]

const heldColumns = {
  id: col.text,
  code: col.text,
  is_closed: col.flag,
  version: col.number,
  changed_by: col.textOrNull,
  changed_at: col.instantOrNull,
}

/** Throws not_found for an assortment that nobody made. */
export async function holdAssortment(tx: Tx, code: string): Promise<Row<typeof heldColumns>> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT a.id, a.code, a.closed_at IS NOT NULL AS is_closed, a.version, e.name AS changed_by, e.at AS changed_at
    FROM assortment a LEFT JOIN LATERAL (SELECT u.name, e.at FROM audit_event e LEFT JOIN app_user u ON u.id = e.user_id
      WHERE e.entity = 'assortment' AND e.entity_id = a.code ORDER BY e.seq DESC LIMIT 1) e ON true
    WHERE a.code = ${code} FOR UPDATE OF a`.execute(tx)
  const [found] = rows
  if (!found) throw notFound(assortmentWords.notFound, { assortment_id: code })
  return found
}

/**
 * Makes an assortment, or puts what is sent in place of what it holds. A closed one is only opened again. Throws stale where somebody
 * changed it since, invalid_input for a style that is none, stands elsewhere in the catalogue, or lacks the colour or size.
 */
export const saveAssortment: Routes['saveAssortment'] = (input, context) =>
  context.command(async (tx) => {
    const held = input.assortment_id === undefined ? null : await holdAssortment(tx, input.assortment_id)
    if (held && input.version !== undefined && input.version !== held.version)
      throw stale(held.changed_by ?? '', held.changed_at ?? new Date())
    if (held?.is_closed && input.is_closed)
      throw moveNotAllowed(assortmentWords.closed, [], { values: { assortment_id: held.code } })
    const id = held?.id ?? v7()
    if (!input.is_closed) await assertOwnName(tx, id, input.name)
    const styles = await checked(tx, id, input.styles, held?.is_closed ?? false)
    const code = held ? await change(tx, held, input) : await make(tx, id, input, context)
    await tx.deleteFrom('assortment_style').where('assortment_id', '=', id).execute()
    await sql`INSERT INTO assortment_style (assortment_id, catalogue_id, position, colors, ratio)
      SELECT ${id}::uuid, n.catalogue_id, n.position, ARRAY(SELECT jsonb_array_elements_text(n.colors)), n.ratio
      FROM jsonb_to_recordset(${JSON.stringify(styles)}::jsonb) AS n (catalogue_id uuid, position int, colors jsonb, ratio jsonb)`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      ...{ entity: 'assortment', entityId: code, event: held ? 'assortment.changed' : 'assortment.made' },
      details: { name: input.name, quantity: styles.length },
    })
    const [row] = await assortmentRows(tx, [id])
    if (!row) throw new Error('the assortment was not written')
    return reply(row)
  })

/** Of assortments that are open each has a name of its own. Others that are saved wait until this one is. */
async function assertOwnName(tx: Tx, id: string, name: string): Promise<void> {
  await sql`LOCK TABLE assortment IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  const { rows } = await rowsOf({ code: col.text })`
    SELECT code FROM assortment WHERE lower(name) = lower(${name}) AND closed_at IS NULL AND id <> ${id}::uuid
    ORDER BY number LIMIT 1`.execute(tx)
  const [other] = rows
  if (!other) return
  const values = { assortment_id: other.code }
  throw conflict(assortmentWords.sameName, {
    values,
    fields: [{ field: 'name', message: assortmentWords.sameName, values }],
  })
}

type Said = Taken<Contract['assortments']['saveAssortment']>

async function make(tx: Tx, id: string, { name, remark, is_closed }: Said, { caller }: CallContext): Promise<string> {
  const { rows } = await rowsOf({ code: col.text })`
    INSERT INTO assortment (id, number, code, name, remark, closed_at, created_by)
    SELECT ${id}::uuid, n.number, 'AS-' || lpad(n.number::text, greatest(6, length(n.number::text)), '0'), ${name}, ${remark || null},
      CASE WHEN ${is_closed} THEN now() END, ${caller.userId}::uuid
    FROM (SELECT nextval('assortment_number')::int AS number) n RETURNING code`.execute(tx)
  return rows[0]?.code ?? ''
}

async function change(tx: Tx, held: { id: string; code: string }, { name, remark, is_closed }: Said): Promise<string> {
  await sql`UPDATE assortment SET name = ${name}, remark = ${remark || null}, closed_at = CASE WHEN ${is_closed} THEN now() END,
    version = version + 1 WHERE id = ${held.id}::uuid`.execute(tx)
  return held.code
}

const styleColumns = {
  id: col.text,
  code: col.text,
  status: z.enum(catalogueStatuses),
  colors: col.texts,
  sizes: z.record(z.string(), z.number()),
  is_here: col.flag,
}

/** The styles as rows. What went on since it came into this assortment may stay in it; one that is only opened again keeps its ratios. */
async function checked(tx: Tx, id: string, wished: readonly Wished[], isReopened: boolean) {
  const codes = wished.map((one) => one.catalogue_id)
  const { rows } = await rowsOf(styleColumns)`
    SELECT c.id, c.code, c.status, ARRAY(SELECT k.color FROM catalogue_color k WHERE k.catalogue_id = c.id) AS colors,
      coalesce((SELECT jsonb_object_agg(z.size, z.pieces_in_set) FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL), '{}') AS sizes,
      EXISTS (SELECT 1 FROM assortment_style s WHERE s.assortment_id = ${id}::uuid AND s.catalogue_id = c.id) AS is_here
    FROM catalogue_style c WHERE c.code = ANY(${codes}::text[]) ORDER BY c.id FOR SHARE OF c`.execute(tx)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return wished.map(({ catalogue_id, colors, ratio }, at) => {
    const style = byCode.get(catalogue_id)
    if (codes.indexOf(catalogue_id) !== at) throw wrong(at, assortmentWords.twice, { catalogue_id })
    if (!style) throw wrong(at, assortmentWords.noStyle, { catalogue_id })
    if (!style.is_here && !(assortedStatuses as readonly string[]).includes(style.status))
      throw wrong(at, assortmentWords.notChosen, { catalogue_id, status_key: style.status })
    const color = colors.find((one) => !style.colors.includes(one))
    if (color !== undefined) throw wrong(at, assortmentWords.noColour, { catalogue_id, color })
    const size = Object.keys(ratio ?? {}).find((one) => !(one in style.sizes))
    if (size !== undefined) throw wrong(at, assortmentWords.noSize, { catalogue_id, size })
    const pieces = Object.values(ratio ?? style.sizes)
    if (!isReopened && pieces.length > 0 && pieces.every((count) => count === 0))
      throw wrong(at, assortmentWords.noPieces, { catalogue_id })
    return { catalogue_id: style.id, position: at + 1, colors: [...new Set(colors)], ratio: ratio ?? style.sizes }
  })
}

function wrong(at: number, message: string, values: Record<string, string>) {
  return invalidInput(message, { values, fields: [{ field: `styles.${at}.catalogue_id`, message, values }] })
}
