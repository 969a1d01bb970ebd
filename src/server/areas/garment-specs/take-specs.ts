import {
  differencesOf,
  lineKey,
  type SpecContent,
  type SpecKind,
  sumsOf,
  sumsText,
} from '../../../shared/areas/garment-specs/changes.ts'
import { garmentWords } from '../../../shared/areas/garment-specs/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import type { HeldStyle } from './held-styles.ts'
import { propose, wantedSpecs } from './proposals.ts'
import { readSpecs } from './spec-store.ts'
import { saveSpec } from './versions.ts'

type Asked = Omit<Taken<Contract['garmentSpecs']['uploadGarmentFile']>, 'file'> & { file: { name: string } }
type Told = Omit<Gives<Contract['garmentSpecs']['uploadGarmentFile']>, 'rows_taken' | 'rows_refused' | 'rows_unchanged'>

/** Differences that a reply names. */
const NAMED = 200

/** What a sheet makes of one style. */
export interface Plan {
  style: HeldStyle
  /** As the sender sees it: of a vendor with what it asked for already. */
  before: SpecContent
  after: SpecContent
  /** Of each row of the sheet the lines that it says (`lineKey`). */
  rows: readonly (readonly string[])[]
}

/** Removal is asked for by itself, of a whole sheet without faults, and with what the caller was shown. */
export function assertRemoval({ left_out, mode, step, seen }: Asked): void {
  if (left_out === 'stay') return
  if (mode === 'good_rows') throw invalidInput(garmentWords.removesWhole)
  if (step === 'take' && seen === undefined) throw invalidInput(garmentWords.removesSeen)
}

/** Specs as their sender sees them, by catalogue_style.id. */
export async function specsAsSeen(
  tx: Tx,
  context: CallContext,
  styles: readonly HeldStyle[],
  kind: SpecKind,
): Promise<(id: string) => SpecContent> {
  const ids = styles.map(({ id }) => id)
  const standing = await readSpecs(tx, ids, kind)
  const wanted = isBoundToVendor(context.caller) ? await wantedSpecs(tx, ids, kind) : null
  return (id) => wanted?.get(id) ?? standing(id)
}

/** Writes what a sheet makes of its styles, or only says it; what a vendor says of a live style waits for a person of the company. */
export async function takeSpecs(
  { tx, context, input }: { tx: Tx; context: CallContext; input: Asked },
  kind: SpecKind,
  plans: readonly Plan[],
): Promise<Told & { changed: number; words: string }> {
  const found = plans.map((plan) => ({ plan, differences: differencesOf(plan.before, plan.after) }))
  const differences = found.flatMap(({ plan, differences: own }) =>
    own.map((one) => ({ code: plan.style.code, ...one })),
  )
  const sums = sumsOf(differences)
  if (input.seen !== undefined && input.seen !== sumsText(sums))
    throw conflict(garmentWords.otherSums, { values: { ...sums } })
  const changed = found.filter(({ differences: own }) => own.length > 0)
  const waits = ({ plan }: (typeof found)[number]) => isBoundToVendor(context.caller) && plan.style.is_live
  const told: Told & { changed: number } = {
    ...sums,
    left_out: input.left_out,
    stays: plans.reduce((sum, plan) => sum + leftOut(plan), 0),
    waiting: changed.filter(waits).length,
    differences: differences.slice(0, NAMED),
    changed: found.reduce((sum, { plan, differences: own }) => sum + rowsThatChange(plan, own), 0),
  }
  if (input.step === 'look') return { ...told, words: garmentWords.looked }
  const standing = await readSpecs(
    tx,
    changed.map(({ plan }) => plan.style.id),
    kind,
  )
  for (const one of changed) {
    const { style, before, after } = one.plan
    if (waits(one))
      await propose(tx, context, style, kind, {
        ...{ standing: standing(style.id), wanted: after, fileName: input.file.name },
      })
    else await saveSpec(tx, context, style, kind, { was: before, now: after, fileName: input.file.name })
  }
  return { ...told, words: wordsOf(kind, told) }
}

/** Lines of a style that its rows do not say, and that stay. */
function leftOut({ before, after, rows }: Plan): number {
  const said = new Set(rows.flat())
  const kept = differencesOf(after, { points: [], sizes: [], jumps: [] })
  const was = new Set(
    differencesOf(before, { points: [], sizes: [], jumps: [] }).map((one) => lineKey(one.size, one.point)),
  )
  return kept.map((one) => lineKey(one.size, one.point)).filter((key) => was.has(key) && !said.has(key)).length
}

function rowsThatChange({ rows }: Plan, differences: readonly { size: string; point: string | null }[]): number {
  const changed = new Set(differences.map((one) => lineKey(one.size, one.point)))
  return rows.filter((lines) => lines.some((key) => changed.has(key))).length
}

function wordsOf(kind: SpecKind, { adds, changes, removes, waiting }: Told): string {
  if (adds + changes + removes === 0)
    return kind === 'points' ? garmentWords.specUnchanged : garmentWords.gradingUnchanged
  if (waiting > 0) return garmentWords.waits
  return kind === 'points' ? garmentWords.specTaken : garmentWords.gradingTaken
}
