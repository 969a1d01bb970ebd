import { Button, Dialog, HTMLSelect, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawPrinter } from '../../../shared/bridge.ts'
import { usePrinters } from '../../actions/print/use-printers.ts'
import { Field } from '../../people/Field.tsx'
import {
  type DraftField,
  draftOfPrinter,
  printerOf,
  problemsOf,
  queuesOf,
  type RawPrinterDraft,
} from './raw-printer-draft.ts'

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
  const submit = (event: FormEvent) => {
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
