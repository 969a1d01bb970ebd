import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { KindName } from '../../../shared/areas/data/kinds.ts'
import {
  formColumns,
  type RecordKind,
  type RecordRow,
  type RecordValues,
} from '../../../shared/areas/data/record-kind.ts'
import { api } from '../../api/client.ts'
import { FormFields } from '../../forms/described.tsx'
import { SaveBar, useSaveKey } from '../../forms/SaveBar.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { listed } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { changedColumns, isNeeded, recordForm, typedInCurrency, typedOf, valuesToSend } from './record-form.tsx'

interface UsedRecordForm {
  kind: RecordKind<KindName>
  /** Null: a new one. */
  row: RecordRow | null
  /** The company's, for a new one. */
  currency?: string
  /** Of what is changed: one that is typed over knowingly. */
  version?: number
  draft: string
  onSaved: (row: RecordRow) => void
}

/** The form of a kind and the call that takes it; faults that the server names by column stand at their fields. */
function useRecordForm({ kind, row, currency = '', version, draft, onSaved }: UsedRecordForm) {
  const { t } = useLocale()
  const described = useMemo(() => recordForm(kind), [kind])
  const form = useSentForm(described.schema, row ? typedOf(kind, row.values) : typedInCurrency(kind, currency), {
    draft,
    what: t(kind.one),
    send: (read, options) => {
      const values = valuesToSend(kind, row, read)
      return api.data.saveRecord(
        { kind: kind.kind, values, is_new: row === null, ...(version !== undefined && { version }) },
        options,
      )
    },
    refresh: ['data', 'production'],
    looksAgain: true,
    after: ({ data }) => onSaved(data.row),
  })
  const looks = Object.fromEntries(
    formColumns(kind).map((column) => [
      column.key,
      {
        label: isNeeded(kind, column) ? `${t(column.header.en)} *` : t(column.header.en),
        ...(row !== null && kind.key.includes(column.key) && { disabled: true }),
      },
    ]),
  )
  const fields = (
    <form className="form-grid records-form" noValidate onSubmit={form.send}>
      <FormFields of={described} form={form} looks={looks} />
      {/* Enter in a field saves. */}
      <button type="submit" hidden />
    </form>
  )
  return { form, fields }
}

interface NewRecordDrawerProps {
  kind: RecordKind<KindName>
  /** The company's. */
  currency: string
  onClose: () => void
  /** With the id of the new one. */
  onMade: (id: string) => void
}

/** A new record by hand. What is typed is kept until it is sent. */
export function NewRecordDrawer({ kind, currency, onClose, onMade }: NewRecordDrawerProps) {
  const { t } = useLocale()
  const { form, fields } = useRecordForm({
    kind,
    row: null,
    currency,
    draft: `record.${kind.kind}`,
    onSaved: ({ id }) => onMade(id),
  })
  useSaveKey(form.send, !form.isSending)
  const actions = (
    <>
      {form.isTyped ? <Button variant="minimal" text={t('Empty the form')} onClick={form.reset} /> : null}
      <Button text={t('Cancel')} onClick={onClose} />
      <Button intent="primary" text={t('Save')} loading={form.isSending} onClick={form.send} />
    </>
  )
  return (
    <Drawer isOpen onClose={onClose} title={t('New record: {{kind}}', { kind: t(kind.one) })} actions={actions}>
      <Section>
        <p className="records-hint muted">{t('Fields with * are needed.')}</p>
        {fields}
      </Section>
    </Drawer>
  )
}

interface EditRecordProps {
  kind: RecordKind<KindName>
  row: RecordRow
  title: string
  onDone: () => void
}

/** A record being changed. What others change meanwhile is said, and only saved over knowingly. */
export function EditRecord({ kind, row, title, onDone }: EditRecordProps) {
  const { t, plural } = useLocale()
  const [begun] = useState(row)
  const [over, setOver] = useState(row.version)
  const { form, fields } = useRecordForm({
    ...{ kind, row, version: over, draft: `record.${kind.kind}.${row.id}.${begun.version}` },
    onSaved: onDone,
  })
  const isOutdated = over !== row.version
  const typed = Object.keys(form.values).filter(
    (id) => form.isTyped && differs(kind, row.values, form.values, id),
  ).length
  const leave = () => {
    form.reset()
    onDone()
  }
  return (
    <Drawer isOpen onClose={onDone} title={title}>
      <div className="records-edit">
        <div className="records-edit-body">
          <Section>
            {isOutdated ? (
              <Outdated kind={kind} before={begun.values} now={row.values} onOver={() => setOver(row.version)} />
            ) : null}
            <p className="records-hint muted">
              {t('Fields with * are needed. What tells a record from others cannot be changed.')}
            </p>
            {fields}
          </Section>
        </div>
        {form.isTyped ? (
          <SaveBar
            summary={plural(typed, '1 field changed', '{{n}} fields changed')}
            problem={isOutdated ? t('This record was changed in the meantime. Please look at it again.') : null}
            isSaving={form.isSending}
            error={form.error}
            onSave={form.send}
            onDiscard={leave}
          />
        ) : (
          <div className="drawer-foot">
            <Button text={t('Cancel')} onClick={leave} />
          </div>
        )}
      </div>
    </Drawer>
  )
}

function differs(kind: RecordKind, values: RecordValues, typed: Record<string, unknown>, id: string): boolean {
  return JSON.stringify(typedOf(kind, values)[id]) !== JSON.stringify(typed[id])
}

interface OutdatedProps {
  kind: RecordKind
  before: RecordValues
  now: RecordValues
  onOver: () => void
}

function Outdated({ kind, before, now, onOver }: OutdatedProps) {
  const { t } = useLocale()
  const names = changedColumns(kind, before, now).map(({ header }) => t(header.en))
  return (
    <Callout tone="warn">
      {t('This record was changed in the meantime: {{columns}}. What you did not touch shows the new values.', {
        columns: listed(names) || '–',
      })}{' '}
      <Button size="small" text={t('Go on with mine')} onClick={onOver} />
    </Callout>
  )
}
