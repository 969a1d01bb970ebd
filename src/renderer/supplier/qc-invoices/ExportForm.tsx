import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { useUserId } from '../../table/use-user-id.ts'
import { CheckedTerms } from './CheckedTerms.tsx'
import { ExportFields } from './ExportFields.tsx'
import { type ExportDraft, emptyExport, isExportDraft, termsOf } from './export-draft.ts'
import type { Invoice } from './invoice-stage.ts'

/** The export order as it is typed: checked for what is missing, then made. */
export function ExportForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { invoice_number, version } = invoice
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), `export.${invoice_number}`), isExportDraft)
  const draft = kept ?? emptyExport
  const terms = termsOf(draft)
  /** What a check found; void as soon as something is typed. */
  const [checked, setChecked] = useState<Invoice['missing'] | null>(null)
  const what = t('Export order of {{invoice_number}}', { invoice_number })
  useUnsaved(kept !== null, what)
  const check = useAction(
    (_: undefined, options) => api.chinaQc.createExportOrder({ action: 'check', invoice_number, ...terms }, options),
    { what, done: () => null, refresh: [] },
  )
  const create = useAction(
    (_: undefined, options) =>
      api.chinaQc.createExportOrder({ action: 'create', invoice_number, version, ...terms }, options),
    {
      what,
      done: ({ data }) =>
        t('Export order {{export_order_number}} created.', {
          export_order_number: data.invoice.export_order?.export_order_number ?? '',
        }),
    },
  )
  const isBusy = check.isRunning || create.isRunning
  const look = async (): Promise<Invoice['missing'] | null> => {
    const reply = await check.run(undefined)
    setChecked(reply?.data.invoice.missing ?? null)
    return reply?.data.invoice.missing ?? null
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (terms === null || isBusy) return
    // What is missing is said here, in its list, rather than by a refusal.
    const missing = await look()
    if (missing === null || missing.length > 0) return
    if ((await create.run(undefined)) !== undefined) keep(() => null)
  }
  const change = (part: Partial<ExportDraft>) => {
    setChecked(null)
    keep((now) => ({ ...emptyExport, ...now, ...part }))
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <ExportFields draft={draft} change={change} />
      <CheckedTerms missing={checked} />
      <div className="inv-export-tools">
        <Button text={t('Check')} disabled={terms === null} loading={check.isRunning} onClick={() => void look()} />
        <Button
          type="submit"
          {...(invoice.missing.length === 0 ? { intent: 'primary' as const } : {})}
          text={t('Create export order')}
          disabled={terms === null}
          loading={isBusy}
        />
      </div>
    </form>
  )
}
