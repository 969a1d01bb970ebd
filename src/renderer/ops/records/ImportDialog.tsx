import '../../actions/actions.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { ChooseFile } from '../../actions/upload/ChooseFile.tsx'
import { CorrectedButton } from '../../actions/upload/CorrectedButton.tsx'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { SendingFile } from '../../actions/upload/UploadDialog.tsx'
import type { DialogTurn } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { FileForms } from './FileForms.tsx'
import { ImportOutcome, newPictures, sumsOf } from './ImportOutcome.tsx'
import { KindLinks, namesOf } from './kinds.tsx'
import type { Chosen } from './records-params.ts'
import { accepted, type Importing, type ImportRow, useImport, useImportRow } from './use-import.ts'

interface ImportDialogProps extends DialogTurn {
  kind: Chosen
  /** Dropped on the screen: it is looked at at once. */
  file: File | undefined
  /** Goes to the list of imports. */
  onShow: (id: string) => void
}

/** Brings a file in: what would come of it is shown first, then it is taken, whole or without its faulty rows. */
export function ImportDialog({ kind, file, isOpen, onClose, onShow }: ImportDialogProps) {
  const { t } = useTranslation()
  const importing = useImport(kind)
  const { state, choose } = importing
  const handedIn = useRef(file)
  useEffect(() => {
    const first = handedIn.current
    handedIn.current = undefined
    if (first) choose(first)
  })
  const isSending = state.at === 'sending'
  const isWide = state.at === 'answered' || (state.at === 'failed' && (state.error.details.faults ?? []).length > 0)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Import: {{kind}}', { kind: kind === 'all' ? t('All kinds') : t(kindNamed(kind).many) })}
      canOutsideClickClose={state.at === 'choosing'}
      canEscapeKeyClose={!isSending}
      isCloseButtonShown={!isSending}
      transitionDuration={100}
      className={isWide ? 'upload-dialog upload-wide' : 'upload-dialog'}
    >
      {state.at === 'answered' ? (
        <Answered first={state.row} importing={importing} onClose={onClose} onShow={onShow} />
      ) : (
        <Way kind={kind} importing={importing} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Turn = Pick<ImportDialogProps, 'onClose'> & { importing: Importing }

/** Until the server has answered. */
function Way({ kind, importing, onClose }: Turn & { kind: Chosen }) {
  const { t } = useTranslation()
  const say = useSay()
  const { state } = importing
  if (state.at === 'choosing') {
    return (
      <>
        <DialogBody>
          <Order kind={kind} />
          <PicturesToo kind={kind} />
          <ChooseFile
            options={{ accept: accepted(kind) }}
            context={undefined}
            problem={state.problem}
            onFile={importing.choose}
          />
          <Templates kind={kind} />
        </DialogBody>
        <DialogFooter actions={<Button text={t('Cancel')} onClick={onClose} />} />
      </>
    )
  }
  if (state.at === 'sending') {
    return (
      <>
        <DialogBody>
          <SendingFile name={state.file.name} progress={state.progress} />
        </DialogBody>
        <DialogFooter actions={<Button autoFocus text={t('Cancel upload')} onClick={importing.cancel} />} />
      </>
    )
  }
  if (state.at === 'answered') return null
  const { faults = [], fault_count, upload_id } = state.error.details
  const isRefused = state.error.code === 'file_refused'
  return (
    <>
      <DialogBody>
        <p className="upload-verdict" role="alert">
          <strong>{state.file.name}</strong> {say.problem(state.error)}
        </p>
        {faults.length > 0 ? <FaultTable faults={faults} count={fault_count ?? faults.length} /> : null}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <CorrectedButton uploadId={upload_id} />
            <Button text={t('Choose another file')} onClick={importing.startOver} />
            {isRefused ? null : (
              <Button autoFocus intent="primary" text={t('Try again')} onClick={importing.tryAgain} />
            )}
          </>
        }
      />
    </>
  )
}

/** What must be there before: a file that names what is not there yet is refused row by row. */
function Order({ kind }: { kind: Chosen }) {
  const { t } = useTranslation()
  const names = kind === 'all' ? [] : namesOf(kind)
  if (kind === 'all')
    return (
      <p className="records-order muted">{t('A workbook with a sheet for each kind, named as in the template.')}</p>
    )
  if (names.length === 0) return null
  return (
    <p className="records-order muted">
      {t('Names records of:')} <KindLinks kinds={names} />
    </p>
  )
}

/** Nobody would look for it. */
function PicturesToo({ kind }: { kind: Chosen }) {
  const { t } = useTranslation()
  if (kind !== 'all' && !kindNamed(kind).sheet.pictures) return null
  const said =
    kind === 'skus'
      ? t('A picture on a row of the workbook becomes the picture of its style in that colour.')
      : t('A picture on a row of the workbook becomes the picture of its style.')
  return <p className="records-order muted">{said}</p>
}

function Templates({ kind }: { kind: Chosen }) {
  const { t } = useTranslation()
  const template = (filled: boolean, text: string) => (
    <DownloadButton
      call={contract.data.getSample}
      input={{ kind, filled }}
      text={text}
      variant="minimal"
      intent="primary"
      hasIcon={filled}
    />
  )
  return (
    <p className="upload-template">
      {template(true, t('Template with an example'))}
      {template(false, t('Blank template'))}
    </p>
  )
}

interface AnsweredProps extends Turn {
  first: ImportRow
  onShow: (id: string) => void
}

/** What would come of the file, or what came of it; a long one goes on without the dialog. */
function Answered({ first, importing, onClose, onShow }: AnsweredProps) {
  const { t } = useTranslation()
  const row = useImportRow(first)
  const show = () => {
    onClose()
    onShow(row.id)
  }
  return (
    <>
      <DialogBody>
        {row.state === 'checked' || row.state === 'refused' ? (
          <FileForms key={row.id} row={row} onSay={importing.say} />
        ) : null}
        <ImportOutcome row={row} />
      </DialogBody>
      <DialogFooter
        actions={
          row.state === 'running' ? (
            <>
              <Button text={t('Show all imports')} onClick={show} />
              <Button autoFocus intent="primary" text={t('Go on working')} onClick={onClose} />
            </>
          ) : (
            <Next key={row.state} row={row} importing={importing} onClose={onClose} />
          )
        }
      />
    </>
  )
}

function Next({ row, importing, onClose }: Turn & { row: ImportRow }) {
  const { t, number, plural } = useLocale()
  const { new: made, changed, refused } = sumsOf(row)
  // The button names rows; of a file whose pictures alone are new, these.
  const good = made + changed || newPictures(row)
  const isOver =
    row.state === 'taken' ||
    row.state === 'cancelled' ||
    (row.state === 'checked' && good === 0 && refused === 0 && row.fault_count === 0 && row.asks.columns.length === 0)
  if (isOver)
    return (
      <>
        {/* What was left out of a file of which the good rows were taken. */}
        <CorrectedButton uploadId={row.upload_id} />
        <Button text={t('Choose another file')} onClick={importing.startOver} />
        <Button autoFocus intent="primary" text={t('Close')} onClick={onClose} />
      </>
    )
  // What was only looked at, or refused as a whole because of some rows, can still be taken without these.
  const hasFaults = row.fault_count > 0 || refused > 0
  const isAsked = row.asks.columns.length > 0
  const canTake = good > 0 && !isAsked && (row.state === 'checked' || row.state === 'refused')
  return (
    <>
      {isAsked ? null : <CorrectedButton uploadId={row.upload_id} />}
      {hasFaults && row.upload_id === null && row.pictures !== null ? (
        <span className="muted">
          {t('A large file with pictures has no corrected copy, which would lose them: copy the faults.')}
        </span>
      ) : null}
      <Button text={t('Choose another file')} onClick={importing.startOver} />
      {canTake ? (
        <Button
          autoFocus
          intent="primary"
          text={
            hasFaults
              ? plural(good, 'Take the good row', 'Take the {{n}} good rows')
              : t('Take all ({{n}})', { n: number(good) })
          }
          onClick={() => importing.take(hasFaults ? 'good_rows' : 'all')}
        />
      ) : null}
    </>
  )
}
