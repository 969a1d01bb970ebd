import { Button, Dialog, HTMLSelect, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { type FormEvent as ReactFormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Printer, RawPrinter, ZplDialect } from '../../../shared/bridge.ts'
import { isRawPort } from '../../../shared/kernel/printing.ts'
import { key } from '../../i18n/formats.ts'
import { Field } from '../../people/Fields.tsx'
import { usePrinters } from '../../print/use-printers.ts'

interface RawPrinterDialogProps {
  isOpen: boolean
  /** null for a new one. */
  edited: RawPrinter | null
  kept: readonly RawPrinter[]
  isSaving: boolean
  onSave: (printer: RawPrinter) => void
  onClose: () => void
}

/** How a label printer is reached and how finely it prints. What is wrong is said when it is to be saved, not while typing. */
export function RawPrinterDialog({ isOpen, edited, kept, isSaving, onSave, onClose }: RawPrinterDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOfPrinter(edited))
  const [isAsked, setAsked] = useState(false)
  const others = kept.filter((one) => one !== edited).map(({ name }) => name)
  const problems = problemsOf(draft, others)
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(problems).length === 0 && !isSaving) onSave(printerOf(draft))
  }
  const change = (part: Partial<RawPrinterDraft>) => {
    setAsked(false)
    setDraft({ ...draft, ...part })
  }
  const fields = {
    draft,
    change,
    problem: (field: DraftField) => (isAsked && problems[field] ? t(problems[field]) : null),
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={edited ? t('Change label printer') : t('Add a label printer')}
      className="raw-dialog"
      transitionDuration={100}
      shouldReturnFocusOnClose
    >
      <form onSubmit={submit} noValidate>
        <div className="bp6-dialog-body settings-form">
          <Way {...fields} />
          {draft.way === 'socket' ? (
            <SocketFields {...fields} />
          ) : (
            <QueueField {...fields} kept={kept} edited={edited} />
          )}
          <Resolution {...fields} />
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
            <Button text={t('Cancel')} onClick={onClose} />
            <Button type="submit" intent="primary" text={t('Save')} loading={isSaving} />
          </div>
        </div>
      </form>
    </Dialog>
  )
}

interface Fields {
  draft: RawPrinterDraft
  change: (part: Partial<RawPrinterDraft>) => void
  problem: (field: DraftField) => string | null
}

function Way({ draft, change }: Fields) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      name="raw-way"
      inline
      aria-label={t('Connection to the printer')}
      selectedValue={draft.way}
      onChange={({ currentTarget }) => change({ way: currentTarget.value === 'queue' ? 'queue' : 'socket' })}
    >
      <Radio value="socket" label={t('Network printer')} />
      <Radio value="queue" label={t('System print queue')} />
    </RadioGroup>
  )
}

