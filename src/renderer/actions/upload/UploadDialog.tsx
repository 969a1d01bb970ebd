import '../actions.css'
import { Button, Dialog, ProgressBar } from '@blueprintjs/core'
import { InfoSign, TickCircle } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Progress } from '../../api/send.ts'
import { useFormats } from '../../i18n/formats.ts'
import { type DialogTurn, useDialog } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useSay } from '../say.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { CorrectedButton } from './CorrectedButton.tsx'
import { FaultTable } from './FaultTable.tsx'
import type { Outcome, UploadOptions } from './upload-state.ts'
import { type Uploading, useUpload } from './useUpload.ts'

export interface UploadDialogProps<C, D extends Outcome> extends DialogTurn {
  options: UploadOptions<C, D>
  context: C
  file: File | undefined
}

export function UploadDialog<C, D extends Outcome>({
  options,
  context,
  file,
  isOpen,
  onClose,
}: UploadDialogProps<C, D>) {
  const uploading = useUpload(options, context)
  const { state, choose } = uploading
  const handedIn = useRef(file)
  useEffect(() => {
    const first = handedIn.current
    handedIn.current = undefined
    if (first) choose(first)
  })
  const isSending = state.at === 'sending'
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={options.title}
      canOutsideClickClose={!isSending}
      canEscapeKeyClose={!isSending}
      isCloseButtonShown={!isSending}
      transitionDuration={100}
      className={state.at === 'refused' || state.at === 'looked' ? 'upload-dialog upload-wide' : 'upload-dialog'}
    >
      <div className="bp6-dialog-body">
        <Body options={options} context={context} uploading={uploading} />
      </div>
      <div className="bp6-dialog-footer">
        <div className="bp6-dialog-footer-actions">
          <Buttons uploading={uploading} onClose={onClose} />
        </div>
      </div>
    </Dialog>
  )
}

interface BodyProps<C, D extends Outcome> {
  options: UploadOptions<C, D>
  context: C
  uploading: Uploading<D>
}

function Body<C, D extends Outcome>({ options, context, uploading: { state, choose, lookAgain } }: BodyProps<C, D>) {
  const say = useSay()
  if (state.at === 'choosing') {
    return <ChooseFile options={options} context={context} problem={state.problem} onFile={choose} />
  }
  if (state.at === 'asking') {
    return (
      <div className="upload-replaces">
        <p>
          <strong>{state.file.name}</strong>
        </p>
        {state.replaced}
      </div>
    )
  }
  if (state.at === 'looked') {
    return (
      <>
        <p>
          <strong>{state.file.name}</strong>
        </p>
        {state.look.shows(lookAgain)}
      </>
    )
  }
  if (state.at === 'sending') return <SendingFile name={state.file.name} progress={state.progress} />
  if (state.at === 'done') return <UploadOutcome data={state.data} about={options.about?.(state.data)} />
  const { faults = [], fault_count: count, good_rows: good = 0, good_rows_leave: left = 0 } = state.error.details
  return (
    <>
      <p className="upload-verdict" role="alert">
        <strong>{state.file.name}</strong> {say.problem(state.error)}
      </p>
      {faults.length > 0 ? <FaultTable faults={faults} count={count ?? faults.length} /> : null}
      {good > 0 && left > 0 && options.leaves ? <Callout tone="warn">{options.leaves(left)}</Callout> : null}
    </>
  )
}

