import { Button, type ButtonProps, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download, Print } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Call, GivesFile, Takes } from '../../shared/kernel/call.ts'
import { fileCall, fileName } from '../api/client.ts'
import { KeyMenu } from '../kit/KeyMenu.tsx'
import { usePrintDialog } from '../print/PrintDialog.tsx'
import { type CallData, type CallInput, type CallName, callByName } from './calls.ts'
import { useDownload } from './downloads.ts'
import { useUploadDialog } from './upload/UploadDialog.tsx'
import type { Outcome, UploadOptions, UploadRun } from './upload/upload-state.ts'
import { useAction } from './useAction.ts'

type FileGiver = Call & { gives: GivesFile<never> }

type Look = Pick<ButtonProps, 'intent' | 'autoFocus' | 'size' | 'variant' | 'disabled'>

export interface FileGetter {
  /** `done` is what is said instead of the file's name. */
  get: <C extends FileGiver>(call: C, input: Takes<C>, done?: string) => void
  isGetting: boolean
}

/** Files that calls of the contract give, under the specification's names: `file.get(contract.invoices.downloadInvoice, input)`. */
export function useFile(): FileGetter {
  const { download, isDownloading } = useDownload()
  return {
    get: (call, input, done) =>
      void download(fileCall(call, input), fileName(call, input), done === undefined ? {} : { done }),
    isGetting: isDownloading,
  }
}

interface DownloadButtonProps<C extends FileGiver> extends Look {
  call: C
  input: Takes<C>
  text: string
  done?: string
  /** Beside buttons of other kinds; a row of downloads needs none. */
  hasIcon?: boolean
}

/** Fetches the file that a call gives. */
export function DownloadButton<C extends FileGiver>(props: DownloadButtonProps<C>) {
  const { call, input, done, hasIcon = false, ...look } = props
  const file = useFile()
  return (
    <Button
      {...look}
      {...(hasIcon ? { icon: <Download /> } : {})}
      loading={file.isGetting}
      onClick={() => file.get(call, input, done)}
    />
  )
}

/** Several ways on behind one button: what each is called, and what it does. */
export function MenuButton({
  items,
  isRunning = false,
  ...look
}: Pick<ButtonProps, 'icon' | 'text'> & {
  items: readonly (readonly [text: string, run: () => void])[]
  isRunning?: boolean
}) {
  const menu = (
    <KeyMenu>
      {items.map(([text, run]) => (
        <MenuItem key={text} text={text} onClick={run} />
      ))}
    </KeyMenu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" animation="minimal" arrow={false} onClosed={focusOpened}>
      <Button {...look} endIcon={<CaretDown />} loading={isRunning} />
    </PopoverNext>
  )
}

/** A menu that closes takes the focus from the field of the dialog that it opened, sometimes a moment later: the field gets it back. */
function focusOpened(): void {
  const give = () => {
    const dialog = [...document.querySelectorAll('.bp6-dialog')].at(-1)
    if (!dialog || dialog.contains(document.activeElement)) return
    dialog.querySelector<HTMLElement>('.bp6-dialog-body :is(input, textarea, select)')?.focus()
  }
  give()
  setTimeout(give, 100)
}

/** Several files of one thing: what each is called, and how it is fetched. */
export function DownloadMenu({
  items,
  isGetting = false,
}: {
  items: readonly (readonly [text: string, get: () => void])[]
  isGetting?: boolean
}) {
  const { t } = useTranslation()
  return <MenuButton icon={<Download />} text={t('Download')} items={items} isRunning={isGetting} />
}

interface PrintButtonProps<C extends FileGiver> extends Look {
  /** "Print" when left out. */
  text?: string
  /** Gives the paper as pages of A4. */
  call: C
  input: Takes<C>
  /** Shown in the job list, for example "RN-000012, return note". */
  title: string
}

/** Beside a paper's download: prints it on this workstation's printer for A4. A second press while it is asked for does nothing. */
export function PrintButton<C extends FileGiver>({ call, input, title, text, ...look }: PrintButtonProps<C>) {
  const { t } = useTranslation()
  const print = usePrintDialog()
  const open = useAction(() => print.open({ kind: 'paper', call: fileCall(call, input), title }), {
    done: () => null,
    refresh: [],
  })
  return (
    <>
      <Button
        {...look}
        icon={<Print />}
        text={text ?? t('Print')}
        loading={open.isRunning}
        onClick={() => void open.run(undefined)}
      />
      {print.dialog}
    </>
  )
}

/** Calls that take a sheet of rows, and answer how many were taken. */
export type SheetCall = {
  [N in CallName]: CallInput<N> extends { file: File } ? (CallData<N> extends Outcome ? N : never) : never
}[CallName]

export interface SheetOptions<N extends SheetCall>
  extends Pick<
    UploadOptions<void, CallData<N> & Outcome>,
    'title' | 'accept' | 'replaces' | 'onDone' | 'leaves' | 'about'
  > {
  call: N
  /** What the call wants besides the file. */
  input: Omit<CallInput<N>, 'file' | 'mode'>
  /** The sample, or the sheet to fill in. */
  template: { label: string; get: () => void }
}

/** The dialog of a call that takes a sheet: `const boxes = useSheet({ call: 'invoices.uploadBoxes…', … })`, `{boxes.dialog}`. */
export function useSheet<N extends SheetCall>({ call, input, template, ...rest }: SheetOptions<N>) {
  return useUploadDialog<void, CallData<N> & Outcome>({
    ...rest,
    template: { label: template.label, download: template.get },
    upload: async (file: File, { mode, key, signal, onProgress }: UploadRun<void>) => {
      const sent = { ...input, mode, file } as unknown as CallInput<N>
      const { data } = await callByName(call)(sent, { key, signal, onProgress })
      return { data: data as CallData<N> & Outcome }
    },
  })
}

interface UploadButtonProps<N extends SheetCall> extends SheetOptions<N> {
  /** How the button looks and what it says. */
  button: Pick<ButtonProps, 'text' | 'intent' | 'size' | 'icon'>
}

/** Opens the dialog of a call that takes a sheet. */
export function UploadButton<N extends SheetCall>({ button, ...sheet }: UploadButtonProps<N>) {
  const upload = useSheet(sheet)
  return (
    <>
      <Button {...button} onClick={() => upload.open()} />
      {upload.dialog}
    </>
  )
}
