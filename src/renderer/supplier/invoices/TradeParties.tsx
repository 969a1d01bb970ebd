import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addressText } from '../../../shared/kernel/languages.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { type FormField, useForm } from '../../forms/useForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'

/** Exporters and consignees of export documents: `const parties = useTradeParties(); … parties.open() … {parties.dialog}` */
export function useTradeParties() {
  return useDialog(TradePartiesDialog)
}

/** The list of parties, or one of them in a form. */
function TradePartiesDialog(turn: DialogTurn) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<PartyDraft | null>(null)
  const title = edited === null ? t('Trade parties') : edited.version ? t('Change party') : t('New party')
  return (
    <Modal {...turn} title={title} className="inv-parties" width={880} isTyped={edited !== null}>
      {edited === null ? (
        <PartyList onEdit={setEdited} onClose={turn.onClose} />
      ) : (
        <PartyForm first={edited} onDone={() => setEdited(null)} />
      )}
    </Modal>
  )
}

function PartyList({ onEdit, onClose }: { onEdit: (party: PartyDraft) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const mayChange = useRight('chinaInvoices')
  const parties = useAnswer('invoices.tradeParties', {})
  const fields = mayChange ? [...partyFields, changeField(onEdit)] : partyFields
  const none = <EmptyState title={t('No parties yet')} text={t('An invoice needs an exporter and a consignee.')} />
  return (
    <DialogParts
      onCancel={onClose}
      foot={mayChange ? <Button icon={<Plus />} text={t('New party')} onClick={() => onEdit(emptyParty)} /> : null}
    >
      <Loaded answer={parties} rows={4} empty={{ is: (data) => data.parties.length === 0, shows: none }}>
        {(data) => (
          <FieldTable label={t('Trade parties')} fields={fields} rows={data.parties} rowKey={(party) => party.code} />
        )}
      </Loaded>
      <p className="muted inv-parties-note">{t('Issued invoices keep the names and addresses that they said.')}</p>
    </DialogParts>
  )
}

const kindWords = { exporter: key('Exporter'), consignee: key('Consignee') } as const

const partyFields: readonly ShownField<Party>[] = [
  { id: 'code', header: key('Code'), kind: 'code', of: (party) => party.code },
  { id: 'kind', header: key('Kind'), of: (party, { t }) => t(kindWords[party.kind]) },
  { id: 'name', header: key('Company name'), hint: (party) => party.address, of: (party) => party.name },
  { id: 'country', header: key('Country'), of: (party) => party.country },
  {
    id: 'status',
    header: key('Status'),
    mark: (party) => (party.is_active ? undefined : 'muted'),
    of: (party, { t }) => (party.is_active ? t('Active') : t('Switched off')),
  },
]

const changeField = (onEdit: (party: PartyDraft) => void): ShownField<Party> => ({
  id: 'change',
  header: key('Change'),
  kind: 'end',
  isQuiet: true,
  of: (party, { t }) => (
    <Button
      size="small"
      variant="minimal"
      text={t('Change')}
      aria-label={`${t('Change')}, ${party.name}`}
      onClick={() => onEdit({ ...party, tax_id: party.tax_id ?? '', contact: party.contact ?? '' })}
    />
  ),
})

const ownWords = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => text || null)

/** A party as it is typed, and as the call takes it; `version` of one that is there already. */
export const partyForm = z.object({
  code: z.string().trim().min(1, key('Please enter a code.')),
  kind: z.enum(['exporter', 'consignee']),
  name: z.string().trim().min(1, key('Please enter a name.')),
  address: z.string().trim().min(1, key('Please enter an address.')),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, key('Please enter the two letters of a country, for example CN or IN.')),
  tax_id: ownWords(60),
  contact: ownWords(200),
  is_active: z.boolean(),
  version: z.number().optional(),
})

export type PartyDraft = z.input<typeof partyForm>

export const emptyParty: PartyDraft = {
  code: '',
  kind: 'consignee',
  name: '',
  address: '',
  country: 'IN',
  tax_id: '',
  contact: '',
  is_active: true,
}

/** One party; its code and kind stay as they are once it is there, since documents name it by them. */
function PartyForm({ first, onDone }: { first: PartyDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const isNew = first.version === undefined
  const what = t('Trade parties')
  const form = useForm(partyForm, first, { what })
  const { field, values } = form
  const save = useAction(
    (party: z.output<typeof partyForm>, options) => {
      const { version, ...rest } = party
      return api.invoices.saveTradeParty({ ...rest, ...(version !== undefined && { version }) }, options)
    },
    { what, done: () => t('Saved'), failed: form.refuse },
  )
  const send = form.submit(async (party) => {
    if ((await save.run(party)) !== undefined) onDone()
  })
  const kinds = [
    ['consignee', t(kindWords.consignee)],
    ['exporter', t(kindWords.exporter)],
  ] as const
  return (
    <form noValidate onSubmit={send}>
      <DialogParts onCancel={onDone} cancel={t('Back')} step={{ text: t('Save'), isRunning: save.isRunning }}>
        <div className="inv-party-form">
          <TextField label={t('Code')} maxLength={20} disabled={!isNew} {...field('code')} />
          <ChoiceField label={t('Kind')} choices={kinds} disabled={!isNew} {...field('kind')} />
          <TextField label={t('Company name')} maxLength={200} {...field('name')} />
          <TextField label={t('Postal address')} maxLength={500} {...field('address')} />
          <TextField label={t('Country')} maxLength={2} {...field('country')} />
          <TextField label={t('Tax ID')} maxLength={60} {...field('tax_id')} />
          <TextField label={t('Contact')} maxLength={200} {...field('contact')} />
          <label className="check-label inv-party-active">
            <input
              type="checkbox"
              checked={values.is_active}
              onChange={({ target }) => form.change({ is_active: target.checked })}
            />
            {t('Offered for new papers')}
          </label>
        </div>
      </DialogParts>
    </form>
  )
}

interface PartySelectProps extends FormField<string> {
  label: string
  parties: readonly Party[]
}

/** One of the active parties, by its code first: long names are alike in their first words. Its address stands below. */
export function PartySelect({ label, parties, value, onChange }: PartySelectProps) {
  const { t } = useTranslation()
  const chosen = parties.find(({ code }) => code === value)
  return (
    <ChoiceField
      {...{ label, value, onChange }}
      problem={parties.length === 0 ? t('None yet. Add one under Trade parties.') : null}
      hint={chosen ? addressText(chosen.address, chosen.country) : null}
      title={chosen?.name}
      choices={parties.map(({ code, name }) => [code, `${code} · ${name}`] as const)}
    />
  )
}

export type Party = CallData<'invoices.tradeParties'>['parties'][number]

/** Who may stand on new documents. */
export interface Parties {
  exporter: Party[]
  consignee: Party[]
}

/** The active parties, as they are asked for. */
export function usePartyChoices() {
  const { data, ...answer } = useAnswer('invoices.tradeParties', {})
  const of = (kind: Party['kind']) => (data?.parties ?? []).filter((party) => party.kind === kind && party.is_active)
  const parties: Parties = { exporter: of('exporter'), consignee: of('consignee') }
  return { ...answer, data: data && parties }
}
