import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupplyChain, supplyChains } from '../../../shared/areas/qc-boxes/status.ts'
import type { CallData } from '../../actions/calls.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { isAccepted, wrongKind } from '../../actions/upload/ChooseFile.tsx'
import { SendingFile } from '../../actions/upload/UploadDialog.tsx'
import { api } from '../../api/client.ts'
import type { Progress } from '../../api/send.ts'
import { key, useFormats } from '../../i18n/formats.ts'
import { DialogParts, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useDoorSide } from './scan/door-side.ts'

export type Checked = CallData<'receiving.getBulkAwaitingInwardBoxes'>

const accept = ['.xlsx', '.csv'] as const
const chainLabels: Record<SupplyChain, string> = { china: key('For China QC'), india: key('For India') }

type Way =
  | { at: 'choosing'; problem: string | null }
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'checked'; file: File; checked: Checked }

/** Looks at a sheet of box codes before anything is taken in: which are on their way, which came already, which nobody knows. */
export function useCheckFile(
  takeIn: (file: File) => void,
  site: string | null = null,
): { open: (file?: File) => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const [way, setWay] = useState<Way>({ at: 'choosing', problem: null })
  const [chain, setChain] = useState<SupplyChain>('china')
  const isIndia = useDoorSide().sites === 'india_qc'
  const say = useSay()
  const check = async (file: File, supply_chain: SupplyChain) => {
    if (!isAccepted(file.name, accept)) return setWay({ at: 'choosing', problem: wrongKind(file.name, accept) })
    setWay({ at: 'sending', file, progress: null })
    try {
      const onProgress = (progress: Progress) => setWay({ at: 'sending', file, progress })
      const { data } = isIndia
        ? await api.indiaReceiving.checkBoxesFile({ ...(site !== null && { site }), file }, { onProgress })
        : await api.receiving.getBulkAwaitingInwardBoxes({ supply_chain, file }, { onProgress })
      setWay({ at: 'checked', file, checked: data })
    } catch (failure) {
      setWay({ at: 'choosing', problem: say.problem(problemOf(failure)) })
    }
  }
  const open = (file?: File) => {
    setOpen(true)
    if (file) void check(file, chain)
    else setWay({ at: 'choosing', problem: null })
  }
  const close = () => setOpen(false)
  const take = (file: File) => {
    close()
    takeIn(file)
  }
  const choose = (next: SupplyChain) => {
    setChain(next)
    if (way.at === 'checked') void check(way.file, next)
  }
  const dialog = (
    <CheckDialog {...{ isOpen, way, chain, close, choose, take }} check={(file) => void check(file, chain)} />
  )
  return { open, dialog }
}

interface CheckDialogProps {
  isOpen: boolean
  way: Way
  chain: SupplyChain
  close: () => void
  choose: (chain: SupplyChain) => void
  check: (file: File) => void
  take: (file: File) => void
}

function CheckDialog({ isOpen, way, chain, close, choose, check, take }: CheckDialogProps) {
  const { t } = useTranslation()
  const isIndia = useDoorSide().sites === 'india_qc'
  const awaiting = way.at === 'checked' ? (way.checked.counts.awaiting ?? 0) : 0
  const text = isIndia
    ? t('Receive these boxes ({{count}})', { count: awaiting })
    : t('Take these boxes in ({{count}})', { count: awaiting })
  const step =
    way.at === 'checked' && (isIndia || chain === 'china')
      ? { text, run: () => take(way.file), isOff: awaiting === 0 }
      : null
  return (
    <Modal isOpen={isOpen} onClose={close} title={t('Check a file of boxes')} className="check-file">
      <DialogParts onCancel={close} cancel={t('Close')} step={step}>
        <div className="check-file-bar">
          {isIndia ? null : (
            <select
              className="plain-select"
              aria-label={t('Supply chain')}
              value={chain}
              onChange={({ target }) => choose(target.value as SupplyChain)}
            >
              {supplyChains.map((value) => (
                <option key={value} value={value}>
                  {t(chainLabels[value])}
                </option>
              ))}
            </select>
          )}
          <PickFile onFile={check} />
        </div>
        {way.at === 'choosing' && way.problem ? <Callout tone="bad">{t(way.problem)}</Callout> : null}
        {way.at === 'choosing' && !way.problem ? (
          <p className="muted">
            {t('A sheet with a column of SSCCs or tracking IDs. Nothing is taken in by looking.')}
          </p>
        ) : null}
        {way.at === 'sending' ? <SendingFile name={way.file.name} progress={way.progress} /> : null}
        {way.at === 'checked' ? <CheckedRows name={way.file.name} checked={way.checked} /> : null}
      </DialogParts>
    </Modal>
  )
}

/** A button in the reader's language: the browser's own speaks that of the computer. */
function PickFile({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload />} text={t('Choose a file…')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        accept={accept.join()}
        aria-label={t('File of box codes')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Emptied, so that the same file can be chosen again after it was corrected.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

type Outcome = Checked['rows'][number]['outcome']

const labels: Record<Outcome, { label: string; tone: 'good' | 'warn' | 'bad' | 'active' }> = {
  awaiting: { label: key('On its way'), tone: 'good' },
  duplicate: { label: key('Already in'), tone: 'warn' },
  repeated: { label: key('Twice in the file'), tone: 'warn' },
  not_shipped: { label: key('Not shipped yet'), tone: 'warn' },
  other_site: { label: key('For another site'), tone: 'active' },
  unknown: { label: key('Unknown code'), tone: 'bad' },
}
const outcomes = Object.keys(labels) as Outcome[]
const MOST = 500

/** What each row of a checked sheet is, with a way to see one outcome only. */
export function CheckedRows({ name, checked: { rows, counts } }: { name: string; checked: Checked }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [only, setOnly] = useState<Outcome | null>(null)
  const shown = only === null ? rows : rows.filter(({ outcome }) => outcome === only)
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <div className="checked-counts">
        {outcomes
          .filter((outcome) => counts[outcome])
          .map((outcome) => (
            <button
              key={outcome}
              type="button"
              className="status-tag"
              data-tone={labels[outcome].tone}
              aria-pressed={only === outcome}
              onClick={() => setOnly(only === outcome ? null : outcome)}
            >
              {`${t(labels[outcome].label)} ${number(counts[outcome] ?? 0)}`}
            </button>
          ))}
      </div>
      <FieldTable
        label={t('Rows of the file')}
        fields={checkedFields}
        rows={shown.slice(0, MOST)}
        rowKey={({ row }) => `${row}`}
      />
      {shown.length > MOST ? <p className="muted">{t('and {{n}} more', { n: number(shown.length - MOST) })}</p> : null}
    </>
  )
}

const checkedFields: readonly ShownField<Checked['rows'][number]>[] = [
  { id: 'row', header: key('Row'), of: ({ row }, { number }) => number(row) },
  { id: 'code', header: key('Box code'), kind: 'code', of: ({ code }) => code },
  {
    ...{ id: 'outcome', header: key('Outcome') },
    hint: ({ message }, { t }) => t(message, { defaultValue: message }),
    of: ({ outcome }, { t }) => (
      <span className="status-tag" data-tone={labels[outcome].tone}>
        {t(labels[outcome].label)}
      </span>
    ),
  },
  { id: 'box', header: key('Box'), of: ({ box }) => box && `${box.box_no} · ${box.shipment_id}` },
  {
    id: 'supplier',
    header: key('Supplier'),
    of: ({ box }, { name }) => box && name(box.supplier_name, box.supplier_name_zh),
  },
]
