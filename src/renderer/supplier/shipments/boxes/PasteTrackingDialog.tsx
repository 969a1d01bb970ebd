import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Waybills } from '../../../../shared/areas/shipments/packing.ts'
import { boxStands, describeProblem } from '../../../../shared/areas/shipments/status.ts'
import { isSscc, plainText, readCode } from '../../../../shared/kernel/codes.ts'
import { sheetMessages } from '../../../../shared/kernel/sheet.ts'
import { useTyped } from '../../../forms/useTyped.ts'
import { key, useFormats } from '../../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../../kit/dialogs.tsx'
import { draftOfAll } from '../../../kit/drafts.ts'
import { FieldTable } from '../../../kit/field-views.tsx'
import { readSheet } from '../../../kit/quantities.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import type { Box, BoxChange } from './box-edits.ts'

interface PasteTrackingDialogProps extends DialogTurn {
  boxes: readonly Box[]
  waybills: Waybills
  isSaving: boolean
  onSave: (changes: BoxChange[]) => Promise<boolean>
}

/** Many tracking ids at once: pasted, looked at box by box, then saved. */
export function PasteTrackingDialog({ boxes, waybills, isSaving, onSave, ...turn }: PasteTrackingDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const typed = useTyped(
    `paste-tracking.${draftOfAll(boxes.map(({ sscc }) => sscc))}`,
    z.string(),
    '',
    t('Paste tracking IDs'),
  )
  const { value: text, change: setText } = typed
  const pasted = text.trim() === '' ? [] : readTrackingPaste(text, boxes, waybills)
  const changes = changedTracking(pasted)
  const faulty = pasted.filter((each) => each.problem !== null).length
  return (
    <Modal {...turn} title={t('Paste tracking IDs')} className="paste-tracking" width={900} isTyped>
      <DialogParts
        className="paste-body"
        onCancel={turn.onClose}
        step={{
          text: t('Save tracking IDs'),
          run: () => void onSave(changes).then((done) => done && typed.reset()),
          isOff: changes.length === 0,
          isRunning: isSaving,
        }}
        foot={
          <p className="plat-make-sum" role="status">
            {faulty > 0 ? (
              <span className="plat-over">{t('To be corrected: {{n}}', { n: formats.number(faulty) })}</span>
            ) : (
              t('To be changed: {{n}}', { n: formats.number(changes.length) })
            )}
          </p>
        }
      >
        <div className="paste-text">
          <label htmlFor="pasted-tracking">
            {t('One tracking ID per line in box order, or box no and tracking ID side by side, as copied from Excel.')}
          </label>
          <textarea
            id="pasted-tracking"
            className="bp6-input code"
            value={text}
            ref={takeFocus}
            spellCheck={false}
            rows={14}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <PastePreview pasted={pasted} />
      </DialogParts>
    </Modal>
  )
}

/** The dialog was opened to paste here. */
const takeFocus = (field: HTMLElement | null) => field?.focus({ preventScroll: true })

function PastePreview({ pasted }: { pasted: readonly PastedTracking[] }) {
  const { t } = useTranslation()
  return (
    <FieldTable
      className="plain-scroll paste-preview"
      fields={pasteFields}
      rows={pasted}
      none={t('The boxes show here before anything is saved.')}
      // Lines of a text have no other identity.
      rowKey={(_, at) => `${at}`}
      rowData={({ problem }) => ({ 'data-tone': problem === null ? undefined : 'bad' })}
    />
  )
}

/** English, and the keys of their translations. */
const problemWords: Record<TrackingProblem, string> = {
  malformed: sheetMessages.invalidTrackingId,
  sscc: sheetMessages.ssccAsTracking,
  duplicate: key('Given to two boxes'),
  'unknown-box': key('No such box'),
  inwarded: boxStands.one,
}

const pasteFields: readonly ShownField<PastedTracking>[] = [
  { id: 'box_no', header: key('Box no'), kind: 'code', of: ({ box_no }) => box_no },
  { id: 'was', header: key('Now'), kind: 'code', mark: () => 'muted', of: ({ was }) => was },
  { id: 'new', header: key('New ID'), kind: 'code', of: ({ tracking_id }) => tracking_id },
  {
    id: 'remark',
    header: key('Remark'),
    of: ({ problem, isSame }, { t }) =>
      problem === null ? (
        <span className="muted">{isSame ? t('Unchanged') : ''}</span>
      ) : (
        <span className="plat-over">{t(problemWords[problem])}</span>
      ),
  },
]

