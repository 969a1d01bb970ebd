import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countBox } from '../../../../shared/areas/counting/rules.ts'
import { readTraced } from '../../../../shared/kernel/traced-code.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { showToast } from '../../../kit/Toasts.tsx'
import { useUserId } from '../../../session/use-user-id.ts'
import type { AfterCommand, BoxDetails, QcLine } from '../box/box-data.ts'
import { useDesk } from '../desk.ts'

/** What was counted so far. Numbers stand by style, so that typing in one style draws that one anew. */
export interface CountDraft {
  /** By style and SKU: `{ counted: pieces }`. A SKU that is not in it was not counted yet; a zero was. */
  readonly styles: Readonly<Record<string, GridValues>>
  /** Pieces of SKUs that the packing list does not have. */
  readonly extras: Readonly<Record<string, number>>
  /** Left out: as the company has set. */
  readonly isBlind?: boolean
  readonly ownerId: string
  readonly remark: string
}

export const emptyCount: CountDraft = { styles: {}, extras: {}, ownerId: '', remark: '' }

export function isCountDraft(saved: unknown): saved is CountDraft {
  return typeof saved === 'object' && saved !== null && 'styles' in saved && 'extras' in saved && 'remark' in saved
}

/** Nothing counted and nothing written. */
export function isEmptyCount({ styles, extras, remark }: CountDraft): boolean {
  const typed = Object.values(styles).some((values) => Object.keys(values).length > 0)
  return !typed && Object.keys(extras).length === 0 && remark === ''
}

/** What was counted of a SKU; undefined while it was not counted. */
export function countedOf(draft: CountDraft, line: Pick<QcLine, 'style_id' | 'nm_sku'>): number | undefined {
  return draft.styles[line.style_id]?.[line.nm_sku]?.counted
}

export function setCounted(
  draft: CountDraft,
  { style_id, nm_sku }: Pick<QcLine, 'style_id' | 'nm_sku'>,
  n: number,
): CountDraft {
  const style = { ...draft.styles[style_id], [nm_sku]: { counted: n } }
  return { ...draft, styles: { ...draft.styles, [style_id]: style } }
}

/** Every SKU that was not counted yet is as declared. */
export function fillAsDeclared(draft: CountDraft, lines: readonly QcLine[]): CountDraft {
  return lines.reduce(
    (now, line) => (countedOf(now, line) === undefined ? setCounted(now, line, line.quantities.uncounted) : now),
    draft,
  )
}

function setUncounted(draft: CountDraft, { style_id, nm_sku }: Pick<QcLine, 'style_id' | 'nm_sku'>): CountDraft {
  const { [nm_sku]: _, ...others } = draft.styles[style_id] ?? {}
  return { ...draft, styles: { ...draft.styles, [style_id]: others } }
}

export type Scanned =
  | { outcome: 'counted'; line: QcLine; counted: number; draft: CountDraft }
  | { outcome: 'extra'; sku: string; counted: number; draft: CountDraft }
  | { outcome: 'unknown'; sku: string }
  | { outcome: 'box'; sku: string }

/** One scanned piece more. A SKU that is not of this box is unknown until somebody has added it; the code of a box is no piece. */
export function scanPiece(draft: CountDraft, lines: ReadonlyMap<string, QcLine>, code: string): Scanned {
  const { text: sku, sscc } = readTraced(code)
  const line = lines.get(sku)
  if (line) {
    const counted = (countedOf(draft, line) ?? 0) + 1
    return { outcome: 'counted', line, counted, draft: setCounted(draft, line, counted) }
  }
  const extra = draft.extras[sku]
  if (extra === undefined) return { outcome: sscc === null ? 'unknown' : 'box', sku }
  return { outcome: 'extra', sku, counted: extra + 1, draft: addExtra(draft, sku) }
}

export function setExtra(draft: CountDraft, sku: string, n: number | null): CountDraft {
  const { [sku]: _, ...others } = draft.extras
  return { ...draft, extras: n === null ? others : { ...others, [sku]: n } }
}

/** One piece more of a SKU that the packing list does not have. */
export function addExtra(draft: CountDraft, sku: string): CountDraft {
  return setExtra(draft, sku, (draft.extras[sku] ?? 0) + 1)
}

/** A scanned piece, and whether it was the first word on its SKU: nothing was counted of it before, not even none. */
export interface ScannedPiece {
  sku: string
  isFirst: boolean
}

/** What the scan of a piece of `sku` would be to this draft. */
export function scannedPiece(draft: CountDraft, lines: ReadonlyMap<string, QcLine>, sku: string): ScannedPiece {
  const line = lines.get(sku)
  return { sku, isFirst: (line ? countedOf(draft, line) : draft.extras[sku]) === undefined }
}

/** A scanned piece is taken back. A SKU that its scan began to count is again one that nobody counted, which is not none of it. */
export function unscanPiece(
  draft: CountDraft,
  lines: ReadonlyMap<string, QcLine>,
  { sku, isFirst }: ScannedPiece,
): CountDraft {
  const line = lines.get(sku)
  const counted = line ? countedOf(draft, line) : draft.extras[sku]
  // Discarded, or taken out, since it was scanned.
  if (counted === undefined) return draft
  const left = Math.max(0, counted - 1)
  const isGone = isFirst && counted === 1
  if (!line) return setExtra(draft, sku, isGone ? null : left)
  return isGone ? setUncounted(draft, line) : setCounted(draft, line, left)
}