// A key each: a button that took another's place in the page would not take the focus.
function Buttons<D>({ uploading, onClose }: { uploading: Uploading<D>; onClose: () => void }) {
  const { t } = useTranslation()
  const { state } = uploading
  if (state.at === 'choosing') return <Button key="choosing" text={t('Cancel')} onClick={onClose} />
  if (state.at === 'asking') {
    return (
      <>
        <Button text={t('Cancel')} onClick={onClose} />
        <Button key="asking" autoFocus intent="primary" text={t('Replace')} onClick={uploading.replace} />
      </>
    )
  }
  if (state.at === 'looked') {
    const { word, intent = 'primary' } = state.look
    return (
      <>
        <Button text={t('Choose another file')} onClick={uploading.startOver} />
        <Button key="looked" autoFocus intent={intent} text={word} onClick={uploading.takeLooked} />
      </>
    )
  }
  if (state.at === 'sending')
    return <Button key="sending" autoFocus text={t('Cancel upload')} onClick={uploading.cancel} />
  if (state.at === 'done') {
    return (
      <>
        <CorrectedButton uploadId={state.uploadId} />
        <Button key="done" autoFocus intent="primary" text={t('Close')} onClick={onClose} />
      </>
    )
  }
  if (state.at === 'failed') {
    return (
      <>
        <Button text={t('Choose another file')} onClick={uploading.startOver} />
        <Button autoFocus intent="primary" text={t('Try again')} onClick={uploading.tryAgain} />
      </>
    )
  }
  return (
    <RefusedButtons
      uploading={uploading}
      uploadId={state.error.details.upload_id}
      goodRows={state.error.details.good_rows ?? 0}
    />
  )
}

interface RefusedButtonsProps<D> {
  uploading: Uploading<D>
  uploadId: string | undefined
  goodRows: number
}

function RefusedButtons<D>({ uploading, uploadId, goodRows }: RefusedButtonsProps<D>) {
  const { t } = useTranslation()
  return (
    <>
      <CorrectedButton uploadId={uploadId} />
      {goodRows > 0 ? (
        <Button text={t('Take the good rows ({{count}})', { count: goodRows })} onClick={uploading.takeGoodRows} />
      ) : null}
      <Button autoFocus intent="primary" text={t('Choose another file')} onClick={uploading.startOver} />
    </>
  )
}

/** How far the file has travelled; once it is there, the server reads and checks it. */
export function SendingFile({ name, progress }: { name: string; progress: Progress | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const sent = progress?.totalBytes ? progress.sentBytes / progress.totalBytes : 0
  const isThere = sent >= 1
  return (
    <div className="sending" role="status">
      <strong>{name}</strong>
      <ProgressBar stripes={false} animate={false} intent="primary" {...(isThere ? {} : { value: sent })} />
      <span className="muted">
        {isThere || !progress?.totalBytes
          ? t('Checking every row…')
          : t('{{sent}} of {{total}}', {
              sent: formats.bytes(progress.sentBytes),
              total: formats.bytes(progress.totalBytes),
            })}
      </span>
    </div>
  )
}

/** What the file came to, in three numbers. */
export function UploadOutcome({ data, about }: { data: Outcome; about?: ReactNode }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isIdle = data.rows_taken === 0
  const numbers = [
    [t('Rows taken'), data.rows_taken],
    [t('Rows unchanged'), data.rows_unchanged],
    [t('Rows refused'), data.rows_refused],
  ] as const
  return (
    <div className="upload-done" role="status">
      {isIdle ? <InfoSign size={28} className="muted" /> : <TickCircle size={28} className="upload-tick" />}
      <h2>{isIdle ? t('The file changes nothing.') : t('The file was taken')}</h2>
      <dl className="upload-numbers">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {about}
    </div>
  )
}

export interface UploadDialogHandle<C> {
  /** With a file (dropped on the screen) the upload starts at once. */
  open: (...context: C extends void ? [context?: undefined, file?: File] : [context: C, file?: File]) => void
  close: () => void
  dialog: ReactNode
}

/**
 * One dialog for every upload: drop or choose, template inside, progress with a real cancel, then the outcome or every fault.
 * `const upload = useUploadDialog({…}); … upload.open(shipment) … {upload.dialog}`
 */
export function useUploadDialog<C = void, D extends Outcome = Outcome>(
  options: UploadOptions<C, D>,
): UploadDialogHandle<C> {
  const { open, close, dialog } = useDialog<UploadDialogProps<C, D>, Pick<UploadDialogProps<C, D>, 'options'>>(
    UploadDialog,
    { options },
  )
  return {
    // A dialog without a context is opened with none: C is void then.
    open: (...[context, file]) => open({ context: context as C, file }),
    close,
    dialog,
  }
}
