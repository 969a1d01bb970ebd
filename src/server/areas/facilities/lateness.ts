import { sql } from 'kysely'
import { indiaToday } from '../../database/today.ts'

/** Pieces of a job `j` that have to be packed still. */
export const toMake = sql`(j.pending + j.cutting + j.stitching + j.finishing + j.checking + j.rework)`

/** Day that the facility's part (`a`, may be missing) of an order `o` is due on: its own, else the order's. */
export const facilityDue = sql`coalesce(a.due_on, o.due_on)`

/** Days since then while a job `j` has pieces to pack; null where no day is said. */
export const daysLate = sql`CASE WHEN ${toMake} > 0 THEN greatest(0, ${indiaToday} - ${facilityDue}) ELSE 0 END`