export interface TrackedBox {
  box_no: string
  tracking_id: string | null
  is_inwarded: boolean
}

export type TrackingProblem = 'malformed' | 'sscc' | 'duplicate' | 'unknown-box' | 'inwarded'

export interface PastedTracking {
  box_no: string
  was: string | null
  /** In its one written form; as typed where it is malformed. */
  tracking_id: string
  problem: TrackingProblem | null
  /** The box carries this id already. */
  isSame: boolean
}

/**
 * Tracking ids as they come from a spreadsheet or a carrier's list: one per line in box order (an empty line leaves its box
 * alone), or box number and tracking id side by side. A heading line is left off. Lines beyond the last box are unknown boxes.
 */
export function readTrackingPaste(
  text: string,
  boxes: readonly TrackedBox[],
  waybills: Waybills = 'own',
): PastedTracking[] {
  const rows = readSheet(text) ?? [[plainText(text)]]
  const isNamed = rows.some((row) => row.length > 1)
  const body = rows.slice(startsWithHeading(rows, isNamed, boxes) ? 1 : 0)
  const known = new Map(boxes.map((box) => [box.box_no, box]))
  const pasted = body.flatMap((row, at): PastedTracking[] => {
    const typed = row.findLast((cell) => plainText(cell) !== '') ?? ''
    if (plainText(typed) === '' || (isNamed && row.length > 1 && typed === row[0] && row.slice(1).every(isBlank)))
      return []
    const box = isNamed ? known.get(plainText(row[0] ?? '')) : boxes[at]
    const id = readCode('trackingId', typed)
    const box_no = isNamed ? plainText(row[0] ?? '') : (box?.box_no ?? `${at + 1}`)
    return [
      {
        box_no,
        was: box?.tracking_id ?? null,
        tracking_id: id ?? plainText(typed),
        problem: problemOf(box, id, typed),
        isSame: box !== undefined && id === box.tracking_id,
      },
    ]
  })
  return markDuplicates(pasted, boxes, waybills)
}

function problemOf(box: TrackedBox | undefined, id: string | null, typed: string): TrackingProblem | null {
  if (box === undefined) return 'unknown-box'
  if (id === null) return isSscc(typed) ? 'sscc' : 'malformed'
  return id !== box.tracking_id && describeProblem(box) !== null ? 'inwarded' : null
}

const isBlank = (cell: string) => plainText(cell) === ''

function startsWithHeading(rows: readonly string[][], isNamed: boolean, boxes: readonly TrackedBox[]): boolean {
  const [first] = rows
  if (first === undefined || rows.length < 2) return false
  const id = first.findLast((cell) => !isBlank(cell)) ?? ''
  if (isBlank(id) || readCode('trackingId', id) !== null || /\d/.test(id)) return false
  return !isNamed || !boxes.some((box) => box.box_no === plainText(first[0] ?? ''))
}

/** A box given twice; and where waybills are not shared an id given twice, or one that another box of the shipment keeps. */
function markDuplicates(pasted: PastedTracking[], boxes: readonly TrackedBox[], waybills: Waybills): PastedTracking[] {
  const ids = countBy(pasted.map((each) => each.tracking_id))
  const names = countBy(pasted.map((each) => each.box_no))
  const named = new Set(pasted.map((each) => each.box_no))
  const kept = new Set(
    boxes.flatMap((box) => (named.has(box.box_no) || box.tracking_id === null ? [] : [box.tracking_id])),
  )
  return pasted.map((each) => {
    const isTaken = waybills === 'own' && ((ids.get(each.tracking_id) ?? 0) > 1 || kept.has(each.tracking_id))
    if (each.problem !== null || !(isTaken || (names.get(each.box_no) ?? 0) > 1)) return each
    return { ...each, problem: 'duplicate' }
  })
}

function countBy(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** What a save sends: what changes, and nothing at all while a row is wrong, since a box left as it was may hold another's id. */
export function changedTracking(pasted: readonly PastedTracking[]): { box_no: string; tracking_id: string }[] {
  if (pasted.some((each) => each.problem !== null)) return []
  return pasted.filter((each) => !each.isSame).map(({ box_no, tracking_id }) => ({ box_no, tracking_id }))
}
