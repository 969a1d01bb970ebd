import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../http/call.ts'
import { relatedBoxes, ssccsOf } from './box-hits.ts'
import { type Asking, codeIs, type Fact, type Finder, type Related, relatedOf, type Traced } from './finder.ts'

/** A kind of paper with a number that China QC makes of boxes. */
export interface PaperKind<Facts extends { id: string; number: string }> {
  kind: 'invoice' | 'return_note'
  /** The column of its number. */
  number: RawBuilder<string>
  /** That of another code that stands on it. */
  otherCode: RawBuilder<string>
  /** The newest first; none for those who may not see them. */
  where: (asking: Asking, condition: RawBuilder<SqlBool>, limit: number) => Promise<Facts[]>
  traced: (paper: Facts, caller: Caller) => Traced
  facts: (paper: Facts, caller: Caller) => Fact[]
  /** The condition on the boxes `b` that it names, by its id. */
  boxes: (id: string) => RawBuilder<SqlBool>
  /** Said beside it in the life of a box. */
  pieces?: (paper: Facts) => number
}

export function paperFinder<Facts extends { id: string; number: string }>(paper: PaperKind<Facts>): Finder {
  return {
    async find(asking, match, limit) {
      const columns = [paper.number, paper.otherCode].map((column) => sql<string>`upper(${column})`)
      const found = await Promise.all(columns.map((column) => paper.where(asking, codeIs(column, match), limit)))
      return found.flat().map((facts) => paper.traced(facts, asking.caller))
    },
    async life(asking, code) {
      const [facts] = await paper.where(asking, sql<SqlBool>`${paper.number} = ${code}`, 1)
      if (facts === undefined) return null
      const boxes = paper.boxes(facts.id)
      return {
        ...paper.traced(facts, asking.caller),
        facts: paper.facts(facts, asking.caller),
        quantities: null,
        related: await relatedBoxes(asking, boxes),
        next: [],
        scope: { things: [{ kind: paper.kind, codes: [facts.number] }], boxes: ssccsOf(asking, boxes), lines: [] },
      }
    },
  }
}

/** Most papers of a box that its life names. */
const MOST_OF_A_BOX = 10

export async function relatedPapers<Facts extends { id: string; number: string }>(
  paper: PaperKind<Facts>,
  asking: Asking,
  condition: RawBuilder<SqlBool>,
): Promise<Related[]> {
  const found = await paper.where(asking, condition, MOST_OF_A_BOX)
  return relatedOf(
    paper.kind,
    found.map((facts) => ({ ...paper.traced(facts, asking.caller), pieces: paper.pieces?.(facts) ?? null })),
    found.length,
  )
}