export interface CountSums {
  declared: number
  counted: number
  missing: number
  excess: number
  /** SKUs without a number yet, and their declared pieces: saved so, they are missing. */
  left: { skus: number; pieces: number }
  differences: { nm_sku: string; kind: 'missing' | 'excess'; quantity: number }[]
}

/** What the count comes to so far, by the server's own rule. SKUs not counted yet are no difference yet. */
export function countSums(lines: readonly QcLine[], draft: CountDraft): CountSums {
  const done = lines.filter((line) => countedOf(draft, line) !== undefined)
  const left = lines.filter((line) => countedOf(draft, line) === undefined && line.quantities.uncounted > 0)
  const counted = new Map<string, number>(Object.entries(draft.extras))
  for (const line of done) counted.set(line.nm_sku, countedOf(draft, line) ?? 0)
  const toCount = done.map(({ nm_sku, quantities }) => ({ sku_id: nm_sku, uncounted: quantities.uncounted }))
  const { differences } = countBox(toCount, counted)
  const sum = (kind: 'missing' | 'excess') =>
    differences.filter((one) => one.kind === kind).reduce((all, one) => all + one.quantity, 0)
  return {
    declared: lines.reduce((all, line) => all + line.quantities.uncounted, 0),
    counted: [...counted.values()].reduce((all, n) => all + n, 0),
    missing: sum('missing'),
    excess: sum('excess'),
    left: { skus: left.length, pieces: left.reduce((all, line) => all + line.quantities.uncounted, 0) },
    differences: differences.map(({ sku_id, kind, quantity }) => ({ nm_sku: sku_id, kind, quantity })),
  }
}

/** What the save sends: every SKU with a number. */
export function wireCount(lines: readonly QcLine[], draft: CountDraft): { nm_sku: string; counted: number }[] {
  const own = lines.flatMap((line) => {
    const counted = countedOf(draft, line)
    return counted === undefined ? [] : [{ nm_sku: line.nm_sku, counted }]
  })
  const extras = Object.entries(draft.extras).map(([nm_sku, counted]) => ({ nm_sku, counted }))
  return [...own, ...extras.filter(({ counted }) => counted > 0)]
}

/** The count of a box while it is made: kept on this workstation until it is saved. */
export function useCountDraft(
  details: BoxDetails,
  take: (after: AfterCommand) => void,
  nextToCount?: () => (() => void) | null,
) {
  const { t } = useTranslation()
  const say = useSay()
  const { name, verifyQuantity } = useDesk()
  const { box, lines, blind_count } = details
  const [saved, keep] = useSavedDraft(draftKey(useUserId(), `${name}.count.${box.sscc}`), isCountDraft)
  const draft = saved ?? emptyCount
  const what = t('Count of box {{box_no}}', { box_no: box.box_no })
  useUnsaved(saved !== null, what)
  const change = useCallback(
    (next: (now: CountDraft) => CountDraft) =>
      keep((now) => {
        const changed = next(now ?? emptyCount)
        return isEmptyCount(changed) && changed.isBlind === undefined ? null : changed
      }),
    [keep],
  )
  const discard = useCallback(() => keep(() => null), [keep])
  // What the server hides nobody can ask to see.
  const isBlind = box.counts_hidden === true || (draft.isBlind ?? blind_count)
  const sums = useMemo(() => countSums(lines, draft), [lines, draft])
  const save = useAction(
    (_: undefined, options) => {
      const { ownerId, remark } = draft
      return verifyQuantity(
        {
          box_id: box.box_id,
          version: box.version,
          // A box that was counted as declared is counted anew in one step.
          action: box.allowed_actions.includes('count') ? 'count' : 'recount',
          lines: wireCount(lines, draft),
          is_blind: isBlind,
          ...(ownerId && { owner_id: ownerId }),
          ...(remark.trim() && { remark: remark.trim() }),
        },
        options,
      )
    },
    {
      what,
      ...(nextToCount && {
        done: ({ message }: Awaited<ReturnType<typeof verifyQuantity>>) => {
          const next = nextToCount()
          const actions = next ? [{ label: t('Next box'), run: next }] : []
          showToast({ tone: 'success', text: say.message(message), actions })
          return null
        },
      }),
    },
  )
  const recount = useAction(
    (_: undefined, options) => verifyQuantity({ box_id: box.box_id, version: box.version, action: 'recount' }, options),
    { what },
  )
  return {
    draft,
    isTyped: saved !== null && !isEmptyCount(draft),
    change,
    discard,
    isBlind,
    sums,
    isSaving: save.isRunning || recount.isRunning,
    error: save.error,
    save: async () => {
      const reply = await save.run(undefined)
      if (!reply) return false
      discard()
      take(reply.data)
      return true
    },
    recount: async () => {
      const reply = await recount.run(undefined)
      if (reply) take(reply.data)
    },
  }
}

export type Counting = ReturnType<typeof useCountDraft>
