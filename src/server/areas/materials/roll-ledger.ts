import { sql } from 'kysely'
import { rollFaults, unitsOf } from '../../../shared/areas/materials/roll.ts'
import { type RollMove, rollLength } from '../../../shared/areas/materials/roll-length.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import type { Difference } from '../../ledger/differences.ts'
import { type AnyMove, ledgerIn } from '../../ledger/ledger-in.ts'

export interface ClothMove extends AnyMove<RollMove> {
  /** fabric_roll.id */
  rollId: string
  /** The order (its row's id) that it is reserved or cut for. */
  documentId?: string | null
  auditId: string
}

/** Cloth of rolls in hundredths of its unit; the sums are those of lot and shade. */
export const rollLedger = ledgerIn(
  rollLength,
  {
    line: {
      table: 'fabric_roll',
      key: { rollId: 'id' },
      opened: 'opened',
      named: (id) => sql`(SELECT number FROM fabric_roll WHERE id = ${id})`,
    },
    sums: {
      table: 'fabric_lot',
      key: { lot_id: 'id' },
      named: (
        id,
      ) => sql`(SELECT m.code || ' ' || l.lot || ' ' || l.shade FROM fabric_lot l JOIN material m ON m.id = l.material_id
        WHERE l.id = ${id})`,
    },
    moves: { table: 'roll_move', ids: { rollId: 'roll_id', documentId: 'document_id', auditId: 'audit_id' } },
    lock: 'here',
  },
  async (tx, move: ClothMove, { available, allowed }) => {
    const { rows } = await rowsOf({
      number: col.text,
    })`SELECT number FROM fabric_roll WHERE id = ${move.rollId}`.execute(tx)
    return moveNotAllowed(rollFaults.few, allowed, {
      values: { number: rows[0]?.number ?? '', quantity: unitsOf(move.quantity), available: unitsOf(available) },
    })
  },
)

/** A reserved length that is promised to a document. Hundredths of the unit. */
export interface Promised {
  rollId: string
  documentId: string
  quantity: number
}

/** Adds to what rolls are promised to documents; the ledger moves beside it. */
export async function writePromises(tx: Tx, promises: readonly Promised[]): Promise<void> {
  await sql`
    INSERT INTO roll_reservation AS r (roll_id, document_type, document_id, quantity)
    SELECT roll_id, CASE WHEN EXISTS (SELECT 1 FROM production_order o WHERE o.id = document_id) THEN 'production_order' ELSE 'vendor_order' END,
      document_id, sum(quantity)::int FROM ${promisesAs(promises)} GROUP BY 1, 3
    ON CONFLICT (roll_id, document_id) DO UPDATE SET quantity = r.quantity + excluded.quantity`.execute(tx)
}

/** Takes from what rolls are promised to documents; whoever calls has read under locks that it is there. */
export async function takePromises(tx: Tx, promises: readonly Promised[]): Promise<void> {
  await sql`
    WITH asked AS (SELECT roll_id, document_id, sum(quantity)::int AS quantity FROM ${promisesAs(promises)} GROUP BY 1, 2),
      gone AS (DELETE FROM roll_reservation r USING asked a
        WHERE r.roll_id = a.roll_id AND r.document_id = a.document_id AND r.quantity <= a.quantity)
    UPDATE roll_reservation r SET quantity = r.quantity - a.quantity FROM asked a
    WHERE r.roll_id = a.roll_id AND r.document_id = a.document_id AND r.quantity > a.quantity`.execute(tx)
}

const promisesAs = (promises: readonly Promised[]) => sql`unnest(${promises.map(({ rollId }) => rollId)}::uuid[],
  ${promises.map(({ documentId }) => documentId)}::uuid[], ${promises.map(({ quantity }) => quantity)}::int[])
  AS n (roll_id, document_id, quantity)`

/** What is reserved of each roll beside the sum of its promises. */
export async function promiseDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const columns = { name: col.text, stored: col.number, should: col.number, total: col.number }
  const { rows } = await rowsOf(columns)`
    SELECT f.number AS name, f.reserved AS stored, coalesce(p.quantity, 0)::int AS should, count(*) OVER ()::int AS total
    FROM fabric_roll f LEFT JOIN (SELECT roll_id, sum(quantity) AS quantity FROM roll_reservation GROUP BY 1) p ON p.roll_id = f.id
    WHERE f.reserved <> coalesce(p.quantity, 0) ORDER BY f.number LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'fabric_roll', quantity: 'reserved', ...row })),
    total: rows[0]?.total ?? 0,
  }
}
