import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import { useUserId } from '../../../session/use-user-id.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'
import { type Boxes, draftOf, type Packing, wireBoxes } from './packing-draft.ts'
import { noHistory, noted, type PackingHistory, redone, settled, undone } from './packing-history.ts'
import { packingFaults, packingSums } from './packing-sums.ts'

interface SavedBoxes {
  /** Of the shipment when typing began: a save on an older one would undo somebody else's work. */
  version: number
  boxes: Boxes
}

function isSaved(saved: unknown): saved is SavedBoxes {
  return (
    typeof saved === 'object' &&
    saved !== null &&
    'version' in saved &&
    typeof saved.version === 'number' &&
    'boxes' in saved &&
    Array.isArray(saved.boxes)
  )
}

/** The boxes of a shipment while they are typed: kept on this workstation until they are saved or discarded. */
export function usePackingDraft(details: ShipmentDetails, onSaved: (packing: Packing) => void) {
  const { t } = useTranslation()
  const { shipment, lines } = details
  const waybills = details.may_share_waybills ? 'shared' : 'own'
  const [kept, keep] = useSavedDraft(draftKey(useUserId(), `packing.${shipment.shipment_id}`), isSaved)
  const saved = useMemo(() => draftOf(details.boxes), [details.boxes])
  const canPack = shipment.allowed_moves.includes('pack')
  const boxes = canPack && kept ? kept.boxes : saved
  const isTyped = canPack && kept !== null
  const what = t('Packing of {{shipment_id}}', { shipment_id: shipment.shipment_id })
  useUnsaved(isTyped, what)
  const { version } = shipment

  const history = useRef<{ of: string; steps: PackingHistory<SavedBoxes | null> }>({ of: '', steps: noHistory })
  if (history.current.of !== shipment.shipment_id) history.current = { of: shipment.shipment_id, steps: noHistory }

  /** `cell` names what is typed in: its strokes are taken back together. */
  const change = useCallback(
    (next: (now: Boxes) => Boxes, cell: string | null = null) =>
      keep((now) => {
        const before = now?.boxes ?? saved
        const boxes = next(before)
        if (boxes === before) return now
        history.current.steps = noted(history.current.steps, now, cell)
        return { version: now?.version ?? version, boxes }
      }),
    [keep, version, saved],
  )
  const settle = useCallback(() => {
    history.current.steps = settled(history.current.steps)
  }, [])
  const goBack = useCallback(
    (step: typeof undone | typeof redone) =>
      keep((now) => {
        const found = step(history.current.steps, now)
        if (!found) return now
        history.current.steps = found.history
        return found.to && { ...found.to, version: now?.version ?? found.to.version }
      }),
    [keep],
  )
  const undo = useCallback(() => goBack(undone), [goBack])
  const redo = useCallback(() => goBack(redone), [goBack])
  const discard = useCallback(() => {
    history.current.steps = noHistory
    keep(() => null)
  }, [keep])
  /** The version grew by this user's own doing, or they chose to overwrite: what is typed counts as typed on it. */
  const rebase = useCallback(
    (to: number, from?: number) =>
      keep((now) => (now && (from === undefined || now.version === from) ? { ...now, version: to } : now)),
    [keep],
  )
  /** The shipment's own lines were changed here: pieces of lines that it no longer holds leave what is typed. */
  const keepLines = useCallback(
    (keys: ReadonlySet<string>, to: number, from: number) =>
      keep((now) => {
        // A step back would bring pieces of lines that are gone.
        history.current.steps = noHistory
        if (now === null) return null
        const boxes = now.boxes.map((box) => ({
          ...box,
          pieces: Object.fromEntries(Object.entries(box.pieces).filter(([key]) => keys.has(key))),
        }))
        return { version: now.version === from ? to : now.version, boxes }
      }),
    [keep],
  )
  /** What was sent is done with; what was typed meanwhile stays, on the version that the save made. */
  const settleSent = (sent: SavedBoxes, to: number) => {
    keep((now) => {
      if (now && now.boxes !== sent.boxes) return now.version === sent.version ? { ...now, version: to } : now
      history.current.steps = noHistory
      return null
    })
  }
  const saving = useAction(
    ({ rest, sent }: { rest: boolean; sent: SavedBoxes }, options) =>
      api.shipments.updatePackingItems(
        {
          shipment_id: shipment.shipment_id,
          version: sent.version,
          boxes: wireBoxes(sent.boxes, lines),
          rest_to_platform: rest,
        },
        options,
      ),
    {
      what,
      done: ({ data }, { sent }) => {
        onSaved(data)
        settleSent(sent, data.shipment.version)
        return t('Packing list saved.')
      },
    },
  )
  const save = { ...saving, run: (rest: boolean) => saving.run({ rest, sent: kept ?? { version, boxes } }) }
  const sums = useMemo(() => packingSums(boxes, lines), [boxes, lines])
  const faults = useMemo(() => packingFaults(boxes, lines, waybills), [boxes, lines, waybills])
  const isStale = isTyped && kept.version !== version
  const { past, future } = history.current.steps
  const steps = { change, settle, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0, discard }
  return { what, boxes, saved, lines, sums, faults, isTyped, isStale, canPack, ...steps, rebase, keepLines, save }
}

export type PackingDraft = ReturnType<typeof usePackingDraft>
