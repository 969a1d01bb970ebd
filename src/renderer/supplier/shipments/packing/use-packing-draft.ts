import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import { useUserId } from '../../../table/views.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'
import { type Boxes, draftOf, type Packing, wireBoxes } from './packing-draft.ts'
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
  const [kept, keep] = useSavedDraft(draftKey(useUserId(), `packing.${shipment.shipment_id}`), isSaved)
  const saved = useMemo(() => draftOf(details.boxes), [details.boxes])
  const canPack = shipment.allowed_moves.includes('pack')
  const boxes = canPack && kept ? kept.boxes : saved
  const isTyped = canPack && kept !== null
  const what = t('Packing of {{shipment_id}}', { shipment_id: shipment.shipment_id })
  useUnsaved(isTyped, what)
  const { version } = shipment

  const change = useCallback(
    (next: (now: Boxes) => Boxes) =>
      keep((now) => ({ version: now?.version ?? version, boxes: next(now?.boxes ?? saved) })),
    [keep, version, saved],
  )
  const discard = useCallback(() => keep(() => null), [keep])
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
        if (now === null) return null
        const boxes = now.boxes.map((box) => ({
          ...box,
          pieces: Object.fromEntries(Object.entries(box.pieces).filter(([key]) => keys.has(key))),
        }))
        return { version: now.version === from ? to : now.version, boxes }
      }),
    [keep],
  )
  const save = useAction(
    ({ rest }: { rest: boolean }, options) =>
      api.shipments.updatePackingItems(
        {
          shipment_id: shipment.shipment_id,
          version: kept?.version ?? version,
          boxes: wireBoxes(boxes, lines),
          rest_to_platform: rest,
        },
        options,
      ),
    {
      what,
      done: ({ data }) => {
        onSaved(data)
        discard()
        return t('Packing list saved.')
      },
    },
  )
  const sums = useMemo(() => packingSums(boxes, lines), [boxes, lines])
  const faults = useMemo(() => packingFaults(boxes, lines), [boxes, lines])
  const isStale = isTyped && kept.version !== version
  return { boxes, lines, sums, faults, isTyped, isStale, canPack, change, discard, rebase, keepLines, save }
}

export type PackingDraft = ReturnType<typeof usePackingDraft>