function SocketFields({ draft, change, problem }: Fields) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('Printer name')} problem={problem('name')}>
        {(ties) => (
          <InputGroup
            {...ties}
            autoFocus
            autoComplete="off"
            maxLength={200}
            placeholder={t('For example {{example}}', { example: t('Packing table 2') })}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <div className="raw-address">
        <Field label={t('Network address')} problem={problem('host')}>
          {(ties) => (
            <InputGroup
              {...ties}
              autoComplete="off"
              spellCheck={false}
              maxLength={253}
              placeholder="192.168.1.50"
              value={draft.host}
              onChange={({ target }) => change({ host: target.value })}
            />
          )}
        </Field>
        <Field label={t('Port')} problem={problem('port')}>
          {(ties) => (
            <InputGroup
              {...ties}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={draft.port}
              onChange={({ target }) => change({ port: target.value.replace(/\D/g, '') })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

function QueueField({ draft, change, problem, kept, edited }: Fields & Pick<RawPrinterDialogProps, 'kept' | 'edited'>) {
  const { t } = useTranslation()
  const { data = [], isPending } = usePrinters()
  const queues = queuesOf(data, kept, edited)
  const hint = t(
    'Choose a queue that passes data on unchanged: a raw queue on Linux and macOS, “Generic / Text Only” on Windows.',
  )
  return (
    <Field label={t('Queue')} problem={problem('queue')} hint={hint}>
      {(ties) => (
        <HTMLSelect {...ties} fill value={draft.queue} onChange={({ target }) => change({ queue: target.value })}>
          <option value="">{isPending ? t('Looking for printers…') : t('Choose a queue')}</option>
          {queues.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </HTMLSelect>
      )}
    </Field>
  )
}

function Resolution({ draft, change }: Fields) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Resolution')}
      hint={t('It is on the printer’s rating plate. With the wrong one, labels come out too large or too small.')}
    >
      {(ties) => (
        <HTMLSelect
          {...ties}
          value={draft.dialect}
          onChange={({ target }) => change({ dialect: target.value === 'zpl-300' ? 'zpl-300' : 'zpl-203' })}
        >
          <option value="zpl-203">{t('203 dpi')}</option>
          <option value="zpl-300">{t('300 dpi')}</option>
        </HTMLSelect>
      )}
    </Field>
  )
}

/** What is entered of a label printer, as text; both ways keep what was typed. */
export interface RawPrinterDraft {
  way: RawPrinter['way']['kind']
  name: string
  host: string
  port: string
  queue: string
  dialect: ZplDialect
}

export type DraftField = 'name' | 'host' | 'port' | 'queue'

/** The port where label printers listen unless somebody changed it. */
const usualPort = '9100'

export function draftOfPrinter(printer: RawPrinter | null): RawPrinterDraft {
  const empty: RawPrinterDraft = { way: 'socket', name: '', host: '', port: usualPort, queue: '', dialect: 'zpl-203' }
  if (printer === null) return empty
  const { name, dialect, way } = printer
  if (way.kind === 'queue') return { ...empty, way: 'queue', queue: name, dialect }
  return { ...empty, name, host: way.host, port: String(way.port), dialect }
}

/** The printer as it is kept; only of a draft without problems. */
export function printerOf({ way, name, host, port, queue, dialect }: RawPrinterDraft): RawPrinter {
  if (way === 'queue') return { name: queue, dialect, way: { kind: 'queue' } }
  return { name: name.trim(), dialect, way: { kind: 'socket', host: host.trim(), port: Number(port) } }
}

/** What is wrong, by field, in English words that are keys; `others` are the names that are taken. */
export function problemsOf(draft: RawPrinterDraft, others: readonly string[]): Partial<Record<DraftField, string>> {
  const { way, name, host, port, queue } = draft
  const taken = key('There is a printer of this name already.')
  if (way === 'queue') {
    if (queue === '') return { queue: key('Choose a queue.') }
    return others.includes(queue) ? { queue: taken } : {}
  }
  return {
    ...(isPrinterName(name.trim())
      ? others.includes(name.trim()) && { name: taken }
      : { name: key('Enter a name that begins with a letter or a number.') }),
    ...(isHost(host.trim()) ? {} : { host: key('Enter an IP address or a host name, without a port.') }),
    ...(isRawPort(Number(port)) ? {} : { port: key('Use 9100 to 9199, or 6101.') }),
  }
}

function isPrinterName(name: string): boolean {
  return name.length <= 200 && /^[\p{L}\p{N}][^\p{Cc}]*$/u.test(name)
}

/** An IPv4 or IPv6 address, or a plain host name; one colon alone would be a port's. */
function isHost(text: string): boolean {
  if (text.length > 253) return false
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) || /^(?=(.*:){2})[0-9a-f:.]+$/i.test(text)
}

/** Queues of the system that could be spoken to in ZPL, the one that is edited among them. */
export function queuesOf(
  printers: readonly Printer[],
  kept: readonly RawPrinter[],
  edited: RawPrinter | null,
): string[] {
  const sockets = new Set(kept.filter(({ way }) => way.kind === 'socket').map(({ name }) => name))
  const names = printers.map(({ name }) => name).filter((name) => !sockets.has(name))
  const own = edited?.way.kind === 'queue' ? [edited.name] : []
  return [...new Set([...own, ...names])]
}
