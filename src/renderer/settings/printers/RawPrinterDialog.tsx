import { HTMLSelect, InputGroup, type InputGroupProps, Radio, RadioGroup } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Printer, RawPrinter, ZplDialect } from '../../../shared/bridge.ts'
import { isRawPort } from '../../../shared/kernel/printing.ts'
import { type Form, type FormField, useForm } from '../../forms/useForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Field } from '../../people/Fields.tsx'
import { usePrinters } from '../../print/use-printers.ts'

interface RawPrinterDialogProps extends DialogTurn {
  /** null for a new one. */
  edited: RawPrinter | null
  saved: readonly RawPrinter[]
  isSaving: boolean
  /** Keeps all label printers of this computer; false where that failed. */
  onKeep: (printers: RawPrinter[]) => Promise<boolean>
}

/** How a label printer is reached and how finely it prints. What is wrong is said when it is to be saved, not while typing. */
export function RawPrinterDialog({ edited, saved, isSaving, onKeep, ...turn }: RawPrinterDialogProps) {
  const { t } = useTranslation()
  const others = saved.filter((one) => one !== edited).map(({ name }) => name)
  const form = useForm(printerForm(others), draftOfPrinter(edited), { draft: `printer.${edited?.name ?? 'new'}` })
  const { field, values } = form
  const save = form.submit(async (typed) => {
    const next = printerOf(typed)
    const isSaved = await onKeep(
      edited ? saved.map((one) => (one.name === edited.name ? next : one)) : [...saved, next],
    )
    if (isSaved) turn.onClose()
  })
  return (
    <Modal
      {...turn}
      title={edited ? t('Change label printer') : t('Add a label printer')}
      className="raw-dialog"
      width={480}
    >
      <form onSubmit={save} noValidate>
        <DialogParts className="settings-form" onCancel={turn.onClose} step={{ text: t('Save'), isRunning: isSaving }}>
          <RadioGroup
            name="raw-way"
            inline
            aria-label={t('Connection to the printer')}
            selectedValue={values.way}
            onChange={({ currentTarget }) => form.change({ way: currentTarget.value === 'queue' ? 'queue' : 'socket' })}
          >
            <Radio value="socket" label={t('Network printer')} />
            <Radio value="queue" label={t('System print queue')} />
          </RadioGroup>
          {values.way === 'socket' ? (
            <SocketFields field={field} />
          ) : (
            <QueueField {...field('queue')} saved={saved} edited={edited} />
          )}
          <Resolution {...field('dialect')} />
        </DialogParts>
      </form>
    </Modal>
  )
}

function SocketFields({ field }: Pick<Form<RawPrinterDraft, unknown>, 'field'>) {
  const { t } = useTranslation()
  const text = (label: string, name: 'name' | 'host' | 'port', look: Partial<InputGroupProps>) => {
    const { value, problem, onChange } = field(name)
    return (
      <Field label={label} problem={problem}>
        {(ties) => (
          <InputGroup
            {...ties}
            {...look}
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(name === 'port' ? target.value.replace(/\D/g, '') : target.value)}
          />
        )}
      </Field>
    )
  }
  const example = t('For example {{example}}', { example: t('Packing table 2') })
  return (
    <>
      {text(t('Printer name'), 'name', { autoFocus: true, maxLength: 200, placeholder: example })}
      <div className="raw-address">
        {text(t('Network address'), 'host', { spellCheck: false, maxLength: 253, placeholder: '192.168.1.50' })}
        {text(t('Port'), 'port', { inputMode: 'numeric', maxLength: 5 })}
      </div>
    </>
  )
}

function QueueField(props: FormField<string> & Pick<RawPrinterDialogProps, 'saved' | 'edited'>) {
  const { value, problem, onChange, saved, edited } = props
  const { t } = useTranslation()
  const { data = [], isPending } = usePrinters()
  const hint = t(
    'Choose a queue that passes data on unchanged: a raw queue on Linux and macOS, “Generic / Text Only” on Windows.',
  )
  return (
    <Field label={t('Queue')} problem={problem} hint={hint}>
      {(ties) => (
        <HTMLSelect {...ties} fill value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{isPending ? t('Looking for printers…') : t('Choose a queue')}</option>
          {queuesOf(data, saved, edited).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </HTMLSelect>
      )}
    </Field>
  )
}

function Resolution({ value, onChange }: FormField<ZplDialect>) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Resolution')}
      hint={t('It is on the printer’s rating plate. With the wrong one, labels come out too large or too small.')}
    >
      {(ties) => (
        <HTMLSelect
          {...ties}
          value={value}
          onChange={({ target }) => onChange(target.value === 'zpl-300' ? 'zpl-300' : 'zpl-203')}
        >
          <option value="zpl-203">{t('203 dpi')}</option>
          <option value="zpl-300">{t('300 dpi')}</option>
        </HTMLSelect>
      )}
    </Field>
  )
}

/** What is entered of a label printer, as text; both ways keep what was typed. */
export type RawPrinterDraft = z.infer<typeof printerFields>

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

/** The printer as it is saved; only of a draft without problems. */
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

const printerFields = z.object({
  way: z.enum(['socket', 'queue']),
  name: z.string(),
  host: z.string(),
  port: z.string(),
  queue: z.string(),
  dialect: z.enum(['zpl-203', 'zpl-300']),
})

/** What is wrong depends on how the printer is reached: both ways keep what was typed. */
const printerForm = (others: readonly string[]) =>
  printerFields.superRefine((draft, context) => {
    for (const [field, message] of Object.entries(problemsOf(draft, others)))
      context.addIssue({ code: 'custom', path: [field], message })
  })

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
  saved: readonly RawPrinter[],
  edited: RawPrinter | null,
): string[] {
  const sockets = new Set(saved.filter(({ way }) => way.kind === 'socket').map(({ name }) => name))
  const names = printers.map(({ name }) => name).filter((name) => !sockets.has(name))
  const own = edited?.way.kind === 'queue' ? [edited.name] : []
  return [...new Set([...own, ...names])]
}
